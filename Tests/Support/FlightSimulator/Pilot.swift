import FlightModel
import SeededRandom

/// Flies a plan: decides, step by step, what the aircraft is asked to do, and tells what happens.
struct Pilot: Sendable {
  static let step = 0.05

  let plan: FlightPlan
  var airframe: Airframe
  private(set) var isFinished = false
  private var remaining: ArraySlice<Leg>
  /// Seconds since the leg began.
  private var elapsed = 0.0
  /// Height above the field when the leg began, m.
  private var entryHeight = 0.0
  private var stage = 0
  private var speed = 0.0
  private var events: [FlightEvent] = []
  private var air: SeededGenerator
  private var lift = WanderingValue(deviation: 0.8, tau: 18)
  private var wobble = WanderingValue(deviation: 1.3, tau: 9)

  init(_ plan: FlightPlan) {
    self.plan = plan
    remaining = plan.legs[...]
    air = SeededGenerator(seed: plan.seed ^ 0xA1A1)
    airframe = Airframe(
      latitude: plan.field.latitude, longitude: plan.field.longitude,
      altitude: plan.fieldElevation, heading: Trigonometry.wrapped(plan.runwayHeading))
  }

  /// Height above the field, m.
  private var height: Double { airframe.altitude - plan.fieldElevation }

  /// Moves on by one step and returns what happened in it.
  mutating func advance() -> [FlightEvent] {
    events.removeAll(keepingCapacity: true)
    guard let leg = remaining.first else {
      isFinished = true
      return events
    }
    if !airframe.isOnGround {
      lift.step(Self.step, &air)
      wobble.step(Self.step, &air)
    }
    elapsed += Self.step
    if fly(leg) { beginNextLeg() }
    return events
  }

  private mutating func beginNextLeg() {
    remaining.removeFirst()
    elapsed = 0
    stage = 0
    speed = 0
    entryHeight = height
    switch remaining.first {
    case .thermal(let turn, _, _)?: events.append(.thermal(turn))
    case .climb(let turn, let target, _)? where target > height: events.append(.thermal(turn))
    default: break
    }
  }

  /// One step of a leg; true when the leg is done.
  private mutating func fly(_ leg: Leg) -> Bool {
    switch leg {
    case .ground(let seconds):
      airframe.roll(speed: 0, seconds: Self.step)
      return elapsed >= seconds
    case .winch(let release): return winch(release)
    case .aerotow(let release): return aerotow(release)
    case .footLaunch(let seconds): return footLaunch(seconds)
    case .thermal(let turn, let gain, let strength): return circle(turn, gain, strength)
    case .climb(let turn, let target, let strength):
      return target <= entryHeight || circle(turn, target - entryHeight, strength)
    case .glide(let heading, let seconds):
      cruise(on: heading, climb: lift.value - plan.aircraft.sink)
      return elapsed >= seconds
    case .ridge(let seconds): return ridge(seconds)
    case .wave(let seconds, let climb): return hover(seconds, climb)
    case .home: return goHome()
    case .land: return land()
    }
  }

  private mutating func ask(_ turnRate: Double, _ airspeed: Double, _ climb: Double) {
    airframe.fly(
      turnRate: turnRate, airspeed: airspeed, climb: climb, wind: plan.wind, seconds: Self.step)
  }

  private func rate(toward heading: Double, limit: Double? = nil) -> Double {
    clamp(
      Trigonometry.wrapped(heading - airframe.heading) * 0.7, limit ?? plan.aircraft.turnRate)
  }

  private mutating func cruise(on heading: Double, climb: Double) {
    ask(
      rate(toward: heading + wobble.value * 2), plan.aircraft.cruiseSpeed + wobble.value, climb)
  }

  // MARK: Launch

  /// Rolls until lift-off; true once flying.
  private mutating func rollOff(acceleration: Double) -> Bool {
    guard airframe.isOnGround else { return true }
    if speed == 0 { events.append(.moving) }
    speed += acceleration * Self.step
    airframe.roll(speed: speed, seconds: Self.step)
    let headwind =
      plan.wind.speed * Trigonometry.cosine(plan.wind.from - airframe.heading)
    if speed + headwind >= plan.aircraft.liftOffSpeed {
      airframe.airspeed = speed + headwind
      airframe.isOnGround = false
      events.append(.takeoff)
    }
    return false
  }

