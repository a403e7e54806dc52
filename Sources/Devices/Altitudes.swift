import CGPS

/// The two heights of one gpsd report, cleared of a pressure altitude that gpsd took for one.
///
/// gpsd 3.22 reads `PGRMZ` as a height above mean sea level when its unit is a small `f`. Depending
/// on the order of sentences that value replaces `altMSL`, or becomes the base of `altHAE`, on every
/// fix. The two then contradict each other by their geoid separation, and the guilty one is known by
/// being a whole number of feet: gpsd adds its own geoid model to it for `altHAE`.
package struct Altitudes: Equatable, Sendable {
  /// How much a report's heights can be believed.
  package enum Verdict: Int, Comparable, Sendable {
    /// Agree, and look like a pressure altitude.
    case suspect
    /// Contradicted each other: the good one was kept and the other computed from it.
    case repaired
    /// Agree, or only one is known.
    case consistent

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Metres above the ellipsoid; NaN is unknown.
  package var ellipsoid: Double
  /// Metres above mean sea level; NaN is unknown.
  package var meanSea: Double
  package var verdict: Verdict
  /// gpsd's climb was computed from a bad height.
  package var spoilsClimb = false

  /// Rounding of what gpsd prints, and of a receiver's separation, in metres.
  private static let tolerance = 1.0

  /// From a report's `altHAE`, `altMSL`, `geoidSep` and position.
  package init(
    ellipsoid: Double, meanSea: Double, separation: Double, latitude: Double, longitude: Double
  ) {
    self.ellipsoid = ellipsoid
    self.meanSea = meanSea
    verdict = .consistent
    guard ellipsoid.isFinite, meanSea.isFinite, separation.isFinite else { return }
    let model = { wgs84_separation(latitude, longitude) }
    if abs(ellipsoid - (meanSea + separation)) <= Self.tolerance {
      if Self.isWholeFeet(meanSea), abs(ellipsoid - meanSea - model()) < 0.01 { verdict = .suspect }
      return
    }
    verdict = .repaired
    if Self.isWholeFeet(meanSea) && !Self.isWholeFeet(ellipsoid - model()) {
      self.meanSea = ellipsoid - separation
    } else {
      self.ellipsoid = meanSea + separation
      spoilsClimb = true
    }
  }

  /// Whether a height is `PGRMZ`'s whole feet, within what gpsd's four decimals leave.
  private static func isWholeFeet(_ metres: Double) -> Bool {
    let feet = metres / 0.3048
    return abs(feet - feet.rounded()) < 0.002
  }
}
