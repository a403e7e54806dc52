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
  private var held: [UInt8] = []
  private var isOverlong = false

  /// `limit` and `extendedLimit` count `$` and CR LF.
  package init(
    limit: Int = SentenceScanner.standardLimit,
    extendedLimit: Int = SentenceScanner.extendedLimit
  ) {
    bound = max(1, limit - 2)
    extendedBound = max(bound, extendedLimit - 2)
    held.reserveCapacity(extendedBound)
  }

  /// Bytes of the line that is not whole yet.
  package var pendingCount: Int { held.count }

  /// Takes bytes as they came and calls `body` for each line that they complete.
  package mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (Result) -> Void) {
    var start = 0
    while start < bytes.count {
      let end = Self.endOfRun(in: bytes, from: start)
      take(UnsafeBufferPointer(rebasing: bytes[start..<end]))
      guard end < bytes.count else { return }
      if bytes[end] == UInt8(ascii: "$") {
        if !held.isEmpty { finishBroken(body) }
        held.append(UInt8(ascii: "$"))
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
    let count = min(rest.count, max(0, limit - held.count))
    held.append(contentsOf: UnsafeBufferPointer(rebasing: rest.prefix(count)))
    rest = rest.dropFirst(count)
  }

  private var isLongByNature: Bool { held.starts(with: "$XCTRC,".utf8) }

  private mutating func finishLine(_ body: (Result) -> Void) {
    guard !held.isEmpty else { return }
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
      return .sentence(try Sentence(checking: held[...]))
    } catch {
      return .fault(error)
    }
  }

  private mutating func clear() {
    held.removeAll(keepingCapacity: true)
    isOverlong = false
  }
}
