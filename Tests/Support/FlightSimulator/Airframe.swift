/// Where the simulated aircraft is and how it moves: integrated in steps of fixed length.
struct Airframe: Sendable {
  /// Degrees.
  var latitude: Double
  var longitude: Double
  /// Above mean sea level, m.
  var altitude: Double
  /// Degrees.
  var heading: Double
  /// Degrees a second, right positive.
  var turnRate = 0.0
  /// m/s through the air.
  var airspeed = 0.0
  /// m/s, up positive.
  var climb = 0.0
  /// m/s over ground.
  var velocityNorth = 0.0
  var velocityEast = 0.0
  var isOnGround = true

  var groundSpeed: Double {
    (velocityNorth * velocityNorth + velocityEast * velocityEast).squareRoot()
  }

  /// Degrees of latitude a metre, on the sphere that the FAI measures on.
  static let degreesPerMetre = Trigonometry.degreesPerRadian / 6_371_000

  /// Flies one step: turn, speed and climb follow what is asked with an aircraft's inertia.
  mutating func fly(turnRate: Double, airspeed: Double, climb: Double, wind: Wind, seconds: Double)
  {
    self.turnRate += clamp(turnRate - self.turnRate, 14 * seconds)
    self.airspeed += (airspeed - self.airspeed) * seconds / 2.5
    self.climb += (climb - self.climb) * seconds / 1.2
    heading = Trigonometry.wrapped(heading + self.turnRate * seconds)
    let steep = self.airspeed * self.airspeed - self.climb * self.climb
    let level = max(1, steep).squareRoot()
    velocityNorth = level * Trigonometry.cosine(heading) + wind.north
    velocityEast = level * Trigonometry.sine(heading) + wind.east
    move(seconds)
  }

  /// Moves over ground at a given velocity, for flight that is told by its ground track.
  mutating func drift(north: Double, east: Double, climb: Double, seconds: Double) {
    self.climb += (climb - self.climb) * seconds / 1.2
    velocityNorth += (north - velocityNorth) * seconds / 1.5
    velocityEast += (east - velocityEast) * seconds / 1.5
    move(seconds)
  }

  /// Rolls along the heading at a ground speed.
  mutating func roll(speed: Double, seconds: Double) {
    climb = 0
    turnRate = 0
    velocityNorth = speed * Trigonometry.cosine(heading)
    velocityEast = speed * Trigonometry.sine(heading)
    move(seconds)
  }

  private mutating func move(_ seconds: Double) {
    altitude += climb * seconds
    latitude += velocityNorth * seconds * Self.degreesPerMetre
    let shrink = max(0.01, Trigonometry.cosine(latitude))
    longitude = Trigonometry.wrapped(
      longitude + velocityEast * seconds * Self.degreesPerMetre / shrink)
  }
}

/// A value held within `-limit` to `limit`.
func clamp(_ value: Double, _ limit: Double) -> Double { min(limit, max(-limit, value)) }
