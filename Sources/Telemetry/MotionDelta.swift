/// How far a column must be from the reconstructed value before a frame speaks of it (at or above).
package enum DeltaThresholds {
  /// 0.05 km/h.
  package static let speedCentiKmh: Int64 = 5
  package static let voltageMv: Int64 = 20
  package static let currentMa: Int64 = 100
  package static let dutyPermille: Int64 = 2
  /// 0.05 degrees.
  package static let angleCentiDeg: Int64 = 5
  package static let adcMilli: Int64 = 10
  package static let odometerCm: Int64 = 25
  /// 0.5 °C.
  package static let temperatureDeciC: Int64 = 5
  /// ERPM, states and the fault code: any change.
  package static let anyChange: Int64 = 1
}

/// The motion part of a delta while it is built: the columns to write and their mask.
struct MotionDelta {
  var columns = MotionColumns()
  var mask: Int32 = 0

  /// Compares a sample with the reconstructed state, column by column in bit order, and brings the
  /// state to what a decoder will have.
  @inline(__always)
  init(from state: inout MotionColumns, to new: MotionColumns) {
    typealias T = DeltaThresholds
    mask |= step(
      0, T.speedCentiKmh, new.speedCentiKmh, &state.speedCentiKmh, &columns.speedCentiKmh)
    mask |= step(
      1, T.voltageMv, new.batteryVoltageMv, &state.batteryVoltageMv, &columns.batteryVoltageMv)
    mask |= step(2, T.currentMa, new.motorCurrentMa, &state.motorCurrentMa, &columns.motorCurrentMa)
    mask |= step(
      3, T.currentMa, new.batteryCurrentMa, &state.batteryCurrentMa, &columns.batteryCurrentMa)
    mask |= step(4, T.dutyPermille, new.dutyPermille, &state.dutyPermille, &columns.dutyPermille)
    mask |= step(
      5, T.angleCentiDeg, new.pitchCentiDeg, &state.pitchCentiDeg, &columns.pitchCentiDeg)
    mask |= step(6, T.angleCentiDeg, new.rollCentiDeg, &state.rollCentiDeg, &columns.rollCentiDeg)
    mask |= step(
      7, T.angleCentiDeg, new.balancePitchCentiDeg, &state.balancePitchCentiDeg,
      &columns.balancePitchCentiDeg)
    mask |= step(
      8, T.currentMa, new.balanceCurrentMa, &state.balanceCurrentMa, &columns.balanceCurrentMa)
    mask |= step(9, T.anyChange, new.erpm, &state.erpm, &columns.erpm)
    mask |= step(10, T.anyChange, new.state, &state.state, &columns.state)
    mask |= step(11, T.anyChange, new.switchState, &state.switchState, &columns.switchState)
    mask |= step(12, T.adcMilli, new.adc1Milli, &state.adc1Milli, &columns.adc1Milli)
    mask |= step(13, T.adcMilli, new.adc2Milli, &state.adc2Milli, &columns.adc2Milli)
    mask |= step(14, T.odometerCm, new.odometerCm, &state.odometerCm, &columns.odometerCm)
    mask |= step(
      15, T.temperatureDeciC, new.tempMosfetDeciC, &state.tempMosfetDeciC, &columns.tempMosfetDeciC)
    mask |= step(
      16, T.temperatureDeciC, new.tempMotorDeciC, &state.tempMotorDeciC, &columns.tempMotorDeciC)
    mask |= step(17, T.anyChange, new.faultCode, &state.faultCode, &columns.faultCode)
  }
}

/// One column: writes it when it moved by the threshold, became known or became unknown; gives its
/// mask bit then, else 0.
@inline(__always)
private func step<Value: FixedWidthInteger>(
  _ bit: Int32, _ threshold: Int64, _ new: Value?, _ state: inout Value?, _ column: inout Value?
) -> Int32 {
  switch (new, state) {
  case (nil, nil): return 0
  case (let new?, let old?):
    // Both lie within ±2^53, so the difference cannot overflow.
    guard abs(Int64(new) - Int64(old)) >= threshold else { return 0 }
  default: break
  }
  column = new
  state = new
  return 1 << bit
}

extension MotionColumns {
  /// The mask of the eighteen bits that exist.
  static let allBits: Int32 = (1 << 18) - 1

  /// The bits of the columns that are known.
  var knownBits: Int32 {
    @inline(__always) func bit<Value>(_ index: Int32, _ value: Value?) -> Int32 {
      value == nil ? 0 : 1 << index
    }
    var bits = bit(0, speedCentiKmh) | bit(1, batteryVoltageMv) | bit(2, motorCurrentMa)
    bits |= bit(3, batteryCurrentMa) | bit(4, dutyPermille) | bit(5, pitchCentiDeg)
    bits |= bit(6, rollCentiDeg) | bit(7, balancePitchCentiDeg) | bit(8, balanceCurrentMa)
    bits |= bit(9, erpm) | bit(10, state) | bit(11, switchState)
    bits |= bit(12, adc1Milli) | bit(13, adc2Milli) | bit(14, odometerCm)
    bits |= bit(15, tempMosfetDeciC) | bit(16, tempMotorDeciC) | bit(17, faultCode)
    return bits
  }

  /// Takes over the columns that `mask` names, unknown ones included.
  mutating func apply(_ new: MotionColumns, mask: Int32) {
    @inline(__always) func take<Value>(_ bit: Int32, _ column: inout Value?, _ new: Value?) {
      if mask & (1 << bit) != 0 { column = new }
    }
    take(0, &speedCentiKmh, new.speedCentiKmh)
    take(1, &batteryVoltageMv, new.batteryVoltageMv)
    take(2, &motorCurrentMa, new.motorCurrentMa)
    take(3, &batteryCurrentMa, new.batteryCurrentMa)
    take(4, &dutyPermille, new.dutyPermille)
    take(5, &pitchCentiDeg, new.pitchCentiDeg)
    take(6, &rollCentiDeg, new.rollCentiDeg)
    take(7, &balancePitchCentiDeg, new.balancePitchCentiDeg)
    take(8, &balanceCurrentMa, new.balanceCurrentMa)
    take(9, &erpm, new.erpm)
    take(10, &state, new.state)
    take(11, &switchState, new.switchState)
    take(12, &adc1Milli, new.adc1Milli)
    take(13, &adc2Milli, new.adc2Milli)
    take(14, &odometerCm, new.odometerCm)
    take(15, &tempMosfetDeciC, new.tempMosfetDeciC)
    take(16, &tempMotorDeciC, new.tempMotorDeciC)
    take(17, &faultCode, new.faultCode)
  }

  /// Whether a fault is known and active.
  var hasFault: Bool { (faultCode ?? 0) != 0 }
}
