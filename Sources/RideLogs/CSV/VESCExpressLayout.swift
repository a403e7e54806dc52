import Bytes

extension LogLayout {
  /// VESC Express's log: each name is `key:name:unit:precision:relative:timestamp`, and a field is
  /// empty where nothing new came. The columns are what somebody configured; those of the common
  /// configurations are known.
  static func vescExpress(_ header: String) -> LogLayout? {
    let names = names(header, ";").map {
      $0.split(separator: ":", omittingEmptySubsequences: false)
    }
    guard let first = names.first, first.count >= 6 else { return nil }
    let described = names.map { $0.count >= 6 ? $0 : nil }
    let keys = Set(described.compactMap { $0.map { plain($0[0]) } })
    // Refloat's own logger writes degrees; everybody else's, radians.
    let angle = keys.contains("adc1") ? 1 : 180 / Double.pi
    // Only one of two clocks is read.
    let timeKey = keys.contains("tday") ? "tday" : "tdaypos"
    let columns = described.map { parts in
      parts.flatMap { expressColumn(plain($0[0]), unit: $0[2], angle: angle, timeKey: timeKey) }
    }
    guard columns.contains(where: { $0 != nil }) else { return nil }
    return LogLayout(
      separator: UInt8(ascii: ";"), time: .namedBegin, columns: columns, holdsValues: true)
  }

  /// A key without case, blanks and underscores.
  private static func plain(_ text: Substring) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private static func expressColumn(
    _ key: String, unit: Substring, angle: Double, timeKey: String
  ) -> Column? {
    if key == timeKey { return Column(quantity: .time, factor: 1000, name: key) }
    guard let quantity = expressKeys[key] else { return nil }
    let factor: Double? =
      switch quantity {
      case .speed: ["km/h": 1, "m/s": 3.6, "mph": 1.609344][String(unit)]
      case .groundSpeed: ["km/h": 1 / 3.6, "m/s": 1][String(unit)]
      case .duty: unit == "%" ? 0.01 : 1
      case .odometer: ["m": 1, "km": 1000][String(unit)]
      case .pitch, .roll: ["deg": 1, "rad": 180 / Double.pi][String(unit)] ?? angle
      default: 1
      }
    return factor.map { Column(quantity: quantity, factor: $0, name: key) }
  }

  private static let expressKeys: [String: LogQuantity] = [
    "vin": .batteryVoltage, "inputvoltage": .batteryVoltage, "current": .motorCurrent,
    "currentin": .batteryCurrent, "m2current": .secondMotorCurrent,
    "m2currentin": .secondBatteryCurrent, "duty": .duty, "erpm": .erpm, "rpm": .erpm,
    "tempfet": .mosfetTemperature, "tempmotor": .motorTemperature, "kmhvesc": .speed,
    "speed": .speed, "roll": .roll, "pitch": .pitch, "fault": .fault, "tripvescabs": .odometer,
    "adc1": .adc1, "adc2": .adc2, "gnsslat": .latitude, "gnsslon": .longitude,
    "tdaypos": .fixTime, "gnssalt": .altitude, "gnsshacc": .accuracy, "gnsshvel": .groundSpeed,
  ]
}
