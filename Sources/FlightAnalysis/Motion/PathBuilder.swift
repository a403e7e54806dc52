import CMath
import FlightModel

/// Makes a path of fixes: leaves out lone places and altitudes that nothing flies to, and takes a
/// jump that three fixes in a row agree on for a new place.
struct PathBuilder {
  /// Noise that any two fixes may have between them, m.
  static let noise = 50.0
  /// Fixes that prove a new place or altitude.
  static let relocationRun = 3
  /// Nothing climbs or falls faster, m/s, and noise of altitudes, m.
  static let steepest = 40.0
  static let altitudeNoise = 60.0
  /// Times beyond this are no dates, ms (the year 31688).
  static let farthestTime: Int64 = 1 << 50
  /// Nearer to 0/0 than this in both directions, 1e-7 degrees (11 m), is no place.
  static let nullIslandE7: Int32 = 1000

  let source: AltitudeSource?
  var moments: [Moment] = []

  private var origin: UTCInstant?
  private var last: TrackFix?
  private var doubted: [(fix: TrackFix, index: Int)] = []
  private var altitude: (metres: Double, seconds: Double)?
  private var doubtedAltitudes = 0
  private var withoutAltitude = 0
  private var stretch = 0

  init(source: AltitudeSource?) { self.source = source }

  /// Takes the next fix in increasing time.
  mutating func take(_ fix: TrackFix, _ index: Int) {
    guard fix.isPlaced else { return }
    guard let last else { return append(fix, index, isJump: false) }
    guard fix.seconds(since: last) >= FlightPath.shortestStep else { return }
    if fix.isReachable(from: last) {
      doubted.removeAll(keepingCapacity: true)
      append(fix, index, isJump: false)
    } else {
      doubt(fix, index)
    }
  }

  private mutating func doubt(_ fix: TrackFix, _ index: Int) {
    if let previous = doubted.last {
      if fix.seconds(since: previous.fix) < FlightPath.shortestStep { return }
      if !fix.isReachable(from: previous.fix) { doubted.removeAll(keepingCapacity: true) }
    }
    doubted.append((fix, index))
    guard doubted.count >= Self.relocationRun else { return }
    if moments.count < Self.relocationRun { forgetBeginning() }
    for (place, (fix, index)) in doubted.enumerated() { append(fix, index, isJump: place == 0) }
    doubted.removeAll(keepingCapacity: true)
  }

  /// What came before a new place is noise of a receiver that has just been switched on.
  private mutating func forgetBeginning() {
    moments.removeAll(keepingCapacity: true)
    altitude = nil
    withoutAltitude = 0
  }

  private mutating func append(_ fix: TrackFix, _ index: Int, isJump: Bool) {
    let origin = origin ?? fix.time
    self.origin = origin
    if isJump { beginStretch() }
    var moment = Moment(
      index: index, seconds: Double(fix.time.milliseconds(since: origin)) / 1000, east: 0,
      north: 0, altitude: 0)
    if let last, let before = moments.last {
      let way = isJump ? (east: 0, north: 0) : last.position.offset(to: fix.position)
      moment.east = before.east + way.east
      moment.north = before.north + way.north
    }
    moment.altitude = believed(source?.altitude(of: fix), at: moment.seconds)
    moment.stretch = stretch
    moments.append(moment)
    last = fix
  }

  private mutating func beginStretch() {
    stretch += 1
    doubtedAltitudes = 0
    altitude = altitude.map { ($0.metres, -Double.infinity) }
  }

  /// The altitude if it can be reached from the last one, else that.
  private mutating func believed(_ metres: Int32?, at seconds: Double) -> Double {
    guard let metres else { return altitude?.metres ?? 0 }
    let new = Double(metres)
    guard let known = altitude else {
      withoutAltitude = moments.count
      altitude = (new, seconds)
      return new
    }
    let reach = Self.steepest * (seconds - known.seconds) + Self.altitudeNoise
    doubtedAltitudes = abs(new - known.metres) <= reach ? 0 : doubtedAltitudes + 1
    if doubtedAltitudes > 0, doubtedAltitudes < Self.relocationRun { return known.metres }
    if doubtedAltitudes > 0 { beginStretch() }
    altitude = (new, seconds)
    return new
  }

  /// Gives the moments before the first altitude that one.
  mutating func fillAltitudes() {
    guard withoutAltitude > 0, withoutAltitude < moments.count else { return }
    let first = moments[withoutAltitude].altitude
    for position in 0..<withoutAltitude { moments[position].altitude = first }
  }

  /// The straight way to the first moment that is five seconds later, by the time; at the end that
  /// of the last five seconds.
  mutating func measureSpeeds() {
    var later = 0
    for position in moments.indices {
      let moment = moments[position]
      while later < moments.count - 1,
        moments[later].seconds - moment.seconds < FlightPath.speedWindow
      { later += 1 }
      let time = moments[later].seconds - moment.seconds
      if time < FlightPath.speedWindow {
        moments[position].speed = speedAtEnd(position)
      } else if time > 0 {
        moments[position].speed = moment.distance(to: moments[later]) / time
      }
    }
  }

  private func speedAtEnd(_ position: Int) -> Double {
    let final = moments[moments.count - 1]
    var first = position
    while first > 0, final.seconds - moments[first].seconds < FlightPath.speedWindow { first -= 1 }
    let time = final.seconds - moments[first].seconds
    return time > 0 ? moments[first].distance(to: final) / time : 0
  }
}

extension TrackFix {
  /// Whether it has a place on the globe and a date.
  fileprivate var isPlaced: Bool {
    let isZero =
      position.latitudeE7.magnitude <= PathBuilder.nullIslandE7
      && position.longitudeE7.magnitude <= PathBuilder.nullIslandE7
    return !isZero && position.latitudeE7.magnitude <= 900_000_000
      && position.longitudeE7.magnitude <= 1_800_000_000
      && time.milliseconds.magnitude <= PathBuilder.farthestTime
  }

  fileprivate func seconds(since earlier: TrackFix) -> Double {
    Double(time.milliseconds(since: earlier.time)) / 1000
  }

  fileprivate func isReachable(from earlier: TrackFix) -> Bool {
    let way = earlier.position.offset(to: position)
    let reach = AnalysedFlight.fastestMPerS * seconds(since: earlier) + PathBuilder.noise
    return way.east * way.east + way.north * way.north <= reach * reach
  }
}

extension Coordinate {
  /// Metres east and north to a place that is near.
  @inline(__always)
  func offset(to other: Coordinate) -> (east: Double, north: Double) {
    let metres = Coordinate.sphereRadius * Double.pi / 180e7
    let shrink = barograph_cos((latitude + other.latitude) * (Double.pi / 360))
    var east = Int64(other.longitudeE7) - Int64(longitudeE7)
    if east > 1_800_000_000 { east -= 3_600_000_000 }
    if east < -1_800_000_000 { east += 3_600_000_000 }
    let north = Int64(other.latitudeE7) - Int64(latitudeE7)
    return (Double(east) * metres * shrink, Double(north) * metres)
  }
}
