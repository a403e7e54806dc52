import Glibc
import Linux

/// A socket of packets that BlueZ handed out: one packet is one notification, or one write. Of the
/// loop's thread alone.
final class PacketSocket {
  /// Packets in a row, so that a flood cannot keep the thread.
  private static let mostReads = 32
  /// A value is at most 512 bytes.
  private static let largest = 1024

  private let loop: EventLoop
  private let descriptor: Descriptor
  private var watch: EventLoop.Watch?
  private var isAwaitingRoom = false
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: PacketSocket.largest, alignment: 1)

  var received: (UnsafeRawBufferPointer) -> Void = { _ in }
  var hasRoom: () -> Void = {}
  var broke: (String) -> Void = { _ in }

  /// Takes over a descriptor and watches it.
  init(owning descriptor: consuming Descriptor, loop: EventLoop) throws(SystemError) {
    self.loop = loop
    self.descriptor = descriptor
    let number = self.descriptor.rawValue
    let flags = fcntl(number, F_GETFL)
    _ = fcntl(number, F_SETFL, flags | O_NONBLOCK)
    watch = try loop.watch(number, for: .readable) { [unowned self] in ready($0) }
  }

  deinit { buffer.deallocate() }

  /// Ends the watch; the descriptor closes with the last owner.
  func close() {
    if let watch { loop.cancel(watch) }
    watch = nil
  }

  /// Sends one packet; false when there is no room now: `hasRoom` is called once there is.
  func send(_ packet: ArraySlice<UInt8>) -> Bool {
    let number = descriptor.rawValue
    let sent = packet.withUnsafeBytes {
      Glibc.send(
        number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if sent >= 0 { return true }
    // Anything else is also seen by the watch.
    if errno == EAGAIN || errno == ENOBUFS { awaitRoom(true) }
    return false
  }

  private func awaitRoom(_ isAwaiting: Bool) {
    isAwaitingRoom = isAwaiting
    if let watch { try? loop.modify(watch, for: isAwaiting ? [.readable, .writable] : .readable) }
  }

  private func ready(_ readiness: EventLoop.Readiness) {
    if readiness.contains(.writable), isAwaitingRoom {
      awaitRoom(false)
      hasRoom()
    }
    guard watch != nil else { return }
    for _ in 0..<Self.mostReads {
      let count = recv(descriptor.rawValue, buffer.baseAddress, buffer.count, 0)
      if count > 0 {
        received(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        // What was received may have ended this.
        guard watch != nil else { return }
      } else if count < 0 && errno != EAGAIN && errno != EINTR {
        return broke(String(cString: strerror(errno)))
      } else if !readiness.intersection(.hangUp).isEmpty {
        // An empty packet looks like the end; only with a hang-up it is that.
        return broke("the connection was lost")
      } else if count < 0 {
        return
      }
    }
  }
}
