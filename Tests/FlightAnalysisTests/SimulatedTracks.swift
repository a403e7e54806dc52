import FlightAnalysis
import FlightModel
import FlightSimulator

extension [SimulatedFix] {
  /// The fixes as a file of this flight gives them back.
  func track(withPressure: Bool = true) -> [TrackFix] {
    map { fix in
      let isWhole = fix.mode == .threeDimensional
      return TrackFix(
        time: fix.time, position: fix.position, isValid: isWhole,
        pressureAltitudeM: withPressure ? fix.pressureAltitudeCm.metres : nil,
        gnssAltitudeM: isWhole ? fix.ellipsoidAltitudeCm.metres : nil)
    }
  }

  /// One fix in so many.
  func every(_ count: Int) -> Self { enumerated().filter { $0.offset % count == 0 }.map(\.element) }
}

extension Int32 {
  /// Centimetres as whole metres, rounded down.
  fileprivate var metres: Int32 { (self - (self % 100 + 100) % 100) / 100 }
}

extension AnalysedFlight {
  /// Without the distances.
  static func figures(
    _ fixes: [TrackFix], _ change: (inout AnalysisOptions) -> Void = { _ in }
  ) -> AnalysedFlight {
    var options = AnalysisOptions()
    options.shapes = []
    change(&options)
    return analyse(fixes, options: options)
  }
}

/// Seconds between two moments, positive when the first is later; infinite when there is none.
func seconds(_ moment: FlightMoment?, after time: UTCInstant) -> Double {
  moment.map { Double($0.time.milliseconds(since: time)) / 1000 } ?? .infinity
}
