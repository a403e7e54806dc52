package import Bytes

/// The form of an IGC file whose SHA-256 is the flight's id: the same flight has the same id
/// whatever a mail program or an editor did to its line ends.
///
/// Bytes stay as they are, but: a leading byte-order mark is dropped; lines are split at CR, LF or
/// CR LF; blanks, tabs, NUL and 0x1A at a line's end are dropped, then empty lines; each line that
/// is left ends with one LF. A file with no line left has no bytes. G records stay.
///
/// Memory is bounded by the longest run of dropped bytes, which must be kept until the next byte
/// says whether it ends the line.
package struct NormalisedIGC: Sendable {
  private var mark = ByteOrderMark()
  /// Blanks, tabs, NUL and 0x1A that go only if their line ends here.
  private var undecided: [UInt8] = []
  private var lineHasBytes = false

  package init() {}

  /// Takes the next bytes of the file; the normalised bytes that they settle.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    bytes.lend { bytes in
      output.reserveCapacity(bytes.count)
      var start = 0
      while !mark.isPast, start < bytes.count {
        let settled = mark.feed(bytes[start])
        take(settled.span, &output)
        start += 1
      }
      take(bytes.extracting(start..<bytes.count), &output)
    }
    return output
  }

  /// Ends the file; the normalised bytes that were still open.
  package mutating func finish() -> [UInt8] {
    var output: [UInt8] = []
    let begun = mark.finish()
    take(begun.span, &output)
    endLine(&output)
    return output
  }

  /// The digest of a whole file in this form; with SHA-256, the flight's id.
  package static func digest(
    of file: some Sequence<UInt8>, using digest: some MessageDigest
  ) -> [UInt8] {
    var digest = digest
    var normaliser = NormalisedIGC()
    digest.update(normaliser.feed(file))
    digest.update(normaliser.finish())
    return digest.finish()
  }

  private mutating func take(_ bytes: Span<UInt8>, _ output: inout [UInt8]) {
    var start = 0
    while let end = LineSplitter.lineEnd(in: bytes, from: start) {
      takePart(bytes.extracting(start..<end), &output)
      endLine(&output)
      start = end + 1
    }
    takePart(bytes.extracting(start..<bytes.count), &output)
  }

  /// Takes a part of a line; blanks and the like at its end wait.
  private mutating func takePart(_ part: Span<UInt8>, _ output: inout [UInt8]) {
    var end = part.count
    while end > 0, LineSplitter.isTrailingFill(part[end - 1]) { end -= 1 }
    if end > 0 {
      output.append(contentsOf: undecided)
      undecided.removeAll(keepingCapacity: true)
      part.extracting(first: end).withUnsafeBufferPointer { output.append(contentsOf: $0) }
      lineHasBytes = true
    }
    for index in end..<part.count { undecided.append(part[index]) }
  }

  private mutating func endLine(_ output: inout [UInt8]) {
    if lineHasBytes { output.append(ASCII.lineFeed) }
    lineHasBytes = false
    undecided.removeAll(keepingCapacity: true)
  }
}

/// Drops a UTF-8 byte-order mark from the head of a file.
private struct ByteOrderMark: Sendable {
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
