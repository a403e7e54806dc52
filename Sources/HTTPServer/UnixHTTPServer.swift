import CMicroHTTPD
import Glibc
import Synchronization

/// An HTTP/1.1 server on a Unix socket, through libmicrohttpd. Each connection has a thread of its
/// own, on which the handler runs and may block.
package final class UnixHTTPServer: Sendable {
  /// Answers one request; called on several threads at once.
  package typealias Handler = @Sendable (HTTPRequest) -> HTTPResponse

  /// Bounds of one server.
  package struct Limits: Sendable {
    /// Connections at once, a thread each; a further one is closed unanswered.
    package var connections: UInt32 = 16
    /// Largest request body; more is answered 413 with nothing read.
    package var bodyBytes = 64 << 10
    /// Request line and headers together; more is answered 431 (or 414).
    package var headerBytes = 32 << 10
    /// A request must have arrived whole this long after its connection or the answer before it.
    package var requestSeconds = 10
    /// The handler, or one block of a stream, may take this long.
    package var answerSeconds = 900
    /// The client must take an answer, or a block of a stream, in this time; a pager in front of an
    /// export is slow.
    package var sendSeconds = 600
    /// Stack of a connection's thread.
    package var stackBytes = 512 << 10

    package init() {}
  }

  package let path: String
  private let listener: UnixListener
  private let core: ServerCore
  private let daemon: Mutex<DaemonHandle>

  /// Listens on `path` with permissions `mode`; the directory must exist.
  package init(
    path: String, mode: UInt32 = 0o660, limits: Limits = Limits(), handler: @escaping Handler
  ) throws(HTTPServerError) {
    self.path = path
    listener = try UnixListener(path: path, mode: mode)
    core = ServerCore(limits: limits, handler: handler)
    let owner = Unmanaged.passRetained(core)
    let handle = barograph_http_start(
      listener.descriptor, limits.connections, limits.headerBytes, limits.stackBytes,
      accessCallback, completedCallback, connectionCallback, owner.toOpaque())
    guard let handle else {
      let failure = UnixListener.failure("start the server on", path, hint: "free some memory")
      owner.release()
      listener.removeFile()
      close(listener.descriptor)
      throw failure
    }
    daemon = Mutex(DaemonHandle(daemon: handle, owner: owner))
    core.deadlines.start()
  }

  /// Stops listening, cuts the streams that are under way, waits for the handlers that run and joins
  /// all threads. Further calls do nothing.
  package func shutdown() {
    let handle = daemon.withLock { handle in
      defer { handle = DaemonHandle(daemon: nil, owner: nil) }
      return handle
    }
    guard let running = handle.daemon else { return }
    core.isStopping.store(true, ordering: .relaxed)
    listener.removeFile()
    MHD_stop_daemon(running)
    core.deadlines.stop()
    handle.owner?.release()
  }

  deinit { shutdown() }
}

/// The C server and the reference that its callbacks hold.
private struct DaemonHandle: @unchecked Sendable {
  var daemon: OpaquePointer?
  var owner: Unmanaged<ServerCore>?
}

/// What the callbacks share.
final class ServerCore: Sendable {
  let limits: UnixHTTPServer.Limits
  let handler: UnixHTTPServer.Handler
  let deadlines: DeadlineKeeper
  let isStopping = Atomic(false)

  init(limits: UnixHTTPServer.Limits, handler: @escaping UnixHTTPServer.Handler) {
    self.limits = limits
    self.handler = handler
    deadlines = DeadlineKeeper()
  }
}
