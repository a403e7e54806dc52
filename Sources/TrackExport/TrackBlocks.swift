import FlightModel

/// A file in blocks of at most some 250 kB, each made when it is asked for.
package struct TrackBlocks: Sequence, IteratorProtocol, Sendable {
  private static let fixesPerBlock = 1_000

  private let fixes: [TrackFix]
  /// Which of them are written; nil is all.
  private let chosen: [Int]?
  private var writer: any TrackWriter
  private var pass = 0
  private var place = 0

  init(_ document: TrackDocument, _ writer: some TrackWriter) {
    fixes = document.fixes
    chosen = writer.needsSoundFixes ? document.fixes.exportedIndices : nil
    self.writer = writer
  }

  package mutating func next() -> [UInt8]? {
    guard pass < writer.passes else { return nil }
    let count = chosen?.count ?? fixes.count
    let end = Swift.min(count, place + Self.fixesPerBlock)
    var block: [UInt8] = []
    if place == 0 { writer.begin(pass, &block) }
    for index in place..<end {
      let index = chosen?[index] ?? index
      writer.write(fixes[index], index, pass, &block)
    }
    place = end
    if place == count {
      writer.end(pass, &block)
      (pass, place) = (pass + 1, 0)
    }
    return block
  }
}

/// Writes one format. Formats that list positions and times apart go through the fixes more than
/// once; each pass has a beginning and an end.
protocol TrackWriter: Sendable {
  var passes: Int { get }
  /// Whether void fixes and those that are not later than the one before are left out.
  var needsSoundFixes: Bool { get }
  mutating func begin(_ pass: Int, _ bytes: inout [UInt8])
  /// Writes the fix of an index.
  mutating func write(_ fix: TrackFix, _ index: Int, _ pass: Int, _ bytes: inout [UInt8])
  mutating func end(_ pass: Int, _ bytes: inout [UInt8])
}

extension TrackWriter {
  var needsSoundFixes: Bool { true }
}

extension UTCInstant {
  /// Whether a date of four digits can name it, 1970 to 9999.
  var isWritable: Bool { (0...253_402_300_799_999).contains(milliseconds) }
}

extension [TrackFix] {
  /// Valid ones with a position on the globe, each later than the one before.
  var exportedIndices: [Int] {
    scoringIndices.filter { self[$0].time.isWritable && self[$0].position.isOnGlobe }
  }
}

extension Coordinate {
  fileprivate var isOnGlobe: Bool {
    latitudeE7.magnitude <= 900_000_000 && longitudeE7.magnitude <= 1_800_000_000
  }
}
