import Bytes

extension LogLayout {
  /// VESC Tool's realtime log: `ms_today;input_voltage;…`. Older versions end after `vesc_id`.
  static func vescTool(_ header: String) -> LogLayout? {
    let names = names(header, ";")
    guard names.contains("ms_today"), names.contains("input_voltage") else { return nil }
    return LogLayout(
      separator: UInt8(ascii: ";"), time: .localDay,
      columns: names.map { name in
        vescToolColumns[String(name)].map {
          Column(quantity: $0.0, factor: $0.1, name: String(name))
        }
      })
  }

  private static let degrees = 180 / Double.pi

  private static let vescToolColumns: [String: (LogQuantity, Double)] = [
    "ms_today": (.time, 1), "input_voltage": (.batteryVoltage, 1),
    "temp_mos_max": (.mosfetTemperature, 1), "temp_motor": (.motorTemperature, 1),
    "current_motor": (.motorCurrent, 1), "current_in": (.batteryCurrent, 1),
    "current_motor_setup": (.motorCurrentOfAll, 1), "current_in_setup": (.batteryCurrentOfAll, 1),
    "num_vescs": (.controllers, 1), "erpm": (.erpm, 1), "duty_cycle": (.duty, 1),
    "fault_code": (.fault, 1), "vesc_id": (.canID, 1), "speed_meters_per_sec": (.speed, 3.6),
    "tacho_abs_meters": (.odometer, 1), "roll": (.roll, degrees), "pitch": (.pitch, degrees),
    "gnss_posTime": (.fixTime, 1), "gnss_lat": (.latitude, 1), "gnss_lon": (.longitude, 1),
    "gnss_alt": (.altitude, 1), "gnss_gVel": (.groundSpeed, 1), "gnss_hAcc": (.accuracy, 1),
  ]
}
