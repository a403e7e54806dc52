import FlightModel

/// Varios for paragliders and home-made ones.
enum SmallVarioSentences {
  /// `LK8EX1`: numbers of their own stand for what is not there; the altitude is one above
  /// 1013.25 hPa, and the pressure goes before it.
  static func lk8ex1(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.staticPressureHPa = fields.nextDecimal(missing: 999_999).map { $0 / 100 }
    reading.altitude = fields.nextDecimal(missing: 99_999).map {
      InstrumentAltitude(metres: $0, reference: .standard)
    }
    reading.varioMPerS = fields.nextDecimal(missing: 9999).map { $0 / 100 }
    reading.temperatureDegC = fields.nextDecimal(missing: 99)
    guard let battery = fields.nextDecimal(missing: 999) else { return }
    switch battery {
    case 0..<999: reading.voltageV = battery
    case 1000...1100: reading.batteryPercent = battery - 1000
    default: break
    }
  }

  /// `XCTRC`: date, time, position, then the barometer, which speaks without a fix too.
  static func xcTracer(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    var position = InstrumentPosition()
    let date = (fields.nextInteger(), fields.nextInteger(), fields.nextInteger())
    if case (let year?, let month?, let day?) = date {
      position.date = CivilDate(checkedYear: year, month: month, day: day)
    }
    position.time = time(&fields)
    position.latitudeDegrees = fields.nextDecimal().flatMap { abs($0) <= 90 ? $0 : nil }
    position.longitudeDegrees = fields.nextDecimal().flatMap { abs($0) <= 180 ? $0 : nil }
    reading.altitude = fields.nextAltitude(.gnss)
    position.groundSpeedMPerS = fields.nextDecimal()
    position.trackDegrees = fields.nextDecimal()
    reading.varioMPerS = fields.nextDecimal()
    fields.skip(3)
    reading.staticPressureHPa = fields.nextDecimal()
    reading.batteryPercent = fields.nextDecimal()
    reading.position = position
  }

  /// Hour, minute, second, hundredth.
  private static func time(_ fields: inout FieldCursor) -> TimeOfDay? {
    let parts = (
      fields.nextInteger(), fields.nextInteger(), fields.nextInteger(), fields.nextInteger()
    )
    guard case (let hour?, let minute?, let second?, let hundredth?) = parts,
      (0..<61).contains(second), (0..<100).contains(hundredth)
    else { return nil }
    return TimeOfDay(hour: hour, minute: minute, milliseconds: second * 1000 + hundredth * 10)
  }

  /// `PRS`: hexadecimal Pa, fifty times a second.
  static func blueFlyPressure(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.staticPressureHPa = fields.next()?.hexadecimal.map { Double($0) / 100 }
  }

  /// `TMP`: decimal tenths of a degree.
  static func blueFlyTemperature(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.temperatureDegC = fields.nextDecimal().map { $0 / 10 }
  }

  /// `BAT`: hexadecimal mV.
  static func blueFlyBattery(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.voltageV = fields.next()?.hexadecimal.map { Double($0) / 1000 }
  }
}

extension FieldCursor {
  /// A decimal number other than the one that stands for nothing.
  fileprivate mutating func nextDecimal(missing: Double) -> Double? {
    nextDecimal().flatMap { $0 == missing ? nil : $0 }
  }
}
