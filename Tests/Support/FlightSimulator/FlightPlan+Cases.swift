import SeededRandom

extension FlightPlan {
  /// How a generated flight starts.
  package enum Launch: Sendable {
    case winch
    case aerotow
  }

  /// A short winch flight of about 6 minutes with a thermal each way: enough for most tests.
  package static func shortFlight(seed: UInt64 = 1, rate: Int = 1) -> FlightPlan {
    FlightPlan(
      seed: seed, rate: rate,
      legs: [
        .ground(seconds: 90), .winch(releaseHeight: 380), .glide(heading: 300, seconds: 20),
        .thermal(.left, gain: 120, strength: 2.2), .glide(heading: 70, seconds: 25),
        .thermal(.right, gain: 100, strength: 2), .home, .land, .ground(seconds: 120),
      ])
  }

  /// A flight of `climbs` climbs around a wandering course, made from the seed: turns to both sides,
  /// glides between, back to the field.
  package static func generated(
    seed: UInt64, climbs: Int, launch: Launch = .aerotow, rate: Int = 1
  ) -> FlightPlan {
    var choice = SeededGenerator(seed: seed ^ 0x51EE)
    let wind = Wind(from: choice.uniform(0...359).rounded(), speed: choice.uniform(1...8))
    var legs: [Leg] = [.ground(seconds: 90)]
    legs.append(launch == .winch ? .winch(releaseHeight: 400) : .aerotow(releaseHeight: 600))
    var heading = wind.from + choice.uniform(-60...60)
    for climb in 0..<climbs {
      legs.append(.glide(heading: heading, seconds: choice.uniform(40...120).rounded()))
      let turn = climb.isMultiple(of: 2) ? Turn.left : .right
      legs.append(
        .thermal(
          turn, gain: choice.uniform(180...450).rounded(), strength: choice.uniform(1.4...3.2)))
      heading += choice.uniform(70...150)
    }
    legs += [.home, .land, .ground(seconds: 90)]
    return FlightPlan(seed: seed, rate: rate, wind: wind, legs: legs)
  }

  /// One long flight for soak tests: about `hours` of climbs to 1200 m and glides to and fro.
  package static func longFlight(seed: UInt64 = 24, hours: Double, rate: Int = 10) -> FlightPlan {
    var legs: [Leg] = [.ground(seconds: 90), .winch(releaseHeight: 400)]
    for turn in 0..<Int(hours * 3600 / 220) {
      let side = turn.isMultiple(of: 2) ? Turn.left : .right
      legs.append(.climb(side, toHeight: 1200, strength: 1.6))
      legs.append(.glide(heading: Double(turn % 2) * 180, seconds: 150))
    }
    legs += [.home, .land, .ground(seconds: 90)]
    return FlightPlan(seed: seed, rate: rate, wind: Wind(from: 250, speed: 1), legs: legs)
  }

  /// A landing, a pause on the ground of `pause` seconds, and a second launch.
  package static func relaunch(seed: UInt64 = 7, pause: Double = 300) -> FlightPlan {
    FlightPlan(
      seed: seed,
      legs: [
        .ground(seconds: 90), .winch(releaseHeight: 380), .thermal(.right, gain: 150, strength: 2),
        .home, .land, .ground(seconds: pause), .winch(releaseHeight: 420),
        .thermal(.left, gain: 200, strength: 2), .home, .land, .ground(seconds: 120),
      ])
  }

  /// A paraglider's foot launch: 25 km/h over ground, climbing 1 m/s, then a soaring flight.
  package static func footLaunch(seed: UInt64 = 5) -> FlightPlan {
    FlightPlan(
      seed: seed, fieldElevation: 1210, wind: Wind(from: 320, speed: 2), aircraft: .paraglider,
      legs: [
        .ground(seconds: 120), .footLaunch(seconds: 70), .thermal(.left, gain: 150, strength: 1.4),
        .glide(heading: 300, seconds: 40), .thermal(.right, gain: 60, strength: 1.2), .home, .land,
        .ground(seconds: 120),
      ])
  }

  /// Slow slope flight: 40 km/h of wind and a ground speed of 0 to 15 km/h for `minutes`.
  package static func slowRidge(seed: UInt64 = 6, minutes: Double = 20) -> FlightPlan {
    FlightPlan(
      seed: seed, fieldElevation: 640, wind: Wind(from: 290, speed: 11.11),
      aircraft: .paragliderFast,
      legs: [
        .ground(seconds: 120), .footLaunch(seconds: 90), .ridge(seconds: minutes * 60), .home,
        .land, .ground(seconds: 120),
      ])
  }

  /// A wave flight: hovers over one place and climbs for `minutes`.
  package static func wave(seed: UInt64 = 8, minutes: Double = 20) -> FlightPlan {
    FlightPlan(
      seed: seed, wind: Wind(from: 180, speed: 14),
      legs: [
        .ground(seconds: 90), .aerotow(releaseHeight: 900),
        .wave(seconds: minutes * 60, climb: 1.2), .home, .land, .ground(seconds: 90),
      ])
  }
}

extension Aircraft {
  /// A paraglider on full speed bar, fast enough for 40 km/h of wind.
  package static let paragliderFast = Aircraft(
    cruiseSpeed: 17, circlingSpeed: 13, approachSpeed: 15, liftOffSpeed: 5, sink: 1.6,
    circleSeconds: 17, turnRate: 24, circuitScale: 0.4, braking: 2.5)
}
