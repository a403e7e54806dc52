import FlightModel
import SeededRandom

/// Tracks of a few fixes, some hundred metres apart, that now and then close.
enum ClosingTrack: CaseIterable {
  case walk, loops, line, cloud, repeated, antimeridian, pole, equator, jumps

  /// The same for the same seed.
  func fixes(count: Int, seed: UInt64) -> [TrackFix] {
    var random = SeededGenerator(seed: seed)
    let step = Double.random(in: 100...1500, using: &random)
    return (0..<count).map { index in
      TrackFix(
        time: UTCInstant(milliseconds: Int64(index) * 4000),
        position: position(index, of: count, step, &random))
    }
  }

  private func position(
    _ index: Int, of count: Int, _ step: Double, _ random: inout SeededGenerator
  ) -> Coordinate {
    func any(_ limit: Double) -> Double { Double.random(in: -limit...limit, using: &random) }
    let turn = Double(index) * 2.1
    let way = Double(index) * step
    switch self {
    case .walk: return home.moved(north: way / 4 + any(step), east: any(2 * step))
    case .loops:
      return home.moved(north: way / 20 + step * wave(turn), east: step * wave(turn + 1))
    case .line: return home.moved(north: min(way, Double(count) * step - way), east: 0)
    case .cloud: return home.moved(north: any(2 * step), east: any(2 * step))
    case .repeated:
      return home.moved(north: any(1.4).rounded() * step, east: any(1.4).rounded() * step)
    case .antimeridian: return home.moved(north: any(step), east: any(3 * step))
    case .pole: return Coordinate(latitude: 90 - abs(any(0.02)), longitude: any(180))!
    case .equator: return home.moved(north: any(3 * step), east: way / 3 + any(step))
    case .jumps: return Coordinate(latitude: any(80), longitude: any(180))!
    }
  }

  private var home: Coordinate {
    switch self {
    case .antimeridian: Coordinate(latitudeE7: -170_000_000, longitudeE7: 1_799_990_000)
    case .equator: Coordinate(latitudeE7: 0, longitudeE7: -1_200_000)
    default: Coordinate(latitudeE7: 484_233_000, longitudeE7: 99_215_000)
    }
  }
}

/// Something like a sine: between -1 and 1, with a period of 4.
private func wave(_ value: Double) -> Double {
  let place = value.truncatingRemainder(dividingBy: 4)
  return place < 2 ? 1 - place : place - 3
}
