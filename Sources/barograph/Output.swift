import CommandLineInterface
import Glibc
import JSON

/// Standard output and standard error, written without buffers so that a pipe sees each line.
struct Output: Sendable {
  /// Colour for people only: never in a pipe, never against NO_COLOR (no-color.org).
  let hasColour: Bool

  init() {
    let isRefused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? true
    hasColour = isatty(STDOUT_FILENO) == 1 && !isRefused && !isDumb
  }

  /// Writes words for people to standard output, without what a terminal would obey.
  func write(_ text: String) throws(Failure) { try write(bytes: Array(text.printable.utf8)) }

  /// Writes words that hold the command's own colours; what came from outside must be `printable`.
  func write(painted text: String) throws(Failure) { try write(bytes: Array(text.utf8)) }

  /// Writes one JSON value and a line end.
  func write(_ json: JSONValue) throws(Failure) {
    try write(bytes: json.bytes(.indented) + [UInt8(ascii: "\n")])
  }

  func write(bytes: [UInt8]) throws(Failure) {
    let code = bytes.withUnsafeBytes { Self.write($0, to: STDOUT_FILENO) }
    if code != 0 {
      throw Failure(
        .inputOutput, "output-failed",
        "cannot write the output: \(String(cString: strerror(code)))",
        hint: "see that the disk has space and the other program still runs")
    }
  }

  /// Writes to standard error; what it does not take is lost.
  static func complain(_ text: String) {
    let bytes = Array(text.printable.utf8)
    _ = bytes.withUnsafeBytes { write($0, to: STDERR_FILENO) }
  }

  /// Everything or an `errno`; 0 when all is written.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      rest = rest.dropFirst(count)
    }
    return 0
  }
}
