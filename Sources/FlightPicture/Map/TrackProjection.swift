import CMath
import FlightModel

/// The track as seen from above on a plane: metres east and south of its north-western corner, true
/// to scale along its middle latitude. The antimeridian is no edge.
struct TrackProjection {
  /// Metres, x to the east and y to the south.
  private(set) var points: [PlanePoint]
  /// Metres; at least 400, so that a glider that stands is not magnified without end.
  let width: Double
  let height: Double

  private let bounds: Bounds
  private let pad: PlanePoint
  /// Metres a unit of longitude.
  private let shrink: Double

  static let shortestSide = 400.0
  private static let metresPerUnit = Coordinate.sphereRadius * Double.pi / 180 / 1e7
  fileprivate static let turn: Int64 = 3_600_000_000

  /// `extras` are places that shall be seen beside the track; those too far from it are not. `focus`
  /// are places that fill the map if they are few parts of the track only.
  init(_ track: [PicturePoint], extras: [Coordinate] = [], focus: [Coordinate] = []) {
    let east = Self.unwrapped(track.map { Int64($0.position.longitudeE7) })
    let north = track.map { Self.north($0.position) }
    var bounds = Bounds(east: east, north: north)
    for place in extras { bounds.include(place) }
    bounds.narrow(to: focus)
    let middle = Double(bounds.south + bounds.north) / 2 / 1e7 * Double.pi / 180
    shrink = max(0.01, barograph_cos(middle)) * Self.metresPerUnit
    let spanX = Double(bounds.east - bounds.west) * shrink
    let spanY = Double(bounds.north - bounds.south) * Self.metresPerUnit
    width = max(Self.shortestSide, spanX)
    height = max(Self.shortestSide, spanY)
    pad = PlanePoint(x: (width - spanX) / 2, y: (height - spanY) / 2)
    self.bounds = bounds
    points = []
    points = zip(east, north).map { place(east: $0, north: $1) }
  }

  /// Where another place lies, on the side of the globe where the track is.
  func place(of position: Coordinate) -> PlanePoint {
    place(east: bounds.near(position.longitudeE7), north: Self.north(position))
  }

  private func place(east: Int64, north: Int64) -> PlanePoint {
    PlanePoint(
      x: pad.x + Double(east - bounds.west) * shrink,
      y: pad.y + Double(bounds.north - north) * Self.metresPerUnit)
  }

  private static func north(_ position: Coordinate) -> Int64 {
    min(900_000_000, max(-900_000_000, Int64(position.latitudeE7)))
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

/// The box around what is drawn, in 1e-7 degrees; longitudes are unwrapped.
private struct Bounds {
  private(set) var west: Int64
  private(set) var east: Int64
  private(set) var south: Int64
  private(set) var north: Int64
  /// Of the track, and how far from it a place may lie: three times its size, or half a degree.
  private let middle: (east: Int64, north: Int64)
  private let reach: Int64

  init(east: [Int64], north: [Int64]) {
    west = east.min() ?? 0
    self.east = east.max() ?? 0
    south = north.min() ?? 0
    self.north = north.max() ?? 0
    middle = ((west + self.east) / 2, (south + self.north) / 2)
    reach = max(5_000_000, 3 * max(self.east - west, self.north - south))
  }

  /// A longitude moved by whole turns to the side where the track is.
  func near(_ longitude: Int32) -> Int64 {
    let turn = TrackProjection.turn
    let turns = (Double(middle.east - Int64(longitude)) / Double(turn)).rounded()
    return Int64(longitude) + Int64(turns) * turn
  }

  /// Makes the box that of some places if it is a third of the track's or less.
  mutating func narrow(to places: [Coordinate]) {
    let (x, y) = (places.map { near($0.longitudeE7) }, places.map { Int64($0.latitudeE7) })
    guard let left = x.min(), let right = x.max(), let low = y.min(), let high = y.max(),
      3 * max(right - left, high - low) <= max(east - west, north - south)
    else { return }
    (west, east, south, north) = (left, right, low, high)
  }

  mutating func include(_ place: Coordinate) {
    let (x, y) = (near(place.longitudeE7), Int64(place.latitudeE7))
    guard abs(x - middle.east) <= reach, abs(y - middle.north) <= reach else { return }
    (west, east) = (min(west, x), max(east, x))
    (south, north) = (min(south, y), max(north, y))
  }
}
