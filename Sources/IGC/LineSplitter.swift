import Bytes

/// Splits the bytes of an IGC file into lines, as every reader of this module sees them.
///
/// Lines end at CR, LF or CR LF; a byte-order mark before the first is dropped; blanks, tabs, NUL
/// and 0x1A at the end of a line are dropped, and so are lines with nothing left. Of a line longer
/// than `longestLine` only the beginning is kept. A line that came in one piece is not copied.
package struct LineSplitter: Sendable {
  /// One line without its end.
  package struct Line: Equatable, Sendable {
    /// Where its bytes are: in those that were given, or in `carried`.
    package var range: Range<Int>
    /// Whether it came in several pieces and stands in `carried`.
    package var isCarried = false
    /// 1 for the first line; empty lines count.
    package var number: Int
    /// Of its first byte in the file.
    package var offset: Int
    /// Whether bytes beyond `longestLine` were dropped.
    package var isCut = false
    /// Whether a line end followed; only the last line of a file can lack it.
    package var isEnded = true
  }

  /// Bytes kept of one line: 99 are the most that the specification allows.
  package static let longestLine = 1024
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The bytes of a line that came in several pieces, until the next line.
  package private(set) var carried: [UInt8] = []
  private var carriedOffset = 0
  private var isCarriedComplete = false
  private var isCut = false
  private var number = 0
  /// Bytes of the pieces before this one.
  private var past = 0
  private var endedInCarriageReturn = false

  package init() {}

  /// The next line that ends in a piece of the file, from a position that begins at 0 and is moved
  /// on; nil when the rest of the piece belongs to a line that goes on in the next one.
  package mutating func next(in bytes: Span<UInt8>, from position: inout Int) -> Line? {
    if endedInCarriageReturn, position < bytes.count {
      endedInCarriageReturn = false
      if bytes[position] == ASCII.lineFeed { position += 1 }
    }
    while let end = Self.lineEnd(in: bytes, from: position) {
      let start = position
      position = end + 1
      if bytes[end] == ASCII.carriageReturn {
        endedInCarriageReturn = position == bytes.count
        if !endedInCarriageReturn, bytes[position] == ASCII.lineFeed { position += 1 }
      }
      number += 1
      if hasCarried {
        carry(bytes, start..<end)
        if let line = carriedLine() { return line }
      } else if let line = line(bytes, start..<end) {
        return line
      }
    }
    carry(bytes, position..<bytes.count)
    position = bytes.count
    past += bytes.count
    return nil
  }

  /// Ends the file: the line that stood after the last line end, in `carried`.
  package mutating func finish() -> Line? {
    guard hasCarried else { return nil }
    number += 1
    var line = carriedLine()
    line?.isEnded = false
    return line
  }

  private var hasCarried: Bool { !isCarriedComplete && !carried.isEmpty }

  private func line(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Line? {
    trimmed(Line(range: range, number: number, offset: past + range.lowerBound), in: bytes)
  }

  private mutating func carriedLine() -> Line? {
    isCarriedComplete = true
    let line = Line(
      range: 0..<carried.count, isCarried: true, number: number, offset: carriedOffset,
      isCut: isCut)
    return trimmed(line, in: carried.span)
  }

  /// Keeps the beginning of a line.
  private mutating func carry(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    if range.isEmpty { return }
    if !hasCarried {
      carried.removeAll(keepingCapacity: true)
      isCarriedComplete = false
      isCut = false
      carriedOffset = past + range.lowerBound
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
  private func trimmed(_ line: Line, in bytes: Span<UInt8>) -> Line? {
    var line = line
    var (start, end) = (line.range.lowerBound, line.range.upperBound)
    if number == 1, end - start >= 3,
      (0..<3).allSatisfy({ bytes[start + $0] == Self.byteOrderMark[$0] })
    {
      start += 3
      line.offset += 3
    }
    if !line.isCut { while end > start, Self.isTrailingFill(bytes[end - 1]) { end -= 1 } }
    if end - start > Self.longestLine {
      line.isCut = true
      end = start + Self.longestLine
    }
    line.range = start..<end
    return start < end ? line : nil
  }

  /// Where the next CR or LF is; eight bytes at a time.
  @inline(__always)
  private static func lineEnd(in bytes: Span<UInt8>, from start: Int) -> Int? {
    let raw = bytes.bytes
    var index = start
    while index + 8 <= bytes.count {
      let word = UInt64(
        littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      let found = zeroBytes(word ^ 0x0A0A_0A0A_0A0A_0A0A) | zeroBytes(word ^ 0x0D0D_0D0D_0D0D_0D0D)
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count {
      if bytes[index] == ASCII.lineFeed || bytes[index] == ASCII.carriageReturn { return index }
      index += 1
    }
    return nil
  }

  /// The top bit of every byte that is zero, exact up to the lowest such byte.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// Whether a byte at the end of a line says nothing: blank, tab, NUL or 0x1A.
  @inline(__always)
  static func isTrailingFill(_ byte: UInt8) -> Bool {
    byte == ASCII.space || byte == ASCII.tab || byte == 0 || byte == 0x1A
  }
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