  private mutating func winch(_ release: Double) -> Bool {
    guard rollOff(acceleration: 6) else { return false }
    let climb = height < 25 ? 3.5 : height > release - 45 ? 4.5 : 10.5
    ask(rate(toward: plan.runwayHeading), 29, climb + lift.value * 0.4)
    guard height >= release else { return false }
    events.append(.release)
    return true
  }

  private mutating func aerotow(_ release: Double) -> Bool {
    guard rollOff(acceleration: 1.5) else { return false }
    let heading =
      switch height {
      case ..<140: plan.runwayHeading
      case ..<330: plan.runwayHeading + 125
      default: plan.runwayHeading + 40
      }
    let climb = height < 8 ? 0.9 : 2.7 + lift.value
    ask(rate(toward: heading, limit: 5), 33, climb)
    guard height >= release else { return false }
    events.append(.release)
    return true
  }

  private mutating func footLaunch(_ seconds: Double) -> Bool {
    if airframe.isOnGround {
      if speed == 0 { events.append(.moving) }
      speed = min(3.2, speed + 1.1 * Self.step)
      airframe.roll(speed: speed, seconds: Self.step)
      guard elapsed >= 4 else { return false }
      airframe.isOnGround = false
      events.append(.takeoff)
    }
    airframe.drift(
      north: 6.944 * Trigonometry.cosine(plan.runwayHeading),
      east: 6.944 * Trigonometry.sine(plan.runwayHeading), climb: 1, seconds: Self.step)
    guard elapsed >= seconds else { return false }
    airframe.airspeed = plan.aircraft.cruiseSpeed
    return true
  }

  // MARK: Aloft

  private mutating func circle(_ turn: Turn, _ gain: Double, _ strength: Double) -> Bool {
    let won = max(0, min(1, (height - entryHeight) / gain))
    let profile = 0.7 + 1.4 * won * (1 - won)
    let offCentre = 0.35 * Trigonometry.cosine(airframe.heading - 70)
    let climb = strength * (profile + offCentre * (1 - won)) + lift.value * 0.7
    let turning = 360 / plan.aircraft.circleSeconds * (1 + wobble.value * 0.06)
    ask(turn.sign * turning, plan.aircraft.circlingSpeed + wobble.value * 0.4, climb)
    return height - entryHeight >= gain || elapsed > 4 * gain / strength + 30
  }

  private mutating func ridge(_ seconds: Double) -> Bool {
    let beat = 96.0
    let speed = 2.083 * (1 - Trigonometry.cosine(360 * elapsed / beat))
    let side = Int(elapsed / beat).isMultiple(of: 2) ? 90.0 : -90.0
    let track = plan.wind.from + side
    let climb = 0.5 * Trigonometry.sine(elapsed * 1.7) + lift.value * 0.2
    airframe.drift(
      north: speed * Trigonometry.cosine(track), east: speed * Trigonometry.sine(track),
      climb: climb, seconds: Self.step)
    airframe.heading = Trigonometry.wrapped(plan.wind.from + side * 0.3)
    airframe.airspeed = max(plan.aircraft.circlingSpeed, plan.wind.speed)
    return elapsed >= seconds
  }

  private mutating func hover(_ seconds: Double, _ climb: Double) -> Bool {
    let sway = 0.9 * Trigonometry.sine(elapsed * 3)
    airframe.drift(
      north: sway * Trigonometry.cosine(plan.wind.from + 60),
      east: sway * Trigonometry.sine(plan.wind.from + 60), climb: climb + lift.value * 0.15,
      seconds: Self.step)
    airframe.heading = Trigonometry.wrapped(plan.wind.from)
    airframe.airspeed = max(plan.aircraft.circlingSpeed, plan.wind.speed)
    return elapsed >= seconds
  }

  // MARK: Home and landing

