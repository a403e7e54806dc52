import FlightModel
import FlightSimulator
import SeededRandom

/// A small exact track for what the flight simulator does not fly: cars, stands, plain climbs.
struct Track {
  enum Leg {
    case stand(Int)
    /// Speed in m/s on flat ground, for some seconds.
    case drive(Double, Int)
    /// Speed and climb in m/s, for some seconds.
    case climbOut(Double, Double, Int)
  }

  var start = UTCInstant(CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 36_000_000)
  var fixes: [SimulatedFix] = []

  init(start: UTCInstant? = nil, rate: Int = 1, legs: [Leg]) {
    if let start { self.start = start }
    var noise = SeededGenerator(seed: 3)
    var (east, height, elapsed) = (0.0, 585.0, Int64(0))
    for leg in legs {
      let (speed, climb, seconds) = leg.motion
      for _ in 0..<(seconds * rate) {
        fixes.append(
          fix(elapsed, east, height + noise.uniform(-1.5...1.5), speed, climb))
        elapsed += Int64(1000 / rate)
        east += speed / Double(rate)
        height += climb / Double(rate)
      }
    }
  }

  private func fix(
    _ elapsed: Int64, _ east: Double, _ height: Double, _ speed: Double, _ climb: Double
  ) -> SimulatedFix {
    let position = Coordinate(latitude: 48.4, longitude: 9.9)!.moved(north: 0, east: east)
    let time = start.advanced(byMilliseconds: elapsed)
    var fix = Self.template
    fix.trueTime = time
    fix.time = time
    fix.elapsedMs = elapsed
    fix.position = position
    fix.ellipsoidAltitudeCm = Int32(height * 100)
    fix.meanSeaAltitudeCm = fix.ellipsoidAltitudeCm - 4_760
    fix.pressureAltitudeCm = fix.ellipsoidAltitudeCm - 6_200
    fix.groundSpeedCmPerS = Int32(speed * 100)
    fix.trackCentiDeg = 9_000
    fix.climbCmPerS = Int32(climb * 100)
    return fix
  }

  private static let template = SimulatedFlight(FlightPlan(legs: [.ground(seconds: 1)])).fixes[0]
}

extension Track.Leg {
  fileprivate var motion: (speed: Double, climb: Double, seconds: Int) {
    switch self {
    case .stand(let seconds): (0, 0, seconds)
    case .drive(let speed, let seconds): (speed, 0, seconds)
    case .climbOut(let speed, let climb, let seconds): (speed, climb, seconds)
    }
  }
}
