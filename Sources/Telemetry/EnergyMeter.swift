/// Integrates battery power over time, by the mean of two neighbouring samples, across gaps of at
/// most 5 s. Parts of a mWh wait for the next sample; a restart loses less than one.
struct EnergyMeter: Sendable {
  /// The longest step that is integrated, ms.
  static let longestGapMs: Int64 = 5_000
  /// 1 mWh in nJ, the product of µW and ms.
  private static let nanojoulesPerMilliwattHour = 3.6e9

  private var previous: (atMs: Int64, microwatts: Double)?
  private var usedNanojoules = 0.0
  private var regainedNanojoules = 0.0

  /// Whole mWh drawn from and returned to the battery since the last call. A sample without voltage
  /// or current ends the integration until both are known again.
  mutating func add(
    _ motion: MotionColumns, at atMs: Int64
  ) -> (used: Int64, regained: Int64) {
    guard let volts = motion.batteryVoltageMv, let amperes = motion.batteryCurrentMa else {
      previous = nil
      return (0, 0)
    }
    let power = Double(volts) * Double(amperes)
    defer { previous = (atMs, power) }
    guard let previous, atMs > previous.atMs, atMs - previous.atMs <= Self.longestGapMs else {
      return (0, 0)
    }
    let work = (previous.microwatts + power) / 2 * Double(atMs - previous.atMs)
    if work >= 0 { usedNanojoules += work } else { regainedNanojoules -= work }
    return (Self.takeWhole(&usedNanojoules), Self.takeWhole(&regainedNanojoules))
  }

  private static func takeWhole(_ nanojoules: inout Double) -> Int64 {
    guard nanojoules >= nanojoulesPerMilliwattHour else { return 0 }
    let whole = (nanojoules / nanojoulesPerMilliwattHour).rounded(.down)
    nanojoules -= whole * nanojoulesPerMilliwattHour
    return Int64(whole)
  }
}
