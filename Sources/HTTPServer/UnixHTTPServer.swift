import Glibc

/// An HTTP/1.1 server on a Unix socket, through libmicrohttpd. Each connection has a thread of its
/// own, on which the handler runs and may block.
package final class UnixHTTPServer: Sendable {
  package let path: String
  private let listener: UnixListener
  private let server: RunningServer

  /// Listens on `path` with permissions `mode`; the directory must exist.
  package init(
    path: String, mode: UInt32 = 0o660, limits: HTTPServerLimits = HTTPServerLimits(),
    handler: @escaping HTTPHandler
  ) throws(HTTPServerError) {
    self.path = path
    listener = try UnixListener(path: path, mode: mode)
    let core = ServerCore(limits: limits, handler: handler)
    guard let server = RunningServer(core, on: listener.descriptor) else {
      let failure = HTTPServerError.current(
        "start the server on", path, hint: "free some memory")
      listener.removeFile()
      throw failure
    }
    self.server = server
  }

  /// Stops listening, cuts the streams that are under way, waits for the handlers that run and joins
  /// all threads. Further calls do nothing.
  package func shutdown() {
    listener.removeFile()
    _ = server.stop(finishingWithin: 0)
  }

  deinit { shutdown() }
}
