import Glibc

/// Cuts what a socket delivers into lines, in place and within a bound.
///
/// A line longer than the buffer is skipped up to its end and counted; the lines around it stand.
package struct LineBuffer: ~Copyable {
  /// Longest line, without its end; gpsd's own limit for a report is 10,240.
  package static let defaultCapacity = 16 * 1024

  /// Lines that were too long.
  package private(set) var overlongCount = 0

  private let bytes: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var count = 0
  private var isSkipping = false

  package init(capacity: Int = LineBuffer.defaultCapacity) {
    self.capacity = capacity
    // One byte more, so that the last line can always be closed with a zero.
    bytes = .allocate(capacity: capacity + 1)
  }

  deinit { bytes.deallocate() }

  /// Bytes of the line that is not whole yet.
  package var pendingCount: Int { count }

  /// Where to read the next bytes to; never empty.
  package var space: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: bytes + count, count: capacity - count)
  }

  /// Takes `added` bytes that were read into `space` and calls `body` for each whole line, without
  /// CR and LF; a zero byte stands behind each. Empty lines are passed over.
  package mutating func take(
    _ added: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Void
  ) {
    var start = 0
    var searched = count
    count += min(max(0, added), capacity - count)
    while let found = memchr(bytes + searched, 0x0A, count - searched) {
      let end = UnsafeMutableRawPointer(bytes).distance(to: found)
      if isSkipping { isSkipping = false } else { emit(start, end, body) }
      start = end + 1
      searched = start
    }
    keep(from: start)
  }

  private func emit(
    _ start: Int, _ end: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Void
  ) {
    let end = end > start && bytes[end - 1] == 0x0D ? end - 1 : end
    guard end > start else { return }
    bytes[end] = 0
    body(UnsafeMutableBufferPointer(start: bytes + start, count: end - start))
  }

  private mutating func keep(from start: Int) {
    count -= start
    if isSkipping {
      count = 0
    } else if count == capacity {
      overlongCount += 1
      isSkipping = true
      count = 0
    } else if start > 0 && count > 0 {
      memmove(bytes, bytes + start, count)
    }
  }
}
