import Bytes

/// Cuts bytes that come in pieces into lines; LF and CRLF end one. A line beyond the bound is
/// counted and left out, whatever its length.
struct LineSplitter: Sendable {
  /// A line as it came.
  enum Line {
    case whole(ArraySlice<UInt8>)
    case tooLong
  }

  private let longest: Int
  private var held: [UInt8] = []
  private var isTooLong = false

  init(longest: Int) { self.longest = longest }

  /// Hands every line that is whole to `body`, empty ones too.
  mutating func feed(_ bytes: some Sequence<UInt8>, _ body: (Line) -> Void) {
    for byte in bytes {
      if byte == ASCII.lineFeed { end(body) } else { hold(byte) }
    }
  }

  /// Hands over the last line, where it has no end.
  mutating func finish(_ body: (Line) -> Void) {
    if !held.isEmpty || isTooLong { end(body) }
  }

  private mutating func hold(_ byte: UInt8) {
    if held.count < longest { held.append(byte) } else { isTooLong = true }
  }

  private mutating func end(_ body: (Line) -> Void) {
    if isTooLong {
      body(.tooLong)
    } else {
      body(.whole(held.last == ASCII.carriageReturn ? held.dropLast() : held[...]))
    }
    held.removeAll(keepingCapacity: true)
    isTooLong = false
  }
}
