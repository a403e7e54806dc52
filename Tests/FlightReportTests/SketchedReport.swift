import FlightAnalysis
import FlightModel
import FlightReport
import Glibc
import Waypoints

/// A flight made of stretches whose phases are known because they were flown that way.
struct SketchedReport {
  private(set) var fixes: [TrackFix] = []
  private(set) var analysis = AnalysedFlight()
  private var time: UTCInstant
  private(set) var place: Coordinate
  private var altitude: Double
  private var heading = 0.0
  private var noise: UInt64 = 42
  private let stepS: Double

  init(at time: UTCInstant, from place: Coordinate, altitude: Double, stepS: Double = 2) {
    self.time = time
    self.place = place
    self.altitude = altitude
    self.stepS = stepS
  }

  /// Flies for a while: m/s over the ground, m/s of climb, degrees a second of turn, m/s of drift to
  /// the east. Gives the indices of the fixes.
  @discardableResult
  mutating func fly(
    _ kind: FlightPhase.Kind?, seconds: Double, speed: Double, climb: Double, turn: Double = 0,
    drift: Double = 0, noiseLevel: Int16? = nil
  ) -> ClosedRange<Int> {
    let start = (fixes.count, altitude)
    for _ in 0..<max(1, Int(seconds / stepS)) {
      heading += turn * stepS
      let (north, east) = (cos(heading * .pi / 180) * speed, sin(heading * .pi / 180) * speed)
      place = place.moved(north: north * stepS, east: (east + drift) * stepS)
      altitude += climb * stepS
      time = time.advanced(byMilliseconds: Int64(stepS * 1000))
      append(noiseLevel)
    }
    let range = start.0...fixes.count - 1
    if let kind {
      analysis.phases.append(
        FlightPhase(
          kind: kind, fixes: range, heightChangeM: altitude - start.1,
          durationMs: Int64(seconds * 1000)))
    }
    return range
  }

  /// Flies straight towards a place, arriving with what is left of the altitude.
  mutating func glide(to target: Coordinate, speed: Double, sink: Double) {
    let (north, east) = (
      target.latitude - place.latitude,
      (target.longitude - place.longitude) * cos(place.latitude * .pi / 180)
    )
    heading = atan2(east, north) * 180 / .pi
    fly(.cruise, seconds: place.distance(to: target) / speed, speed: speed, climb: -sink)
  }

  private mutating func append(_ noiseLevel: Int16?) {
    noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let jitter = Double(noise >> 40) / Double(1 << 24) - 0.5
    fixes.append(
      TrackFix(
        time: time, position: place, pressureAltitudeM: Int32(altitude - 62 + jitter),
        gnssAltitudeM: Int32(altitude + 2 * jitter),
        engine: TrackFix.Engine(noiseLevel: noiseLevel)))
  }

  func moment(_ index: Int) -> FlightMoment { FlightMoment(time: fixes[index].time, index: index) }

  /// A distance through fixes, its length as the sphere has it.
  func distance(_ points: [Int], measured: Range<Int>? = nil, closes: Bool = false)
    -> FlightDistance
  {
    var ends = (measured.map { Array(points[$0]) } ?? points).map { fixes[$0].position }
    if closes { ends.append(ends[0]) }
    let length = zip(ends, ends.dropFirst()).map { $0.distance(to: $1) }.reduce(0, +)
    return FlightDistance(sphereM: length, wgs84M: length * 1.002, points: points)
  }

  mutating func change(_ change: (inout AnalysedFlight) -> Void) { change(&analysis) }
}
