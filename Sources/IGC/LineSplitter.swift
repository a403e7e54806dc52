/// Splits the bytes of an IGC file into lines, as every reader of this module sees them.
///
/// Lines end at CR, LF or CR LF; a byte-order mark before the first is dropped; blanks, tabs, NUL
/// and 0x1A at the end of a line are dropped, and so are lines with nothing left. Of a line longer
/// than `longestLine` only the beginning is kept. A line that came in one piece is not copied.
package struct LineSplitter: Sendable {
  /// Bytes kept of one line: 99 are the most that the specification allows.
  package static let longestLine = 1024
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The number of the line that was found last: 1 for the first; empty lines count.
  package private(set) var number = 0
  /// Of its first byte in the file.
  package private(set) var offset = 0
  /// Whether it came in several pieces and stands in `carried`, not in the bytes that were given.
  package private(set) var isCarried = false
  /// Whether bytes of it beyond `longestLine` were dropped.
  package private(set) var isCut = false
  /// Whether a line end followed; only the last line of a file can lack it.
  package private(set) var isEnded = true
  /// The bytes of a line that came in several pieces, until the next line.
  package private(set) var carried: [UInt8] = []

  private var isCarrying = false
  /// Bytes of the pieces before this one.
  private var past = 0
  private var endedInCarriageReturn = false

  package init() {}

  /// Where the next line is that ends in a piece of the file, without its end, from a position that
  /// begins at 0 and is moved on; nil when the rest of the piece belongs to a line that goes on in
  /// the next one.
  @inline(__always)
  package mutating func next(in bytes: Span<UInt8>, from position: inout Int) -> Range<Int>? {
    if endedInCarriageReturn, position < bytes.count {
      endedInCarriageReturn = false
      if bytes[position] == Self.lineFeed { position += 1 }
    }
    while let end = Self.lineEnd(in: bytes, from: position) {
      let line = position..<end
      position = end + 1
      if bytes[end] == Self.carriageReturn {
        endedInCarriageReturn = position == bytes.count
        if !endedInCarriageReturn, bytes[position] == Self.lineFeed { position += 1 }
      }
      number += 1
      if !isCarrying, number > 1, isPlain(bytes, line) {
        offset = past + line.lowerBound
        isCarried = false
        isCut = false
        return line
      }
      if let line = rareLine(bytes, line) { return line }
    }
    carry(bytes, position..<bytes.count)
    position = bytes.count
    past += bytes.count
    return nil
  }

  /// Ends the file: where in `carried` the line is that stood after the last line end.
  package mutating func finish() -> Range<Int>? {
    guard isCarrying else { return nil }
    number += 1
    isEnded = false
    return carriedLine()
  }

  /// Whether nothing is to be done to a line.
  @inline(__always)
  private func isPlain(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
    !line.isEmpty && line.count <= Self.longestLine
      && !Self.isTrailingFill(bytes[line.upperBound - 1])
  }

  /// Any line, from what was carried and the bytes that end it; nil if nothing is left of it.
  @inline(never)
  private mutating func rareLine(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Range<Int>? {
    if isCarrying {
      carry(bytes, line)
      return carriedLine()
    }
    isCarried = false
    isCut = false
    offset = past + line.lowerBound
    return trimmed(bytes, line)
  }

  private mutating func carriedLine() -> Range<Int>? {
    isCarried = true
    isCarrying = false
    let carried = carried
    return trimmed(carried.span, 0..<carried.count)
  }

  /// Keeps the beginning of a line.
  private mutating func carry(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    if range.isEmpty { return }
    if !isCarrying {
      carried.removeAll(keepingCapacity: true)
      isCarrying = true
      isCut = false
      offset = past + range.lowerBound
    }
    let room = Self.longestLine + Self.byteOrderMark.count - carried.count
    for index in range {
      if index - range.lowerBound < room {
        carried.append(bytes[index])
      } else if !Self.isTrailingFill(bytes[index]) {
        isCut = true
      }
    }
  }

  /// A line without byte-order mark and trailing fill, cut to `longestLine`; nil if nothing is left.
  private mutating func trimmed(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Range<Int>? {
    var (start, end) = (line.lowerBound, line.upperBound)
    let mark = Self.byteOrderMark
    if number == 1, line.count >= 3, (0..<3).allSatisfy({ bytes[start + $0] == mark[$0] }) {
      start += 3
      offset += 3
    }
    if !isCut { while end > start, Self.isTrailingFill(bytes[end - 1]) { end -= 1 } }
    if end - start > Self.longestLine {
      isCut = true
      end = start + Self.longestLine
    }
    return start < end ? start..<end : nil
  }

  /// Where the next CR or LF is. Eight bytes at a time are passed over while none is below 0x0E.
  @inline(__always)
  static func lineEnd(in bytes: Span<UInt8>, from start: Int) -> Int? {
    let raw = bytes.bytes
    var index = start
    while index &+ 8 <= bytes.count {
      let word = UInt64(
        littleEndian: raw.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
      // The top bit of every byte that is below, exact up to the lowest of them.
      let low = (word &- 0x0E0E_0E0E_0E0E_0E0E) & ~word & 0x8080_8080_8080_8080
      if low == 0 {
        index &+= 8
      } else {
        index &+= low.trailingZeroBitCount &>> 3
        if bytes[index] == lineFeed || bytes[index] == carriageReturn { return index }
        index &+= 1
      }
    }
    while index < bytes.count {
      if bytes[index] == lineFeed || bytes[index] == carriageReturn { return index }
      index &+= 1
    }
    return nil
  }

  /// Whether a byte at the end of a line says nothing: blank, tab, NUL or 0x1A.
  @inline(__always)
  static func isTrailingFill(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0 || byte == 0x1A
  }

  // Not of `Bytes`, whose constants are calls in this module.
  private static var lineFeed: UInt8 { 0x0A }
  private static var carriageReturn: UInt8 { 0x0D }
}

extension Sequence<UInt8> {
  /// Lends the bytes in one piece, copied only if they are in several.
  func lend<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    withContiguousStorageIfAvailable { body($0.span) } ?? body(Array(self).span)
  }
}

extension Span<UInt8> {
  /// A copy of some of the bytes.
  func copy(_ range: Range<Int>) -> [UInt8] {
    extracting(range).withUnsafeBufferPointer { Array($0) }
  }
}
