import FlightModel

/// Makes the fixes of a flight by hand, one stretch after another.
struct TrackMaker {
  private(set) var fixes: [TrackFix] = []
  /// Of the next fix.
  var time = UTCInstant(milliseconds: 1_780_000_000_000)
  var position = Coordinate(latitudeE7: 470_000_000, longitudeE7: 110_000_000)
  var altitude = 600.0
  /// Degrees.
  var heading = 90.0
  /// Between fixes, ms.
  var stepMs: Int64 = 1000
  /// m/s to the north and east.
  var wind = (north: 0.0, east: 0.0)
  var engine = TrackFix.Engine()
  var hasPressure = true

  /// Stands on the ground.
  mutating func stand(_ seconds: Double) {
    let wind = wind
    self.wind = (0, 0)
    fly(seconds, speed: 0)
    self.wind = wind
  }

  /// Moves through the air or, without wind, over the ground: m/s, m/s up, degrees a second.
  mutating func fly(_ seconds: Double, speed: Double, climb: Double = 0, turn: Double = 0) {
    let step = Double(stepMs) / 1000
    for _ in 0..<Int(seconds / step) {
      note()
      let radians = heading * Double.pi / 180
      position = position.moved(
        north: (speed * cosine(radians) + wind.north) * step,
        east: (speed * sine(radians) + wind.east) * step)
      altitude += climb * step
      heading += turn * step
      time = time.advanced(byMilliseconds: stepMs)
    }
  }

  /// A fix here and now.
  mutating func note() {
    let metres = Int32(altitude.rounded())
    fixes.append(
      TrackFix(
        time: time, position: position, pressureAltitudeM: hasPressure ? metres - 40 : nil,
        gnssAltitudeM: metres, engine: engine))
  }

  /// Nothing is recorded for a time.
  mutating func skip(_ seconds: Double) {
    time = time.advanced(byMilliseconds: Int64(seconds * 1000))
  }

  /// Off by winch to 300 m above the ground.
  mutating func winch() {
    fly(3, speed: 15)
    fly(30, speed: 28, climb: 10)
  }

  /// Down to the height of a field and to a stop on it.
  mutating func land(at field: Double = 600, speed: Double = 25) {
    let sink = 2.0
    fly(max(0, altitude - field) / sink, speed: speed, climb: -sink)
    altitude = field
    fly(4, speed: speed / 2)
    fly(2, speed: 3)
  }

  private func sine(_ radians: Double) -> Double {
    var angle = (radians / (2 * Double.pi)).rounded() * -2 * Double.pi + radians
    if angle > Double.pi / 2 { angle = Double.pi - angle }
    if angle < -Double.pi / 2 { angle = -Double.pi - angle }
    var term = angle
    var sum = angle
    for odd in stride(from: 3.0, through: 15, by: 2) {
      term *= -angle * angle / (odd * (odd - 1))
      sum += term
    }
    return sum
  }

  private func cosine(_ radians: Double) -> Double { sine(radians + Double.pi / 2) }
}
