/// XCVario, Larus and Levil: sensors that send attitude too.
enum SensorBoxSentences {
  /// `PXCV`: vario, three settings, climb or cruise, temperature, QNH, static pressure in hPa,
  /// dynamic pressure in Pa, roll, pitch, accelerations in g.
  static func xcVario(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.varioMPerS = fields.nextDecimal()
    fields.skip(4)
    reading.temperatureDegC = fields.nextDecimal()
    reading.qnhHPa = fields.nextDecimal()
    reading.staticPressureHPa = fields.nextDecimal()
    reading.dynamicPressurePa = fields.nextDecimal()
    reading.rollDegrees = fields.nextDecimal()
    reading.pitchDegrees = fields.nextDecimal()
    reading.accelerationMPerS2 = fields.nextVector(unit: Unit.standardGravity)
  }

  /// `PLARV`: vario, its average, pressure altitude in metres, true airspeed in km/h, load factor.
  static func larusVario(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.varioMPerS = fields.nextDecimal()
    reading.averageVarioMPerS = fields.nextDecimal()
    reading.altitude = fields.nextAltitude(.standard)
    reading.trueAirspeedMPerS = fields.nextDecimal().map { $0 * Unit.kilometrePerHour }
    reading.loadFactorG = fields.nextDecimal()
  }

  /// `PLARA`: roll, pitch, true heading.
  static func larusAttitude(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.rollDegrees = fields.nextDecimal()
    reading.pitchDegrees = fields.nextDecimal()
    reading.headingDegrees = fields.nextDecimal()
  }

  /// `PLARB`: supply, outside temperature, humidity; the last two since later versions.
  static func larusBattery(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.voltageV = fields.nextDecimal()
    reading.temperatureDegC = fields.nextDecimal()
    reading.humidityPercent = fields.nextDecimal()
  }

  /// `PLARD`: density of the air.
  static func larusDensity(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.airDensityGPerM3 = fields.nextDecimal()
  }

  /// `PLARW`: wind in km/h; the average one (`A`) that is valid (`A`).
  static func larusWind(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    let direction = fields.nextDecimal()
    let speed = fields.nextDecimal()
    let isAverage = fields.nextLetter() == UInt8(ascii: "A")
    guard isAverage, fields.nextLetter() == UInt8(ascii: "A") else { return }
    reading.windDirectionDegrees = direction
    reading.windSpeedMPerS = speed.map { $0 * Unit.kilometrePerHour }
  }

  /// `RPYL`: tenths of a degree, then thousandths of a g. Other senders' decimals are in whole
  /// degrees and are not read.
  static func levilAttitude(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.rollDegrees = fields.nextInteger().map { Double($0) / 10 }
    reading.pitchDegrees = fields.nextInteger().map { Double($0) / 10 }
    reading.headingDegrees = fields.nextInteger().map { Double($0) / 10 }
    fields.skip(2)
    reading.loadFactorG = fields.nextInteger().map { Double($0) / 1000 }
  }

  /// `APENV1`: knots and feet; other senders' decimals are in other units and are not read. Which
  /// pressure the altitude is above is not documented, and neither is its climb worth recording.
  static func levilAir(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.indicatedAirspeedMPerS = fields.nextInteger().map { Double($0) * Unit.knot }
    reading.altitude = fields.nextInteger().map {
      InstrumentAltitude(metres: Double($0) * Unit.foot, reference: .unknown)
    }
  }
}
