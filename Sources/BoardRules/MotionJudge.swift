package import RecordingModel
package import Telemetry

/// Judges what of a sample counts for which figure: plausibility, the sag of a supply that is switched
/// off, slow samples, and wheels that spin without the ground.
package struct MotionJudge: Sendable {
  /// What a sample is worth.
  package struct Verdict: Equatable, Sendable {
    /// The motion as statistics and alerts see it: unknown where it does not count. Of a spinning wheel
    /// neither speed nor duty counts, so that the speed over ground stands in.
    package var counted: MotionColumns
    /// Why a metric leaves the sample out.
    package var reasons: Set<MetricExclusionRange.Reason> = []
  }

  /// A fix serves as the ground's word up to this error, cm.
  static let preciseCm: Int32 = 2_000
  /// Below this over ground, 1/100 km/h, …
  static let slowGroundCentiKmh: Int32 = 700
  /// … a wheel faster than this spins; …
  static let fastWheelCentiKmh: Int32 = 1_500
  /// … and anywhere one that is faster than the ground by more than this.
  static let slipCentiKmh: Int32 = 1_200

  private var sag = SupplySag()

  package init() {}

  /// The verdict on the next sample; nil for one that measures nothing.
  package mutating func judge(_ sample: TelemetrySample) -> Verdict? {
    guard !Plausibility.isEmpty(sample.motion) else { return nil }
    var verdict = Verdict(counted: Plausibility.counted(sample.motion))
    if sag.isGoing(verdict.counted, at: sample.capturedAtMs) {
      verdict.counted.batteryVoltageMv = nil
    }
    guard let wheel = verdict.counted.speedCentiKmh.map(abs) else { return verdict }
    if wheel < MinuteBucket.movingCentiKmh { verdict.reasons.insert(.lowSpeed) }
    if Self.spins(wheel, over: sample.joinedLocation) {
      verdict.reasons.insert(.freeSpin)
      verdict.counted.speedCentiKmh = nil
      verdict.counted.dutyPermille = nil
    }
    return verdict
  }

  private static func spins(_ wheel: Int32, over fix: LocationColumns?) -> Bool {
    guard let fix, let accuracy = fix.accuracyCm, (0...preciseCm).contains(accuracy),
      let speed = fix.plausibleSpeedCentiMps
    else { return false }
    let ground = speed * 36 / 10
    if ground < slowGroundCentiKmh, wheel > fastWheelCentiKmh { return true }
    return wheel - ground > slipCentiKmh
  }
}
