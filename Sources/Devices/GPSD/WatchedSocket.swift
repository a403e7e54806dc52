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

  /// Lets what comes wait in the socket, or watches for it again.
  func pause(_ isPaused: Bool) {
    // Fails only for a descriptor that is not watched; a broken one is reported by its read.
    if let watch { try? loop.modify(watch, for: isPaused ? [] : .readable) }
  }

  /// Reads at most so many times in a row, so that a flood cannot keep the thread.
  private static let mostReads = 32

  /// Reads what has come and hands out the lines that are whole.
  func read(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) -> Arrival {
    var total = 0
    do {
      for _ in 0..<Self.mostReads {
        let space = buffer.space
        guard let count = try descriptor.read(into: space) else { break }
        guard count > 0 else { return .end("gpsd closed the connection") }
        buffer.take(count, body)
        total += count
        if count < space.count { break }
      }
    } catch {
      return .end(error.description)
    }
    return total > 0 ? .bytes(total) : .nothing
  }
}
