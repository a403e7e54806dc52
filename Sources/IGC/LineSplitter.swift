import Bytes

/// Splits the bytes of an IGC file into lines, as every reader of this module sees them.
///
/// Lines end at CR, LF or CR LF; a byte-order mark before the first is dropped; blanks, tabs, NUL
/// and 0x1A at the end of a line are dropped, and so are lines with nothing left. Of a line longer
/// than `longestLine` only the beginning is kept.
package struct LineSplitter: Sendable {
  /// One line without its end.
  package struct Line: Equatable, Sendable {
    package var bytes: [UInt8]
    /// 1 for the first line; empty lines count.
    package var number: Int
    /// Whether bytes beyond `longestLine` were dropped.
    package var isCut = false
    /// Whether a line end followed; only the last line of a file can lack it.
    package var isEnded = true
  }

  /// Bytes kept of one line: 99 are the most that the specification allows.
  package static let longestLine = 1024

  private var pending: [UInt8] = []
  private var isCut = false
  private var number = 1
  private var previousWasCarriageReturn = false
  private var mark = ByteOrderMark()

  package init() {}

  /// Takes the next bytes of the file and hands out the lines that they complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>, _ body: (Line) -> Void) {
    for byte in Array(bytes) {
      if mark.isPast { take(byte, body) } else { for byte in mark.feed(byte) { take(byte, body) } }
    }
  }

  /// Ends the file and hands out what stood after the last line end.
  package mutating func finish(_ body: (Line) -> Void) {
    for byte in mark.finish() { take(byte, body) }
    complete(isEnded: false, body)
  }

  private mutating func take(_ byte: UInt8, _ body: (Line) -> Void) {
    defer { previousWasCarriageReturn = byte == ASCII.carriageReturn }
    switch byte {
    case ASCII.lineFeed where previousWasCarriageReturn: break
    case ASCII.lineFeed, ASCII.carriageReturn: complete(isEnded: true, body)
    default:
      if pending.count < Self.longestLine {
        pending.append(byte)
      } else if !Self.isTrailingFill(byte) {
        isCut = true
      }
    }
  }

  private mutating func complete(isEnded: Bool, _ body: (Line) -> Void) {
    if !isCut { while let last = pending.last, Self.isTrailingFill(last) { pending.removeLast() } }
    if !pending.isEmpty {
      body(Line(bytes: pending, number: number, isCut: isCut, isEnded: isEnded))
    }
    pending.removeAll(keepingCapacity: true)
    isCut = false
    number += 1
  }

  /// Whether a byte at the end of a line says nothing: blank, tab, NUL or 0x1A.
  static func isTrailingFill(_ byte: UInt8) -> Bool {
    byte == ASCII.space || byte == ASCII.tab || byte == 0 || byte == 0x1A
  }
}

/// Drops a UTF-8 byte-order mark from the head of a file.
struct ByteOrderMark: Sendable {
  private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]
  private var matched = 0
  /// Whether the head of the file is past, so that bytes need not go through here any more.
  private(set) var isPast = false

  /// The bytes of the file that one more byte settles.
  mutating func feed(_ byte: UInt8) -> [UInt8] {
    guard !isPast else { return [byte] }
    guard byte == Self.bytes[matched] else { return finish() + [byte] }
    matched += 1
    isPast = matched == Self.bytes.count
    return []
  }

  /// A mark that was only begun.
  mutating func finish() -> [UInt8] {
    defer { isPast = true }
    return isPast ? [] : Array(Self.bytes.prefix(matched))
  }
}
