import Glibc
import Linux

/// A non-blocking descriptor that a loop reads from and writes to, with a bounded queue for what
/// cannot be written yet. Of the loop's thread alone.
final class StreamChannel {
  /// Bytes that wait to be written, at most.
  static let defaultCapacity = 16 * 1024
  /// Reads at most so many times in a row, so that a flood cannot keep the thread.
  private static let mostReads = 16

  private let loop: EventLoop
  private let capacity: Int
  private let isSocket: Bool
  private var descriptor: Int32?
  private var watch: EventLoop.Watch?
  private var queue: [UInt8] = []
  private let pause: LoopTimer
  private var isPaused = false
  private var isWaitingToWrite = false
  /// After a read, what comes waits for so long and is then read at once, ms: a line that sends byte
  /// by byte would wake the loop for each. Zero reads as it comes.
  var pauseMs: Int64 = 0
  private var received: (UnsafeRawBufferPointer) -> Void = { _ in }
  private var ended: (String) -> Void = { _ in }

  /// Takes over the descriptor; `release` gives it back for closing.
  init(owning descriptor: Int32, loop: EventLoop, capacity: Int = defaultCapacity) {
    self.descriptor = descriptor
    self.loop = loop
    self.capacity = capacity
    var status = stat()
    isSocket = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    pause = LoopTimer(loop: loop)
  }

  /// Begins to read. `ended` is called once, with the reason, when the other end is gone or the
  /// descriptor breaks; nothing is called after `release`.
  func start(
    received: @escaping (UnsafeRawBufferPointer) -> Void, ended: @escaping (String) -> Void
  ) throws(SystemError) {
    guard let descriptor else { return }
    self.received = received
    self.ended = ended
    watch = try loop.watch(descriptor, for: .readable) { [self] in handle($0) }
  }

  /// Bytes that wait to be written.
  var queuedCount: Int { queue.count }

  /// Writes, or queues what cannot be written now; false when not all of it has room, and then
  /// nothing is sent.
  func send(_ bytes: [UInt8]) -> Bool {
    guard descriptor != nil, queue.count + bytes.count <= capacity else { return false }
    let wasEmpty = queue.isEmpty
    queue += bytes
    if wasEmpty { flush() }
    return true
  }

  /// Ends the watch and gives the descriptor to the caller to close; nil the second time.
  func release() -> Int32? {
    pause.disarm()
    if let watch { loop.cancel(watch) }
    (watch, received, ended) = (nil, { _ in }, { _ in })
    queue.removeAll()
    defer { descriptor = nil }
    return descriptor
  }

  deinit { if let descriptor { close(descriptor) } }

  // MARK: Events

  private func handle(_ readiness: EventLoop.Readiness) {
    if readiness.contains(.writable) { flush() }
    guard !readiness.isDisjoint(with: [.readable, .hangUp]) else { return }
    read(isLast: readiness.isHangUp)
    if pauseMs > 0 { pauseNow() }
  }

  private func pauseNow() {
    guard watch != nil, !isPaused else { return }
    isPaused = true
    follow()
    pause.arm(milliseconds: pauseMs) { [unowned self] in
      isPaused = false
      follow()
    }
  }

  /// Waits for what is wanted now; a hang-up is always told.
  private func follow() {
    var interest: EventLoop.Readiness = isPaused ? [] : .readable
    if !queue.isEmpty { interest.insert(.writable) }
    // Fails only for a descriptor that is not watched; a broken one is reported by its read.
    if let watch { try? loop.modify(watch, for: interest) }
  }

  private func read(isLast: Bool) {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      for _ in 0..<Self.mostReads {
        guard let descriptor else { return }
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 {
          received(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } else if count < 0 && errno == EINTR {
          continue
        } else {
          return finishRead(count, errno, isLast)
        }
      }
    }
  }

  private func finishRead(_ count: Int, _ code: Int32, _ isLast: Bool) {
    if count == 0 { return end("the other end has closed") }
    // A device that hangs up and gives nothing any more would wake the loop for ever.
    if code == EAGAIN && !isLast { return }
    end(code == EAGAIN || code == EIO ? "it was unplugged or hung up" : Self.text(code))
  }

  private func flush() {
    guard let descriptor, !queue.isEmpty else { return }
    let count = queue.withUnsafeBytes { put($0, into: descriptor) }
    if count < 0 && errno != EAGAIN && errno != EINTR { return end(Self.text(errno)) }
    if count > 0 { queue.removeFirst(count) }
    let isWaiting = !queue.isEmpty
    if isWaiting != isWaitingToWrite { follow() }
    isWaitingToWrite = isWaiting
  }

  /// A peer that has gone would end this process with SIGPIPE; only a socket can be told not to.
  private func put(_ bytes: UnsafeRawBufferPointer, into descriptor: Int32) -> Int {
    isSocket
      ? Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      : write(descriptor, bytes.baseAddress, bytes.count)
  }

  private func end(_ reason: String) {
    let ended = ended
    pause.disarm()
    if let watch { loop.cancel(watch) }
    watch = nil
    self.ended = { _ in }
    ended(reason)
  }

  private static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}

extension EventLoop.Readiness {
  fileprivate var isHangUp: Bool { !isDisjoint(with: .hangUp) }
}
