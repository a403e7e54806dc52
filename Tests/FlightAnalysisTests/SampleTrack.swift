import FlightModel
import SeededRandom

/// Tracks of many kinds, the same for the same seed.
enum SampleTrack: String, CaseIterable {
  case walk, legs, circle, circles, line, roughLine, noise, parked, twoPlaces, antimeridian, pole,
    world

  func positions(_ count: Int, seed: UInt64) -> [Coordinate] {
    var random = SeededGenerator(seed: seed &* 31 &+ UInt64(count))
    var heading = Double.random(in: 0...6, using: &random)
    var place = (north: 0.0, east: 0.0)
    return (0..<count).map { index in
      let share = Double(index) / Double(count)
      switch self {
      case .walk, .antimeridian:
        place.north += Double.random(in: -900...900, using: &random)
        place.east += Double.random(in: -900...900, using: &random)
      case .legs, .pole:
        if Int.random(in: 0..<40, using: &random) == 0 {
          heading += Double.random(in: -3...3, using: &random)
        }
        place.north += 300 * Self.cosine(heading)
        place.east += 300 * Self.cosine(heading - 1.5708)
      case .circle, .circles:
        let angle = share * 6.2832 * (self == .circle ? 1 : 7.3)
        place = (8_000 * Self.cosine(angle), 8_000 * Self.cosine(angle - 1.5708))
      case .line: place = (share * 50_000, share * 90_000)
      case .roughLine:
        place = (
          share * 50_000 + Double.random(in: -3...3, using: &random),
          share * 90_000 + Double.random(in: -3...3, using: &random)
        )
      case .noise:
        place = (
          Double.random(in: -9e3...9e3, using: &random),
          Double.random(in: -9e3...9e3, using: &random)
        )
      case .parked: place.north += index % 29 == 0 ? Double.random(in: 0...9, using: &random) : 0
      case .twoPlaces: place.north = Bool.random(using: &random) ? 5_000 : 0
      case .world: return Self.anywhere(&random)
      }
      return Self.field(of: self).moved(north: place.north, east: place.east)
    }
  }

  private static func field(of track: Self) -> Coordinate {
    switch track {
    case .antimeridian: Coordinate(latitude: -16, longitude: 179.999)!
    case .pole: Coordinate(latitude: 89.9, longitude: 20)!
    default: Coordinate(latitude: 47.5, longitude: 8.5)!
    }
  }

  private static func anywhere(_ random: inout SeededGenerator) -> Coordinate {
    Coordinate(
      latitude: Double.random(in: -90...90, using: &random),
      longitude: Double.random(in: -180...180, using: &random))!
  }

  /// Near enough for a round track, from the first terms of its series.
  private static func cosine(_ angle: Double) -> Double {
    let turns = angle / 6.283185307179586
    let x = (turns - (turns + 0.5).rounded(.down)) * 6.283185307179586
    let s = x * x
    return 1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56 * (1 - s / 90 * (1 - s / 132)))))
  }
}

extension [TrackFix] {
  /// One fix every `step` seconds.
  init(_ positions: [Coordinate], every step: Int64 = 1) {
    self = positions.enumerated().map { index, position in
      TrackFix(
        time: UTCInstant(milliseconds: 1_780_000_000_000 + Int64(index) * step * 1000),
        position: position)
    }
  }
}
