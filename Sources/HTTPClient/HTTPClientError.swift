/// Why a request over a Unix socket has no answer.
package enum HTTPClientError: Error, Equatable, Sendable {
  /// There is no socket: nothing has been started there.
  case noSocket(path: String)
  /// A socket file without a server behind it.
  case refused(path: String)
  /// This user may not open the socket; `group` is the one whose members may, if there is one.
  case permissionDenied(path: String, group: String?)
  /// No answer, or none that went on, within the time.
  case timedOut(path: String, seconds: Int)
  /// The connection was closed without an answer: too many clients at once, or the server stopped.
  case unanswered(path: String)
  /// The answer ended early.
  case cut(path: String, cause: String)
  /// The answer is longer than the caller takes.
  case tooLong(path: String, limit: Int)
  /// The path cannot be that of a socket.
  case unusablePath(path: String)
  /// The caller's own closure stopped the transfer.
  case stopped
  /// Anything else, in libcurl's words.
  case failed(path: String, cause: String)
}

extension HTTPClientError: CustomStringConvertible {
  /// Operation, subject, cause and what to do.
  package var description: String {
    switch self {
    case .noSocket(let path): "connect to \(path): there is no such socket; start the daemon"
    case .refused(let path): "connect to \(path): nobody answers there; start the daemon"
    case .permissionDenied(let path, let group):
      "connect to \(path): permission denied; "
        + (group.map { "become a member of the group \($0)" } ?? "ask who owns its directory")
    case .timedOut(let path, let seconds):
      "ask \(path): no answer within \(seconds) s; see the daemon's log"
    case .unanswered(let path):
      "ask \(path): closed without an answer, there may be too many clients; try again"
    case .cut(let path, let cause): "read the answer of \(path): \(cause); try again"
    case .tooLong(let path, let limit):
      "read the answer of \(path): longer than \(limit) bytes; ask for less"
    case .unusablePath(let path): "connect to \(path): no socket can have this path; shorten it"
    case .stopped: "the transfer was stopped"
    case .failed(let path, let cause): "ask \(path): \(cause); see the daemon's log"
    }
  }
}
