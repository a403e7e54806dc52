import Glibc

/// Why the server could not be started.
package struct HTTPServerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was being done: `listen on`.
  package var operation: String
  /// The socket's path, or address and port.
  package var path: String
  package var cause: String
  /// What a person can do about it.
  package var hint: String

  package var description: String { "\(operation) \(path): \(cause); \(hint)" }

  /// From the calling thread's `errno`.
  static func current(_ operation: String, _ path: String, hint: String) -> HTTPServerError {
    HTTPServerError(
      operation: operation, path: path, cause: String(cString: strerror(errno)), hint: hint)
  }
}
