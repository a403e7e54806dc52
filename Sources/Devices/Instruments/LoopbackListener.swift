import Glibc
import Linux

/// Accepts connections on 127.0.0.1. Of the loop's thread alone.
final class LoopbackListener {
  /// Until the next attempt where connections cannot be accepted (EMFILE), ms.
  private static let pauseMs: Int64 = 1_000

  private let loop: EventLoop
  private let socket: Descriptor
  private let accepted: (Int32) -> Void
  private let pause: LoopTimer
  private var watch: EventLoop.Watch?

  /// Listens at a port of loopback; 0 takes a free one. `accepted` gets non-blocking descriptors that
  /// it owns.
  init(port: UInt16, loop: EventLoop, accepted: @escaping (Int32) -> Void) throws(SystemError) {
    self.loop = loop
    self.accepted = accepted
    pause = LoopTimer(loop: loop)
    socket = try Self.listen(port)
    try begin()
  }

  /// The port that it listens at.
  var port: UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(socket.rawValue, $0, &size)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Ends it; call it before the last owner lets go.
  func close() {
    pause.disarm()
    if let watch { loop.cancel(watch) }
    watch = nil
  }

  private func begin() throws(SystemError) {
    watch = try loop.watch(socket.rawValue, for: .readable) { [unowned self] _ in accept() }
  }

  private func accept() {
    for _ in 0..<16 {
      let descriptor = Glibc.accept(socket.rawValue, nil, nil)
      guard descriptor >= 0 else {
        if ![EAGAIN, EINTR, ECONNABORTED].contains(errno) { rest() }
        return
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      accepted(descriptor)
      if watch == nil { return }
    }
  }

  /// A connection that cannot be accepted would wake the loop for ever.
  private func rest() {
    if let watch { loop.cancel(watch) }
    watch = nil
    pause.arm(milliseconds: Self.pauseMs) { [unowned self] in
      do throws(SystemError) { try begin() } catch { rest() }
    }
  }

  private static func listen(_ port: UInt16) throws(SystemError) -> Descriptor {
    let name = "127.0.0.1:\(port)"
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = Descriptor(
      owning: try systemCall("socket", name) { Glibc.socket(AF_INET, kind, 0) })
    let number = socket.rawValue
    var yes: Int32 = 1
    setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    try systemCall("bind", name) {
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    try systemCall("listen", name) { Glibc.listen(number, 8) }
    return socket
  }
}