  /// The aircraft in the runway's frame: metres along the landing direction and to the right of it,
  /// from the touch-down point.
  private var onRunway: (along: Double, right: Double) {
    let north = (airframe.latitude - plan.field.latitude) / Airframe.degreesPerMetre
    let east =
      Trigonometry.wrapped(airframe.longitude - plan.field.longitude)
      / Airframe.degreesPerMetre * Trigonometry.cosine(plan.field.latitude)
    let cosine = Trigonometry.cosine(plan.runwayHeading)
    let sine = Trigonometry.sine(plan.runwayHeading)
    return (north * cosine + east * sine, east * cosine - north * sine)
  }

  /// The heading that takes the aircraft to a point of the runway's frame in this wind, and how far
  /// it is, m.
  private func course(along: Double, right: Double) -> (heading: Double, distance: Double) {
    let here = onRunway
    let ahead = along - here.along
    let aside = right - here.right
    let distance = max(1, (ahead * ahead + aside * aside).squareRoot())
    let bearing = plan.runwayHeading + Trigonometry.bearing(north: ahead, east: aside)
    let north = Trigonometry.cosine(bearing)
    let east = Trigonometry.sine(bearing)
    let helping = plan.wind.north * north + plan.wind.east * east
    let airspeed = max(airframe.airspeed, plan.wind.speed + 2)
    let rest = airspeed * airspeed - plan.wind.speed * plan.wind.speed + helping * helping
    let along = helping + max(0, rest).squareRoot()
    return (
      Trigonometry.bearing(
        north: along * north - plan.wind.north, east: along * east - plan.wind.east), distance
    )
  }

  private var circuitHeight: Double { plan.aircraft.circuitScale < 1 ? 70 : 210 }

  private mutating func goHome() -> Bool {
    let scale = plan.aircraft.circuitScale
    let way = course(along: 350 * scale, right: -750 * scale)
    let left = way.distance / max(4, airframe.groundSpeed)
    if stage == 1 {
      if height < circuitHeight + 40 { return true }
      ask(-360 / plan.aircraft.circleSeconds, plan.aircraft.approachSpeed, -2.2)
      return false
    }
    let climb = min(0.8, max(-3.5, (circuitHeight - height) / max(8, left)))
    ask(
      rate(toward: way.heading + wobble.value * 1.5), plan.aircraft.cruiseSpeed - 4,
      climb + lift.value * 0.4)
    if way.distance < 260 * scale + 40 { stage = 1 }
    return stage == 1 && height < circuitHeight + 40
  }

  private mutating func land() -> Bool {
    if airframe.isOnGround { return rollOut() }
    let scale = plan.aircraft.circuitScale
    let here = onRunway
    let lead = 170 * scale
    if stage == 0, here.along < -900 * scale + lead { stage = 1 }
    if stage == 1, here.right > -lead * 1.2 { stage = 2 }
    let (target, still): ((Double, Double), Double) =
      switch stage {
      case 0: ((-1000 * scale, -750 * scale), here.along + 2400 * scale)
      case 1: ((-1150 * scale, 0), -here.right + 900 * scale)
      default: ((min(here.along + 260 * scale, 400), 0), -here.along)
      }
    let way = course(along: target.0, right: target.1)
    let seconds = max(2, still / max(4, airframe.groundSpeed))
    let climb = max(-4.5, min(-0.6, -height / seconds))
    ask(rate(toward: way.heading), plan.aircraft.approachSpeed, climb)
    if airframe.altitude <= plan.fieldElevation { touchDown() }
    return false
  }

  private mutating func touchDown() {
    airframe.altitude = plan.fieldElevation
    airframe.isOnGround = true
    speed = airframe.groundSpeed
    airframe.heading = Trigonometry.bearing(
      north: airframe.velocityNorth, east: airframe.velocityEast)
    events.append(.landing)
  }

  private mutating func rollOut() -> Bool {
    speed = max(0, speed - plan.aircraft.braking * Self.step)
    airframe.roll(speed: speed, seconds: Self.step)
    guard speed == 0 else { return false }
    airframe.heading = Trigonometry.wrapped(plan.runwayHeading)
    events.append(.standstill)
    return true
  }
}
