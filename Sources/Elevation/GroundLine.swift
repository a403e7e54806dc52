package import FlightModel

/// The ground below each fix of a flight, as far as its tiles are there.
package struct GroundLine: Equatable, Sendable {
  /// m above mean sea level (EGM96), one a fix; not a number where it is not known.
  private var heights: [Float]
  /// Squares of the flight that are not there, those with the most fixes first.
  package private(set) var missing: [TileName] = []

  /// Looks up the ground below the valid fixes. `tile` is asked once for each square, one after the
  /// other, so that a single one is in memory.
  package init(_ fixes: [TrackFix], tile: (TileName) -> ElevationTile?) {
    heights = [Float](repeating: .nan, count: fixes.count)
    var indices: [TileName: [Int]] = [:]
    for (index, fix) in fixes.enumerated() where fix.isValid {
      indices[TileName(of: fix.position), default: []].append(index)
    }
    for name in TileName.all(of: fixes) {
      guard let tile = tile(name) else {
        missing.append(name)
        continue
      }
      for index in indices[name] ?? [] {
        heights[index] = tile.elevation(at: fixes[index].position).map { Float($0) } ?? .nan
      }
    }
  }

  /// The ground below a fix, m above mean sea level; nil where it is not known.
  package subscript(index: Int) -> Double? {
    guard heights.indices.contains(index), !heights[index].isNaN else { return nil }
    return Double(heights[index])
  }

  /// Whether it is known nowhere.
  package var isEmpty: Bool { heights.allSatisfy(\.isNaN) }
}
