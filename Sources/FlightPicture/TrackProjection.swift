import CMath
import FlightModel

/// The track as seen from above on a plane: metres east and south of its north-western corner, true
/// to scale along its middle latitude. The antimeridian is no edge.
struct TrackProjection {
  /// Metres, x to the east and y to the south.
  let points: [PlanePoint]
  /// Metres; at least 400, so that a glider that stands is not magnified without end.
  let width: Double
  let height: Double

  static let shortestSide = 400.0
  private static let metresPerUnit = Coordinate.sphereRadius * Double.pi / 180 / 1e7
  private static let turn: Int64 = 3_600_000_000

  init(_ track: [PicturePoint]) {
    let east = Self.unwrapped(track.map { Int64($0.position.longitudeE7) })
    let north = track.map { min(900_000_000, max(-900_000_000, Int64($0.position.latitudeE7))) }
    let (west, eastEnd) = (east.min() ?? 0, east.max() ?? 0)
    let (south, northEnd) = (north.min() ?? 0, north.max() ?? 0)
    let middle = Double(south + northEnd) / 2 / 1e7 * Double.pi / 180
    let shrink = max(0.01, barograph_cos(middle)) * Self.metresPerUnit
    let spanX = Double(eastEnd - west) * shrink
    let spanY = Double(northEnd - south) * Self.metresPerUnit
    width = max(Self.shortestSide, spanX)
    height = max(Self.shortestSide, spanY)
    let (padX, padY) = ((width - spanX) / 2, (height - spanY) / 2)
    points = zip(east, north).map { east, north in
      PlanePoint(
        x: padX + Double(east - west) * shrink,
        y: padY + Double(northEnd - north) * Self.metresPerUnit)
    }
  }

  /// Longitudes as a line without jumps: each is moved by whole turns to be near its predecessor.
  private static func unwrapped(_ longitudes: [Int64]) -> [Int64] {
    var last = longitudes.first ?? 0
    return longitudes.map { longitude in
      var step = (longitude - last) % turn
      if step > turn / 2 { step -= turn } else if step < -turn / 2 { step += turn }
      last += step
      return last
    }
  }
}
