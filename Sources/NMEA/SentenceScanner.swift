/// Finds the good sentences in what a port delivers, cut anywhere, and names what it refuses.
///
/// A line ends at CR or LF. A `$` always begins anew: a line whose end was lost still counts when
/// its checksum says that it is whole. Memory is bounded by the longest line.
package struct SentenceScanner: Sendable {
  /// What a line turned out to be.
  package enum Result: Equatable, Sendable {
    case sentence(Sentence)
    case fault(SentenceFault)
  }

  /// Characters of the longest line, `$` and CR LF included (FLARM's interface: 83).
  package static let standardLimit = 83
  /// The same for sentences that are longer by nature (`XCTRC`).
  package static let extendedLimit = 128

  private let bound: Int
  private let extendedBound: Int
  /// The line that is being collected, in the first `count` bytes: written over, never emptied.
  private var held: [UInt8]
  private var count = 0
  private var isOverlong = false

  /// `limit` and `extendedLimit` count `$` and CR LF.
  package init(
    limit: Int = SentenceScanner.standardLimit,
    extendedLimit: Int = SentenceScanner.extendedLimit
  ) {
    bound = max(1, limit - 2)
    extendedBound = max(bound, extendedLimit - 2)
    held = Array(repeating: 0, count: extendedBound)
  }

  /// Bytes of the line that is not whole yet.
  package var pendingCount: Int { count }

  /// Takes bytes as they came and calls `body` for each line that they complete.
  package mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (Result) -> Void) {
    var start = 0
    while start < bytes.count {
      let end = Self.endOfRun(in: bytes, from: start)
      take(UnsafeBufferPointer(rebasing: bytes[start..<end]))
      guard end < bytes.count else { return }
      if bytes[end] == UInt8(ascii: "$") {
        if count > 0 { finishBroken(body) }
        (held[0], count) = (UInt8(ascii: "$"), 1)
      } else {
        finishLine(body)
      }
      start = end + 1
    }
  }

  /// The first byte from `start` on that ends a line or begins a sentence, or the end.
  private static func endOfRun(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      // All three are small: one comparison passes over nearly everything else.
      if byte <= UInt8(ascii: "$"),
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "$")
      {
        return end
      }
      end += 1
    }
    return end
  }

  /// Takes bytes as they came and calls `body` for each line that they complete.
  package mutating func feed(_ bytes: [UInt8], _ body: (Result) -> Void) {
    bytes.withUnsafeBufferPointer { feed($0, body) }
  }

  /// Says that the line ends here, where whoever delivered it has taken its end away.
  package mutating func endLine(_ body: (Result) -> Void) { finishLine(body) }

  /// Takes bytes of the line that is being collected, as many as it may have.
  private mutating func take(_ run: UnsafeBufferPointer<UInt8>) {
    guard !isOverlong, !run.isEmpty else { return }
    var rest = run[...]
    hold(&rest, upTo: bound)
    if !rest.isEmpty, isLongByNature { hold(&rest, upTo: extendedBound) }
    isOverlong = !rest.isEmpty
  }

  private mutating func hold(
    _ rest: inout Slice<UnsafeBufferPointer<UInt8>>, upTo limit: Int
  ) {
    let taken = min(rest.count, max(0, limit - count))
    guard taken > 0 else { return }
    let piece = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest.prefix(taken)))
    held.withUnsafeMutableBytes { [count] in
      UnsafeMutableRawBufferPointer(rebasing: $0[count...]).copyMemory(from: piece)
    }
    count += taken
    rest = rest.dropFirst(taken)
  }

  private var isLongByNature: Bool { held[..<count].starts(with: "$XCTRC,".utf8) }

  private mutating func finishLine(_ body: (Result) -> Void) {
    guard count > 0 else { return }
    body(judge())
    clear()
  }

  private mutating func finishBroken(_ body: (Result) -> Void) {
    let result = judge()
    switch result {
    case .sentence, .fault(.tooLong): body(result)
    case .fault: body(.fault(.interrupted))
    }
    clear()
  }

  private func judge() -> Result {
    if isOverlong { return .fault(.tooLong) }
    do throws(SentenceFault) {
      return .sentence(try Sentence(checking: held[..<count]))
    } catch {
      return .fault(error)
    }
  }

  private mutating func clear() {
    count = 0
    isOverlong = false
  }
}
