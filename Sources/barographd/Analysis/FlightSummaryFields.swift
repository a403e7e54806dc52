import FlightAnalysis
import FlightModel
import SyncContract

/// What an analysis comes to in the contract's group *summary* of a flight. Distances and speeds that
/// no aircraft reaches are null: the fixes jump about.
enum FlightSummaryFields {
  static func of(
    _ flight: AnalysedFlight, on track: [TrackFix], shape: AnalysisOptions.Shape
  ) -> [String: ContractValue] {
    let circling = flight.circling
    let best = flight.distances[shape].flatMap { $0.isFlown(on: track) ? $0 : nil }
    let fastest = flight.bestTwoHours.flatMap { $0.distance.isFlown(on: track) ? $0 : nil }
    return [
      "analysisVersion": .integer(Int64(AnalysedFlight.version)),
      "takeoffAtMs": .time(flight.takeoff?.time), "landingAtMs": .time(flight.landing?.time),
      "durationS": .rounded(Double(flight.durationMs) / 1000),
      "heightGainedM": .integer(Int64(flight.heightGainM)),
      "optimisedDistanceM": .rounded(best?.sphereM),
      "optimisedSpeedCentiKmh": .speed(best?.sphereM, flight.durationMs),
      "bestTwoHourSpeedCentiKmh": .speed(fastest.map { $0.speedKmh / 3.6 }),
      "averageCruiseSpeedCentiKmh": .speed(flight.statistics.averageCruiseSpeedMPerS),
      "bestThermalClimbCmS": .rounded(circling.bestClimbMPerS.map { $0 * 100 }),
      "rightThermalCount": .integer(Int64(circling.right)),
      "leftThermalCount": .integer(Int64(circling.left)),
    ]
  }
}

extension FlightDistances {
  /// The best of a shape that the logbook can list.
  fileprivate subscript(shape: AnalysisOptions.Shape) -> FlightDistance? {
    switch shape {
    case .straight: straight
    case .oneTurnpoint: oneTurnpoint
    case .twoTurnpoints: twoTurnpoints
    case .threeTurnpoints: threeTurnpoints
    case .outAndReturn: outAndReturn
    case .triangle: triangle
    case .faiTriangle: faiTriangle
    case .fiveTurnpoints, .bestTwoHours: fiveTurnpoints
    }
  }
}

extension ContractValue {
  fileprivate static func time(_ time: UTCInstant?) -> ContractValue {
    guard let time, time.milliseconds >= 0 else { return .null }
    return .integer(time.milliseconds)
  }

  /// Within 32 bits, whatever was computed.
  static func rounded(_ number: Double?) -> ContractValue {
    guard let number, number.isFinite else { return .null }
    let bounds = (Double(Int32.min), Double(Int32.max))
    return .integer(Int64(min(max(number.rounded(), bounds.0), bounds.1)))
  }

  /// Metres over milliseconds as 1/100 km/h.
  fileprivate static func speed(_ metres: Double?, _ durationMs: Int64) -> ContractValue {
    guard let metres, durationMs > 0 else { return .null }
    return speed(metres / Double(durationMs) * 1000)
  }

  /// m/s as 1/100 km/h; null of what no aircraft flies.
  static func speed(_ metresPerSecond: Double?) -> ContractValue {
    guard let metresPerSecond, metresPerSecond <= AnalysedFlight.fastestMPerS else { return .null }
    return rounded(metresPerSecond * 360)
  }
}
