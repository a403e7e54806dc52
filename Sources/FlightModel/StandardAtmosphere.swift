import CMath

/// The ICAO standard atmosphere (Doc 7488): what an altimeter set to 1013.25 hPa shows.
package enum StandardAtmosphere {
  /// Pressure at mean sea level, hPa.
  package static let seaLevelHPa = 1013.25

  private static let seaLevelK = 288.15
  /// K/m up to the tropopause.
  private static let lapse = 0.0065
  private static let gasConstant = 287.05287
  private static let gravity = 9.80665
  private static let tropopauseM = 11_000.0
  private static let tropopauseHPa = 226.3206
  private static let tropopauseK = 216.65

  /// Pressure altitude in metres of a static pressure; nil outside 10 to 1200 hPa (NaN included).
  package static func altitudeM(pressureHPa pressure: Double) -> Double? {
    guard (10...1200).contains(pressure) else { return nil }
    guard pressure < tropopauseHPa else {
      let ratio = barograph_pow(pressure / seaLevelHPa, lapse * gasConstant / gravity)
      return seaLevelK / lapse * (1 - ratio)
    }
    let scaleM = gasConstant * tropopauseK / gravity
    return tropopauseM + scaleM * barograph_log(tropopauseHPa / pressure)
  }
}
