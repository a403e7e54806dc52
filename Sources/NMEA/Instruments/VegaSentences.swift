/// Triadis Vega.
enum VegaSentences {
  /// `PDVDV`: vario and indicated airspeed in 0.1 m/s, true over indicated airspeed in 1/1024,
  /// pressure altitude in metres, static pressure in 0.1 hPa.
  static func vario(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.varioMPerS = fields.nextDecimal().map { $0 / 10 }
    let indicated = fields.nextDecimal().map { $0 / 10 }
    let ratio = fields.nextDecimal()
    reading.indicatedAirspeedMPerS = indicated
    if let indicated, let ratio { reading.trueAirspeedMPerS = indicated * ratio / 1024 }
    reading.altitude = fields.nextAltitude(.standard)
  }

  /// `PDVDS`: acceleration along two axes in 0.01 g, flap, stall ratio, netto in 0.1 m/s.
  static func acceleration(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    let unit = Unit.standardGravity / 100
    let x = fields.nextDecimal().map { $0 * unit }
    let z = fields.nextDecimal().map { $0 * unit }
    reading.accelerationMPerS2 = InstrumentVector(x: x, y: nil, z: z)
    fields.skip(2)
    reading.nettoMPerS = fields.nextDecimal().map { $0 / 10 }
  }

  /// `PDVVT`: temperature in 0.1 K, humidity in percent.
  static func temperature(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.temperatureDegC = fields.nextDecimal().map { $0 / 10 - 273.15 }
    reading.humidityPercent = fields.nextDecimal()
  }

  /// `PDSWC`: settings and switches, supply in 0.1 V behind them.
  static func switches(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    fields.skip(3)
    reading.voltageV = fields.nextDecimal().map { $0 / 10 }
  }
}
