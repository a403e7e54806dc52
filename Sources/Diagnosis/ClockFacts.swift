/// What the box knows of the time of day.
package struct ClockFacts: Sendable {
  /// By the box's own clock.
  package var year: Int
  /// Whether a time service keeps the clock right.
  package var isSynchronised: Bool
  /// Whether there is a clock that runs while the box is off.
  package var hasHardwareClock: Known<Bool>
  /// GNSS minus system clock; nil before the first comparison.
  package var offsetS: Known<Double?>

  /// A clock that shows an earlier year was never set.
  package static let firstYear = 2025
  /// Further off is a problem, which the recorder reports.
  private static let limitS = 2.0

  package init(
    year: Int, isSynchronised: Bool, hasHardwareClock: Known<Bool>, offsetS: Known<Double?>
  ) {
    self.year = year
    self.isSynchronised = isSynchronised
    self.hasHardwareClock = hasHardwareClock
    self.offsetS = offsetS
  }

  package var findings: [Finding] {
    var found = Findings(.clock)
    set(&found)
    found.judge("clock-offset", offsetS) { found, offset in
      guard let offset else {
        return found.skip("clock-offset", "the clock was not compared with GNSS yet")
      }
      if abs(offset) <= Self.limitS { found.ok("clock-offset", "agrees with GNSS") }
    }
    found.judge("clock-hardware", hasHardwareClock, hardware)
    return found.all
  }

  private func set(_ found: inout Findings) {
    guard year >= Self.firstYear else {
      return found.warn(
        "clock-set",
        "the box's clock shows the year \(year): it was never set; recordings wait "
          + "for the receiver's time",
        fix: "fit a hardware clock, connect a network, or wait for the first position")
    }
    isSynchronised
      ? found.ok("clock-set", "set by a time service")
      : found.warn(
        "clock-set", "no time service keeps the box's clock right; recordings use GNSS time",
        fix: "sudo timedatectl set-ntp true; chrony can take the time from gpsd where there is "
          + "no network", optional: true)
  }

  private func hardware(_ found: inout Findings, _ isThere: Bool) {
    guard !isThere else { return found.ok("clock-hardware", "kept by a hardware clock") }
    found.warn(
      "clock-hardware",
      "there is no hardware clock: after a power cut the time is unknown until "
        + "the first position",
      fix: "nothing is lost by it; fit an RTC module if log times matter", optional: true)
  }
}
