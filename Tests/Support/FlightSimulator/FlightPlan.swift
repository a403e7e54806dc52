package import FlightModel

/// A steady wind.
package struct Wind: Equatable, Sendable {
  /// Where it comes from, degrees.
  package var from: Double
  /// m/s.
  package var speed: Double

  package init(from: Double, speed: Double) {
    self.from = from
    self.speed = speed
  }

  var north: Double { -speed * Trigonometry.cosine(from) }
  var east: Double { -speed * Trigonometry.sine(from) }
}

/// How one kind of aircraft flies. Speeds in m/s.
package struct Aircraft: Equatable, Sendable {
  package var cruiseSpeed: Double
  package var circlingSpeed: Double
  package var approachSpeed: Double
  package var liftOffSpeed: Double
  /// Still-air sink at cruise, positive.
  package var sink: Double
  /// Seconds a full circle takes.
  package var circleSeconds: Double
  /// Degrees a second at most.
  package var turnRate: Double
  /// The circuit's size against a glider's.
  package var circuitScale: Double
  /// Deceleration after landing, m/s².
  package var braking: Double

  /// A standard-class glider.
  package static let glider = Aircraft(
    cruiseSpeed: 34, circlingSpeed: 25, approachSpeed: 27, liftOffSpeed: 21, sink: 0.9,
    circleSeconds: 22, turnRate: 16, circuitScale: 1, braking: 1.6)
  /// A paraglider.
  package static let paraglider = Aircraft(
    cruiseSpeed: 10.5, circlingSpeed: 9, approachSpeed: 9, liftOffSpeed: 5, sink: 1.1,
    circleSeconds: 17, turnRate: 24, circuitScale: 0.3, braking: 2.5)
}

/// One part of a flight, flown in order.
package enum Leg: Equatable, Sendable {
  /// Stands on the ground.
  case ground(seconds: Double)
  /// Launched by winch, released at a height above the field, m.
  case winch(releaseHeight: Double)
  /// Launched behind a tug, released at a height above the field, m.
  case aerotow(releaseHeight: Double)
  /// Runs and flies away at 25 km/h over ground, climbing 1 m/s, for some seconds.
  case footLaunch(seconds: Double)
  /// Circles until `gain` metres are won at about `strength` m/s.
  case thermal(Turn, gain: Double, strength: Double)
  /// Circles until a height above the field, m, is reached; nothing when already there.
  case climb(Turn, toHeight: Double, strength: Double)
  /// Flies straight on a heading, degrees, for some seconds.
  case glide(heading: Double, seconds: Double)
  /// Beats along a slope in the wind: ground speed 0 to 15 km/h, height about held.
  case ridge(seconds: Double)
  /// Hovers against the wind and climbs, m/s.
  case wave(seconds: Double, climb: Double)
  /// Flies back to the field and arrives at circuit height.
  case home
  /// Flies the circuit, touches down and rolls out.
  case land
}

/// Everything that decides a simulated flight.
package struct FlightPlan: Equatable, Sendable {
  package var seed: UInt64
  package var start: UTCInstant
  /// Where the aircraft stands at the start.
  package var field: Coordinate
  /// The field above mean sea level, m; may be negative.
  package var fieldElevation: Double
  /// The geoid above the ellipsoid, m.
  package var geoidSeparation: Double
  /// Fixes a second: 1, 2, 4, 5, 10 or 20.
  package var rate: Int
  package var wind: Wind
  package var aircraft: Aircraft
  package var legs: [Leg]
  /// Launch and landing direction, degrees; against the wind unless set.
  package var runwayHeading: Double
  /// Pressure altitude less mean-sea altitude at the start, m.
  package var pressureOffset: Double
  /// Change of that offset, m an hour.
  package var pressureDrift: Double
  /// Deviation of the measured position, m; the altitude's is 1.6 times as much.
  package var positionNoise: Double
  /// Tells two receivers of one flight apart: the seed of the measurement's noise.
  package var receiverSeed: UInt64

  package init(
    seed: UInt64 = 1,
    start: UTCInstant = UTCInstant(
      CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 39_600_000),
    field: Coordinate = Coordinate(latitudeE7: 484_233_000, longitudeE7: 99_215_000),
    fieldElevation: Double = 538, geoidSeparation: Double = 47.6, rate: Int = 1,
    wind: Wind = Wind(from: 250, speed: 4), aircraft: Aircraft = .glider, legs: [Leg],
    runwayHeading: Double? = nil, pressureOffset: Double = -62, pressureDrift: Double = 6,
    positionNoise: Double = 1.3,
    receiverSeed: UInt64 = 0
  ) {
    precondition([1, 2, 4, 5, 10, 20].contains(rate), "the rate divides 20 fixes a second")
    self.seed = seed
    self.start = start
    self.field = field
    self.fieldElevation = fieldElevation
    self.geoidSeparation = geoidSeparation
    self.rate = rate
    self.wind = wind
    self.aircraft = aircraft
    self.legs = legs
    self.runwayHeading = runwayHeading ?? wind.from
    self.pressureOffset = pressureOffset
    self.pressureDrift = pressureDrift
    self.positionNoise = positionNoise
    self.receiverSeed = receiverSeed
  }
}
