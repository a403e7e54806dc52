import FlightAnalysis
import FlightModel
import SyncContract

/// What an analysis comes to in the contract's group *summary* of a flight.
enum FlightSummaryFields {
  static func of(
    _ flight: AnalysedFlight, shape: AnalysisOptions.Shape
  ) -> [String: ContractValue] {
    let circling = flight.circling
    let best = flight.distances[shape]
    return [
      "analysisVersion": .integer(Int64(AnalysedFlight.version)),
      "takeoffAtMs": .time(flight.takeoff?.time), "landingAtMs": .time(flight.landing?.time),
      "durationS": .rounded(Double(flight.durationMs) / 1000),
      "heightGainedM": .integer(Int64(flight.heightGainM)),
      "optimisedDistanceM": .rounded(best?.sphereM),
      "optimisedSpeedCentiKmh": .speed(best?.sphereM, flight.durationMs),
      "bestTwoHourSpeedCentiKmh": .rounded(flight.bestTwoHours.map { $0.speedKmh * 100 }),
      "averageCruiseSpeedCentiKmh": .rounded(
        flight.statistics.averageCruiseSpeedMPerS.map { $0 * 360 }),
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
    return rounded(metres / Double(durationMs) * 360_000)
  }
}
