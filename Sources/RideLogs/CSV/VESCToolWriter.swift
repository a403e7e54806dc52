import Bytes
package import FlightModel
package import Telemetry

/// Writes samples as VESC Tool logs them, so that its log analysis opens them. What a sample does
/// not know stays empty. `ms_today` is UTC; VESC Tool has the date in the file's name alone.
package enum VESCToolWriter {
  /// The columns in VESC Tool's order; it reads them by position.
  private static let columns = [
    "ms_today", "input_voltage", "temp_mos_max", "temp_mos_1", "temp_mos_2", "temp_mos_3",
    "temp_motor", "current_motor", "current_in", "d_axis_current", "q_axis_current", "erpm",
    "duty_cycle", "amp_hours_used", "amp_hours_charged", "watt_hours_used", "watt_hours_charged",
    "tachometer", "tachometer_abs", "encoder_position", "fault_code", "vesc_id", "d_axis_voltage",
    "q_axis_voltage", "ms_today_setup", "amp_hours_setup", "amp_hours_charged_setup",
    "watt_hours_setup", "watt_hours_charged_setup", "battery_level", "battery_wh_tot",
    "current_in_setup", "current_motor_setup", "speed_meters_per_sec", "tacho_meters",
    "tacho_abs_meters", "num_vescs", "ms_today_imu", "roll", "pitch", "yaw", "accX", "accY", "accZ",
    "gyroX", "gyroY", "gyroZ", "gnss_posTime", "gnss_lat", "gnss_lon", "gnss_alt", "gnss_gVel",
    "gnss_vVel", "gnss_hAcc", "gnss_vAcc",
  ]

  /// The header row.
  package static let header: [UInt8] = Array((columns.joined(separator: ";") + ";\n").utf8)

  /// Appends one row.
  package static func append(_ sample: TelemetrySample, to bytes: inout [UInt8]) {
    let values = values(of: sample)
    for column in columns {
      if let text = values[column] { bytes.append(text: text) }
      bytes.append(UInt8(ascii: ";"))
    }
    bytes.append(ASCII.lineFeed)
  }

  /// `2026-07-04_09-12-30.csv`: what a log that begins then is to be called, in UTC.
  package static func fileName(_ begin: UTCInstant) -> String {
    let seconds = UTCInstant(milliseconds: begin.milliseconds / 1000 * 1000).rfc3339.dropLast()
    return String(seconds.map { $0 == "T" ? "_" : $0 == ":" ? "-" : $0 }) + ".csv"
  }

  private static func values(of sample: TelemetrySample) -> [String: String] {
    let motion = sample.motion
    let today = String(UTCInstant(milliseconds: sample.capturedAtMs).millisecondOfDay)
    var values = ["ms_today": today, "ms_today_setup": today, "ms_today_imu": today]
    values["vesc_id"] = sample.canID.map(String.init)
    values["fault_code"] = motion.faultCode.map(String.init)
    values["erpm"] = motion.erpm.map(String.init)
    values["input_voltage"] = decimal(motion.batteryVoltageMv, places: 3)
    values["temp_mos_max"] = decimal(motion.tempMosfetDeciC, places: 1)
    values["temp_motor"] = decimal(motion.tempMotorDeciC, places: 1)
    for name in ["current_motor", "current_motor_setup"] {
      values[name] = decimal(motion.motorCurrentMa, places: 3)
    }
    for name in ["current_in", "current_in_setup"] {
      values[name] = decimal(motion.batteryCurrentMa, places: 3)
    }
    values["duty_cycle"] = decimal(motion.dutyPermille, places: 3)
    values["speed_meters_per_sec"] = motion.speedCentiKmh.map { decimal(Double($0) / 360, 5) }
    values["tacho_abs_meters"] = decimal(motion.odometerCm, places: 2)
    values["roll"] = motion.rollCentiDeg.map(radians)
    values["pitch"] = motion.pitchCentiDeg.map(radians)
    if let location = sample.location { add(location, to: &values) }
    return values
  }

  private static func add(_ location: LocationColumns, to values: inout [String: String]) {
    let time = UTCInstant(milliseconds: location.locationTimestampMs)
    values["gnss_posTime"] = String(time.millisecondOfDay)
    values["gnss_lat"] = decimal(location.latitudeE7, places: 7)
    values["gnss_lon"] = decimal(location.longitudeE7, places: 7)
    values["gnss_alt"] = decimal(location.altitudeCm, places: 2)
    values["gnss_gVel"] = decimal(location.gpsSpeedCentiMps, places: 2)
    values["gnss_hAcc"] = decimal(location.accuracyCm, places: 2)
  }

  private static func radians(_ centiDegrees: Int32) -> String {
    decimal(Double(centiDegrees) / 100 * .pi / 180, 6)
  }

  /// A number that is whole in a small unit, in one 10^places times as large.
  private static func decimal(_ value: (some BinaryInteger)?, places: Int) -> String? {
    value.map { value in
      let digits = String(value.magnitude)
      let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
      return (value < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
    }
  }

  private static func decimal(_ value: Double, _ places: Int) -> String {
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    return decimal(Int64((value * factor).rounded()), places: places) ?? ""
  }
}
