package import Telemetry

/// What a board can do; a value beyond is kept in the frames as it came and left out of statistics
/// and alerts.
package enum Plausibility {
  /// 200 km/h: damaged packets have said 931.
  static let fastestCentiKmh: Int32 = 20_000
  static let voltageMv: ClosedRange<Int32> = 1...200_000
  static let largestCurrentMa: Int32 = 1_000_000
  static let largestDutyPermille: Int32 = 1_100
  static let temperatureDeciC: ClosedRange<Int32> = -500...2_000

  /// Whether a controller that has just started, or is going, said zero for everything. Such a sample
  /// measures nothing.
  package static func isEmpty(_ motion: MotionColumns) -> Bool {
    guard motion.batteryVoltageMv == 0 else { return false }
    let others = [
      motion.speedCentiKmh, motion.motorCurrentMa, motion.batteryCurrentMa, motion.dutyPermille,
      motion.erpm, motion.tempMosfetDeciC, motion.tempMotorDeciC, motion.faultCode,
    ]
    return others.allSatisfy { ($0 ?? 0) == 0 }
  }

  /// The motion without the values that cannot be.
  static func counted(_ motion: MotionColumns) -> MotionColumns {
    var motion = motion
    motion.speedCentiKmh = motion.speedCentiKmh.within(-fastestCentiKmh...fastestCentiKmh)
    motion.batteryVoltageMv = motion.batteryVoltageMv.within(voltageMv)
    motion.motorCurrentMa = motion.motorCurrentMa.within(-largestCurrentMa...largestCurrentMa)
    motion.batteryCurrentMa = motion.batteryCurrentMa.within(-largestCurrentMa...largestCurrentMa)
    motion.dutyPermille = motion.dutyPermille.within(-largestDutyPermille...largestDutyPermille)
    motion.tempMosfetDeciC = motion.tempMosfetDeciC.within(temperatureDeciC)
    motion.tempMotorDeciC = motion.tempMotorDeciC.within(temperatureDeciC)
    return motion
  }
}

extension Int32? {
  fileprivate func within(_ range: ClosedRange<Int32>) -> Int32? {
    flatMap { range.contains($0) ? $0 : nil }
  }
}

/// Tells the fall of the voltage when a board is switched off from one under load: only the latter is
/// a minimum.
///
/// A voltage more than 7 % below the highest of late, which is forgotten by 5 % each five seconds, while
/// less than 3 A flow, is what capacitors do without a battery.
struct SupplySag: Sendable {
  static let windowMs: Int64 = 5_000
  static let idleMa: Int32 = 3_000

  private var highest: Int32 = 0
  private var before: Int32 = 0
  private var windowStartMs: Int64 = .min

  /// Whether the voltage of this sample is the supply going away.
  mutating func isGoing(_ motion: MotionColumns, at ms: Int64) -> Bool {
    guard let volts = motion.batteryVoltageMv else { return false }
    turn(at: ms)
    let amperes = motion.batteryCurrentMa ?? motion.motorCurrentMa ?? 0
    let isIdle = (-Self.idleMa...Self.idleMa).contains(amperes)
    let reference = max(highest, before)
    if isIdle, Int64(volts) * 100 < Int64(reference) * 93 { return true }
    highest = max(highest, volts)
    return false
  }

  private mutating func turn(at ms: Int64) {
    let age = ms.subtractingReportingOverflow(windowStartMs)
    guard age.overflow || age.partialValue < 0 || age.partialValue >= Self.windowMs else { return }
    // After a longer silence the supply may be another one.
    let isNew = age.overflow || age.partialValue < 0 || age.partialValue >= 12 * Self.windowMs
    before = isNew ? 0 : max(highest, before / 100 * 95)
    highest = 0
    windowStartMs = ms
  }
}
