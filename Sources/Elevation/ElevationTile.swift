package import FlightModel

/// The ground of one square degree as SRTM3 has it: 1201 × 1201 heights above the geoid EGM96, in m,
/// three seconds of arc apart, the edges included.
package struct ElevationTile: Equatable, Sendable {
  /// Heights along an edge.
  package static let side = 1201
  /// Bytes of a tile: no other count is one.
  package static let byteCount = side * side * 2
  /// What stands where nothing was measured. A height that no ground has counts as that too.
  package static let void: Int16 = -32768
  private static let believable: ClosedRange<Int16> = -500...9000

  package let name: TileName
  /// Big-endian, rows from north to south, each from west to east.
  private let bytes: [UInt8]

  /// From a tile's bytes; nil if they are not of a tile's length.
  package init?(_ name: TileName, _ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.name = name
    self.bytes = bytes
  }

  /// The ground at a place, m above mean sea level (EGM96): between the four heights around it,
  /// bilinear. Of a void the others take the part. Nil outside the square, or where all around are
  /// void.
  package func elevation(at place: Coordinate) -> Double? {
    guard TileName(of: place) == name else { return nil }
    let (row, down) = Self.split(Int64(name.south + 1) * 10_000_000 - Int64(place.latitudeE7))
    let east = Int64(place.longitudeE7) - Int64(name.west) * 10_000_000
    let (column, right) = Self.split(east % 3_600_000_000)
    var (sum, weight) = (0.0, 0.0)
    for (row, share) in [(row, 1 - down), (row + 1, down)] where share > 0 {
      for (column, part) in [(column, 1 - right), (column + 1, right)] where part > 0 {
        guard let height = height(row, column) else { continue }
        sum += height * share * part
        weight += share * part
      }
    }
    return weight > 0 ? sum / weight : nil
  }

  /// The index of the height before a place on an edge, and how far it is to the next, 0 to 1.
  private static func split(_ wayE7: Int64) -> (Int, Double) {
    let steps = Double(min(10_000_000, max(0, wayE7))) * Double(side - 1) / 1e7
    let index = min(side - 2, Int(steps))
    return (index, steps - Double(index))
  }

  private func height(_ row: Int, _ column: Int) -> Double? {
    let offset = (row * Self.side + column) * 2
    let value = Int16(bitPattern: UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1]))
    return Self.believable.contains(value) ? Double(value) : nil
  }
}
