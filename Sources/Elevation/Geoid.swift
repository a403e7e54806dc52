package import FlightModel

/// The geoid EGM96: mean sea level, which heights of the ground are above, beside the ellipsoid of
/// WGS84, which satellite receivers measure from.
package enum Geoid {
  private static let columns = 360
  private static let rows = 181

  /// The height of the geoid above the ellipsoid, m: between whole metres on a grid of one degree,
  /// which is within 2 m of the model at 99 places of 100, and within 3 m in the Alps.
  package static func undulation(at place: Coordinate) -> Double {
    let north = Double(900_000_000 - Int64(place.latitudeE7)) / 1e7
    let east = Double(Int64(place.longitudeE7) + 1_800_000_000) / 1e7
    let row = min(rows - 2, max(0, Int(north)))
    let column = max(0, Int(east))
    let (down, right) = (north - Double(row), east - Double(column))
    let above = height(row, column) * (1 - right) + height(row, column + 1) * right
    let below = height(row + 1, column) * (1 - right) + height(row + 1, column + 1) * right
    return above * (1 - down) + below * down
  }

  /// `Files/undulation.grid`: a signed byte a degree, rows from the north pole, each from 180° west.
  private static func height(_ row: Int, _ column: Int) -> Double {
    Double(Int8(bitPattern: PackageResources.undulation_grid[row * columns + column % columns]))
  }
}
