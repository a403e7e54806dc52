import Bytes

/// The lines of a text file with their numbers from 1; CR, LF and CR LF end a line. A byte-order mark
/// before the first is passed over. Nothing is copied.
struct TextLines: Sequence, IteratorProtocol {
  /// A longer line is no line of any file that is meant.
  static let longest = 65_536

  private let bytes: [UInt8]
  private var position: Int
  private var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
    guard position < bytes.count else { return nil }
    let start = position
    while position < bytes.count, !Self.isEnd(bytes[position]) { position += 1 }
    let line = bytes[start..<position]
    if position < bytes.count {
      let isPair =
        bytes[position] == ASCII.carriageReturn && position + 1 < bytes.count
        && bytes[position + 1] == ASCII.lineFeed
      position += isPair ? 2 : 1
    }
    number += 1
    return (number, line)
  }

  private static func isEnd(_ byte: UInt8) -> Bool {
    byte == ASCII.lineFeed || byte == ASCII.carriageReturn
  }
}
