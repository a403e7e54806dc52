import FlightModel
import FlightSimulator
import IGC
import Linux
import SeededRandom

/// A track to measure with: a file, a simulated flight, or a shape that is hard.
enum TestTrack: String, CaseIterable {
  /// Climbs and glides around the field.
  case local
  /// Climbs and glides to and fro over 5 km.
  case ridge
  /// Climbs and glides on one heading.
  case straight
  /// Out, across and on the way home.
  case triangle
  /// The same around three corners and home.
  case homing
  /// A great circle without noise.
  case line
  /// The same with the trembling of a receiver.
  case roughLine
  /// One round circle.
  case circle
  /// Many round circles.
  case circles
  /// Fixes that have nothing to do with each other.
  case noise
  /// A random walk.
  case walk

  /// So many fixes, one a second.
  func fixes(_ count: Int) -> [TrackFix] {
    switch self {
    case .local: simulated(.generated(seed: 3, climbs: count / 180), count)
    case .ridge: simulated(.longFlight(hours: Double(count) / 3600 + 0.5, rate: 1), count)
    case .straight: simulated(crossCountry(count) { _ in 60 }, count)
    case .triangle: simulated(crossCountry(count) { $0 < 0.33 ? 30 : $0 < 0.66 ? 150 : 270 }, count)
    case .homing: simulated(aroundTriangle(count), count)
    case .line, .roughLine, .circle, .circles, .noise, .walk: drawn(count)
    }
  }

  static func file(_ path: String) throws -> [TrackFix] {
    IGCFile(reading: try Files.read(path, limit: 1 << 28)).track
  }

  private func simulated(_ plan: FlightPlan, _ count: Int) -> [TrackFix] {
    var simulation = FlightSimulation(plan)
    var fixes: [TrackFix] = []
    while fixes.count < count, let fix = simulation.next() {
      fixes.append(TrackFix(time: fix.time, position: fix.position))
    }
    return fixes
  }

  /// Climbs of some minutes and glides between, on a heading that depends on the share of the flight.
  private func crossCountry(_ count: Int, heading: (Double) -> Double) -> FlightPlan {
    var legs: [Leg] = [.ground(seconds: 90), .aerotow(releaseHeight: 600)]
    let rounds = count / 300 + 1
    for round in 0..<rounds {
      legs.append(
        .climb(round.isMultiple(of: 2) ? .left : .right, toHeight: 1_500, strength: 2.4))
      legs.append(.glide(heading: heading(Double(round) / Double(rounds)), seconds: 280))
    }
    return FlightPlan(
      seed: 11, wind: Wind(from: 300, speed: 3), legs: legs + [.ground(seconds: 90)])
  }

  /// Three legs of one length without wind, and home after seven eighths of the time.
  private func aroundTriangle(_ count: Int) -> FlightPlan {
    var plan = crossCountry(count * 5 / 8) { $0 < 0.33 ? 30 : $0 < 0.66 ? 150 : 270 }
    plan.wind = Wind(from: 300, speed: 0)
    plan.legs.removeLast()
    plan.legs += [.home, .land, .ground(seconds: Double(count))]
    return plan
  }

  private func drawn(_ count: Int) -> [TrackFix] {
    var random = SeededGenerator(seed: 5)
    let field = Coordinate(latitude: 48, longitude: 10)!
    var north = 0.0
    var east = 0.0
    return (0..<count).map { index in
      let angle = Double(index) / Double(count) * 2 * .pi
      switch self {
      case .line: (north, east) = (Double(index) * 5, Double(index) * 7)
      case .roughLine:
        north = Double(index) * 20 + Double.random(in: -2...2, using: &random)
        east = Double(index) * 25 + Double.random(in: -2...2, using: &random)
      case .circle: (north, east) = (50_000 * sine(angle), 50_000 * cosine(angle))
      case .circles: (north, east) = (5_000 * sine(17.3 * angle), 5_000 * cosine(17.3 * angle))
      case .noise:
        north = Double.random(in: -9_000...9_000, using: &random)
        east = Double.random(in: -9_000...9_000, using: &random)
      default:
        north += Double.random(in: -30...30, using: &random)
        east += Double.random(in: -30...30, using: &random)
      }
      return TrackFix(
        time: UTCInstant(milliseconds: 1_780_000_000_000 + Int64(index) * 1000),
        position: field.moved(north: north, east: east))
    }
  }
}
