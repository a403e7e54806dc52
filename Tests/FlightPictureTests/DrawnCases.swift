import FlightModel
import FlightPicture
import Glibc

/// A flight made of stretches, for pictures: positions, altitudes and times follow from a few
/// numbers, with a little noise from a seed.
struct SketchedFlight {
  private(set) var track: [PicturePoint] = []
  private var time: UTCInstant
  private var place: Coordinate
  private var altitude: Double
  private var heading: Double
  private var noise: UInt64 = 42
  private let stepMs: Int64

  init(
    at time: UTCInstant, from place: Coordinate, altitude: Double, heading: Double = 240,
    stepMs: Int64 = 1_000
  ) {
    self.time = time
    self.place = place
    self.altitude = altitude
    self.heading = heading
    self.stepMs = stepMs
  }

  var end: UTCInstant { time }

  /// Flies for a while: m/s over ground, m/s of climb, degrees a second of turn, m/s of drift east.
  mutating func fly(
    seconds: Double, speed: Double, climb: Double, turn: Double = 0, drift: Double = 0
  ) {
    let step = Double(stepMs) / 1000
    for _ in 0..<Int(seconds / step) {
      heading += turn * step
      let (north, east) = (cos(heading * .pi / 180) * speed, sin(heading * .pi / 180) * speed)
      place = place.moved(north: north * step, east: (east + drift) * step)
      altitude += climb * step
      time = time.advanced(byMilliseconds: stepMs)
      append()
    }
  }

  /// Turns on the spot.
  mutating func head(_ heading: Double) { self.heading = heading }

  /// Time passes without a fix.
  mutating func pause(seconds: Int64) { time = time.advanced(byMilliseconds: seconds * 1_000) }

  private mutating func append() {
    noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let jitter = Double(noise >> 40) / Double(1 << 24) - 0.5
    track.append(
      PicturePoint(
        time: time, position: place,
        gnssAltitudeCm: Int32((altitude + jitter) * 100),
        pressureAltitudeCm: Int32((altitude - 62 + 0.4 * jitter) * 100)))
  }
}

/// The pictures that the tests look at.
struct DrawnCase {
  var name: String
  var track: [PicturePoint]
  var facts: PictureFacts

  var svg: [UInt8] { FlightDrawing.svg(track: track, facts: facts) }

  static let field = Coordinate(latitudeE7: 504_989_000, longitudeE7: 99_539_000)
  static let start = UTCInstant(
    CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 36_010_000)

  /// A triangle with thermals to both sides, from winch to landing.
  static let triangle: DrawnCase = {
    var flight = SketchedFlight(at: start, from: field, altitude: 950)
    flight.fly(seconds: 60, speed: 0, climb: 0)
    let takeoff = flight.end
    flight.fly(seconds: 40, speed: 24, climb: 10)
    flight.head(190)
    for (heading, sign, strength) in [
      (180.0, 1.0, 2.2), (165, -1, 3.1), (300, 1, 1.4), (320, -1, 2.6), (60, 1, 1.9),
    ] {
      flight.head(heading)
      flight.fly(seconds: 150, speed: 30, climb: -1.1)
      flight.fly(seconds: 60, speed: 34, climb: -3)
      flight.fly(seconds: 260, speed: 22, climb: strength, turn: 15 * sign, drift: 3.5)
    }
    flight.head(100)
    flight.fly(seconds: 210, speed: 31, climb: -2.6)
    flight.fly(seconds: 260, speed: 25, climb: -3.3, turn: -1.6)
    let landing = flight.end
    flight.fly(seconds: 60, speed: 0, climb: 0)
    return DrawnCase(
      name: "triangle", track: flight.track,
      facts: PictureFacts(
        declaration: Declaration(
          pilot: "Wilhelmine Reichard", gliderType: "ASK 21", registration: "D-1911",
          competitionID: "WR"),
        takeoffAt: takeoff, landingAt: landing, heightGainM: 806))
  }()

  /// Ten fixes: small enough to be read as text.
  static let ten: DrawnCase = {
    var flight = SketchedFlight(at: start, from: field, altitude: 900)
    flight.fly(seconds: 5, speed: 40, climb: 4)
    flight.fly(seconds: 5, speed: 40, climb: -3, turn: 20)
    return DrawnCase(
      name: "ten-fixes", track: flight.track,
      facts: PictureFacts(title: "Ten <fixes> & \"one\" line", takeoffAt: flight.track[0].time))
  }()

  /// Over midnight and the antimeridian, with a gap, south of the equator.
  static let datelineAtMidnight: DrawnCase = {
    var flight = SketchedFlight(
      at: UTCInstant(CivilDate(year: 2026, month: 12, day: 31), millisecondOfDay: 84_000_000),
      from: Coordinate(latitudeE7: -167_000_000, longitudeE7: 1_798_500_000), altitude: 300,
      heading: 80)
    flight.fly(seconds: 1_500, speed: 28, climb: 0.9)
    flight.pause(seconds: 600)
    flight.fly(seconds: 2_400, speed: 26, climb: -0.5, turn: 0.05)
    return DrawnCase(name: "dateline", track: flight.track, facts: PictureFacts())
  }()

  /// Half an hour of hovering in a wave.
  static let hover: DrawnCase = {
    var flight = SketchedFlight(at: start, from: field, altitude: 3_000)
    for turn in 0..<6 {
      flight.head(turn.isMultiple(of: 2) ? 270 : 90)
      flight.fly(seconds: 300, speed: 0.4, climb: 1.2)
    }
    return DrawnCase(
      name: "hover", track: flight.track,
      facts: PictureFacts(takeoffAt: flight.track[0].time, landingAt: flight.end))
  }()

  /// Twenty-four hours of circles and legs at 1 Hz.
  static let day: DrawnCase = {
    var flight = SketchedFlight(at: start, from: field, altitude: 1_500)
    for lap in 0..<48 {
      flight.head(Double(lap) * 37)
      flight.fly(seconds: 900, speed: 28, climb: -0.9)
      flight.fly(seconds: 900, speed: 22, climb: 0.9, turn: lap.isMultiple(of: 2) ? 14 : -14)
    }
    return DrawnCase(name: "day", track: flight.track, facts: PictureFacts(heightGainM: 810))
  }()

  static let withoutAltitude = DrawnCase(
    name: "no-altitude",
    track: triangle.track.map { PicturePoint(time: $0.time, position: $0.position) },
    facts: triangle.facts)

  static let onePoint = DrawnCase(
    name: "one-point", track: [triangle.track[0]], facts: PictureFacts())
  static let empty = DrawnCase(name: "empty", track: [], facts: PictureFacts())

  static let all = [
    triangle, ten, datelineAtMidnight, hover, day, withoutAltitude, onePoint, empty,
  ]
}
