/// The two heights of one gpsd report, cleared of a pressure altitude that gpsd took for one.
package struct Altitudes: Equatable, Sendable {
  /// How much a report's heights can be believed.
  package enum Verdict: Int, Comparable, Sendable {
    /// Agree, and may both come from a pressure altitude.
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
}

/// Judges the heights that one receiver's reports give.
///
/// gpsd 3.22 reads `PGRMZ` as a height above mean sea level when its unit is a small `f`. By the
/// order of the sentences that value takes the place of `altMSL` on every fix, or becomes the base
/// of `altHAE`; the two then contradict each other by their geoid separation. A height above mean
/// sea level that came from `PGRMZ` is a whole number of feet, so one that is not proves the other
/// height guilty; the order is a receiver's habit, so a proof holds for the fixes behind it.
package struct AltitudeJudge: Sendable {
  /// Rounding of what gpsd prints and of a receiver's separation, in metres.
  private static let tolerance = 1.0
  /// Contradictions without proof after which the habit is forgotten. A true height is a whole
  /// number of feet once in some hundred times: never so often in a row.
  private static let memory = 20

  private var unprovenInARow = AltitudeJudge.memory

  package init() {}

  /// Judges a report's `altHAE`, `altMSL` and `geoidSep`, in metres; NaN is unknown.
  package mutating func judge(
    ellipsoid: Double, meanSea: Double, separation: Double
  ) -> Altitudes {
    var heights = Altitudes(ellipsoid: ellipsoid, meanSea: meanSea, verdict: .consistent)
    guard ellipsoid.isFinite, meanSea.isFinite, separation.isFinite else { return heights }
    let isWholeFeet = Self.isWholeFeet(meanSea)
    guard abs(ellipsoid - (meanSea + separation)) > Self.tolerance else {
      if isWholeFeet { heights.verdict = .suspect }
      return heights
    }
    heights.verdict = .repaired
    unprovenInARow = isWholeFeet ? min(Self.memory, unprovenInARow + 1) : 0
    if unprovenInARow < Self.memory {
      heights.ellipsoid = meanSea + separation
      heights.spoilsClimb = true
    } else {
      heights.meanSea = ellipsoid - separation
    }
    return heights
  }

  /// Whether a height is `PGRMZ`'s whole feet, within what gpsd's four decimals leave.
  private static func isWholeFeet(_ metres: Double) -> Bool {
    let feet = metres / 0.3048
    return abs(feet - feet.rounded()) < 0.002
  }
}
