import Glibc
import Linux

/// A socket that the loop watches, with the buffer for its lines. Of the loop's thread alone.
final class WatchedSocket {
  /// What a read brought.
  enum Arrival {
    case bytes(Int)
    case nothing
    case end(String)
  }

  private let loop: EventLoop
  private let descriptor: Descriptor
  private var watch: EventLoop.Watch?
  private var buffer: LineBuffer

  /// Takes over an open, non-blocking descriptor.
  init(owning descriptor: Int32, loop: EventLoop, lineCapacity: Int = LineBuffer.defaultCapacity) {
    self.loop = loop
    self.descriptor = Descriptor(owning: descriptor)
    buffer = LineBuffer(capacity: lineCapacity)
  }

  var overlongCount: Int { buffer.overlongCount }

  func start(_ handler: @escaping () -> Void) throws(SystemError) {
    watch = try loop.watch(descriptor.rawValue, for: .readable) { _ in handler() }
  }

  /// Ends the watch; the descriptor closes with the last owner.
  func stop() {
    if let watch { loop.cancel(watch) }
    watch = nil
  }

  /// Reads once and hands out the lines that are whole.
  func read(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) -> Arrival {
    do {
      guard let count = try descriptor.read(into: buffer.space) else { return .nothing }
      guard count > 0 else { return .end("gpsd closed the connection") }
      buffer.take(count, body)
      return .bytes(count)
    } catch {
      return .end(error.description)
    }
  }
}
