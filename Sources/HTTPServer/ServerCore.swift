import CMicroHTTPD
import Glibc
import Linux
import Synchronization

/// Answers one complete request; called on several threads at once.
package typealias HTTPHandler = @Sendable (HTTPRequest) -> HTTPResponse

/// Judges a request by its head; called on several threads at once.
package typealias HTTPAdmissionPolicy = @Sendable (HTTPRequest) -> HTTPAdmission

/// What the callbacks of one server share.
final class ServerCore: Sendable {
  let limits: HTTPServerLimits
  let admit: HTTPAdmissionPolicy
  let handler: HTTPHandler
  let deadlines = DeadlineKeeper()
  let budget: BufferBudget
  let requests = RunningCount()
  let connections = RunningCount()
  /// Answers end their connection.
  let isDraining = Atomic(false)
  /// Streams end.
  let isStopping = Atomic(false)

  init(
    limits: HTTPServerLimits, admit: HTTPAdmissionPolicy? = nil, handler: @escaping HTTPHandler
  ) {
    self.limits = limits
    self.admit = admit ?? { _ in .allow(bodyBytes: limits.bodyBytes) }
    self.handler = handler
    budget = BufferBudget(limit: limits.bufferedBytes)
  }
}

/// libmicrohttpd at work on a listening descriptor, with a thread for each connection.
final class RunningServer: Sendable {
  private let core: ServerCore
  private let daemon: Mutex<DaemonHandle>

  /// Takes over the descriptor, also where the library refuses: then it is closed, the result is nil,
  /// and `errno` says what the library left there.
  init?(_ core: ServerCore, on listener: Int32, tls: TLSIdentity? = nil) {
    self.core = core
    let owner = Unmanaged.passRetained(core)
    var settings = barograph_http_settings()
    settings.listener = listener
    settings.connections = core.limits.connections
    settings.connections_per_address = core.limits.connectionsPerAddress
    settings.memory = core.limits.headerBytes
    settings.stack = core.limits.stackBytes
    settings.key = tls.flatMap { UnsafePointer(strdup($0.keyPEM)) }
    settings.certificate = tls.flatMap { UnsafePointer(strdup($0.certificatePEM)) }
    let texts = [settings.key, settings.certificate].map { UnsafeMutablePointer(mutating: $0) }
    let file = OpenFile(of: listener)
    let handle = barograph_http_start(
      &settings, accessCallback, completedCallback, connectionCallback, owner.toOpaque())
    guard let handle else {
      let code = errno
      // Some of the library's failures close the socket, a key that does not fit its certificate for
      // one, and some do not. Where it has, another thread may have been given the number since.
      if file != nil, OpenFile(of: listener) == file { _ = Descriptor(owning: listener) }
      texts.forEach { free($0) }
      owner.release()
      errno = code
      return nil
    }
    daemon = Mutex(DaemonHandle(daemon: handle, owner: owner, texts: texts))
    core.deadlines.start()
  }

  /// How long connections have to notice that they were cut.
  private static let cutSeconds = 5

  /// Accepts no more, waits for the requests that are under way, then cuts the streams, waits for
  /// the handlers that still run and joins all threads. Further calls do nothing. Whether all
  /// requests came to their end in the time given.
  ///
  /// libmicrohttpd 0.9.75 crashes where it answers a bad request by itself while it is being stopped
  /// (the answer is not queued, and its header is written all the same). So connections are brought
  /// to their end before.
  func stop(finishingWithin seconds: Int) -> Bool {
    let handle = daemon.withLock { handle in
      defer { handle = DaemonHandle() }
      return handle
    }
    guard let running = handle.daemon else { return true }
    core.isDraining.store(true, ordering: .relaxed)
    let listener = MHD_quiesce_daemon(running)
    let isDone = seconds == 0 || core.requests.waitForNone(seconds: seconds)
    core.isStopping.store(true, ordering: .relaxed)
    core.deadlines.endAll()
    _ = core.connections.waitForNone(seconds: Self.cutSeconds)
    MHD_stop_daemon(running)
    if listener >= 0 { _ = Descriptor(owning: listener) }
    core.deadlines.stop()
    handle.owner?.release()
    handle.texts.forEach { free($0) }
    return isDone
  }
}

/// The C server, the reference that its callbacks hold, and the texts that it was started with.
private struct DaemonHandle: @unchecked Sendable {
  var daemon: OpaquePointer?
  var owner: Unmanaged<ServerCore>?
  var texts: [UnsafeMutablePointer<CChar>?] = []
}

/// Which file or socket a descriptor stands for (fstat(2)): the kernel gives each socket a number of
/// its own.
private struct OpenFile: Equatable {
  let device: dev_t
  let inode: ino_t

  /// Nil for a descriptor that is closed.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}
