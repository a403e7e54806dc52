import FlightModel
import SeededRandom

/// Turns the true motion into what a receiver and a pressure sensor measure.
struct ReceiverModel: Sendable {
  private var generator: SeededGenerator
  private var north: SmoothError
  private var east: SmoothError
  private var up: SmoothError
  private var pressure = WanderingValue(deviation: 0.25, tau: 2)
  /// The last velocity that was fast enough to have a direction, m/s.
  private var lastCourse = (north: 0.0, east: 0.0)

  /// A wandering error, smoothed over 3 s, and its rate.
  private struct SmoothError: Sendable {
    var raw: WanderingValue
    var value = 0.0
    var rate = 0.0

    init(deviation: Double) { raw = WanderingValue(deviation: deviation, tau: 110) }

    mutating func step(_ seconds: Double, _ generator: inout SeededGenerator) {
      raw.step(seconds, &generator)
      rate = (raw.value - value) / 3
      value += rate * seconds
    }
  }

  init(_ plan: FlightPlan) {
    generator = SeededGenerator(seed: plan.seed ^ 0x6E55 ^ plan.receiverSeed &* 0x1_0001)
    north = SmoothError(deviation: plan.positionNoise)
    east = SmoothError(deviation: plan.positionNoise)
    up = SmoothError(deviation: plan.positionNoise * 1.6)
    for _ in 0..<4000 { wander(0.05) }
  }

  /// Moves the errors on, and keeps the course while the aircraft moves.
  mutating func step(_ seconds: Double, _ airframe: Airframe) {
    wander(seconds)
    let northSpeed = airframe.velocityNorth + north.rate
    let eastSpeed = airframe.velocityEast + east.rate
    if northSpeed * northSpeed + eastSpeed * eastSpeed > 0.25 {
      lastCourse = (northSpeed, eastSpeed)
    }
  }

  private mutating func wander(_ seconds: Double) {
    north.step(seconds, &generator)
    east.step(seconds, &generator)
    up.step(seconds, &generator)
    pressure.step(seconds, &generator)
  }

  /// The fix that the receiver reports now.
  func measure(_ airframe: Airframe, _ plan: FlightPlan, elapsedMs: Int64) -> SimulatedFix {
    let time = plan.start.advanced(byMilliseconds: elapsedMs)
    let truth = truth(of: airframe, plan)
    let northSpeed = airframe.velocityNorth + north.rate
    let eastSpeed = airframe.velocityEast + east.rate
    let speed = (northSpeed * northSpeed + eastSpeed * eastSpeed).squareRoot()
    let track = Trigonometry.bearing(north: lastCourse.north, east: lastCourse.east)
    let sea = centi(airframe.altitude + up.value)
    let hours = Double(elapsedMs) / 3_600_000
    let offset = plan.pressureOffset + plan.pressureDrift * hours
    let sky = Int((plan.seed &+ plan.receiverSeed) % 3) + Int(elapsedMs / 97_000 % 4)
    return SimulatedFix(
      truth: truth, trueTime: time, elapsedMs: elapsedMs, time: time, mode: .threeDimensional,
      position: position(of: airframe, north: north.value, east: east.value),
      ellipsoidAltitudeCm: sea + centi(plan.geoidSeparation), meanSeaAltitudeCm: sea,
      groundSpeedCmPerS: centi(speed), trackCentiDeg: centi(track) % 36_000,
      climbCmPerS: centi(airframe.climb + up.rate),
      pressureAltitudeCm: centi(airframe.altitude + offset + pressure.value),
      satellitesUsed: 9 + sky, hdopHundredths: 96 - sky * 4)
  }

  private func truth(of airframe: Airframe, _ plan: FlightPlan) -> SimulatedFix.Truth {
    let track = Trigonometry.bearing(
      north: airframe.velocityNorth, east: airframe.velocityEast)
    return SimulatedFix.Truth(
      position: position(of: airframe, north: 0, east: 0),
      ellipsoidAltitudeCm: centi(airframe.altitude + plan.geoidSeparation),
      groundSpeedCmPerS: centi(airframe.groundSpeed), trackCentiDeg: centi(track) % 36_000,
      climbCmPerS: centi(airframe.climb), isOnGround: airframe.isOnGround)
  }

  private func position(of airframe: Airframe, north: Double, east: Double) -> Coordinate {
    let latitude = airframe.latitude + north * Airframe.degreesPerMetre
    let shrink = max(0.01, Trigonometry.cosine(airframe.latitude))
    let longitude = airframe.longitude + east * Airframe.degreesPerMetre / shrink
    return Coordinate(latitude: latitude, longitude: Trigonometry.wrapped(longitude))!
  }

  private func centi(_ value: Double) -> Int32 { Int32((value * 100).rounded()) }
}
