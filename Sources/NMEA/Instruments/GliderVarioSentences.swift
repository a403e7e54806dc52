/// Borgelt, Zander, Cambridge and Volkslogger.
enum GliderVarioSentences {
  /// `PTAS1`: tenths of a knot above -20 kn, feet above -2000 ft, knots.
  static func borgelt(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.varioMPerS = fields.nextKnots(zero: 200)
    reading.averageVarioMPerS = fields.nextKnots(zero: 200)
    reading.altitude = fields.nextDecimal().map {
      InstrumentAltitude(metres: ($0 - 2000) * Unit.foot, reference: .unknown)
    }
    reading.trueAirspeedMPerS = fields.nextDecimal().map { $0 * Unit.knot }
  }

  /// `PZAN1`: metres above the QNH set.
  static func zanderAltitude(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.altitude = fields.nextAltitude(.qnh)
  }

  /// `PZAN2`: km/h, then cm/s above -100 m/s.
  static func zanderSpeed(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.trueAirspeedMPerS = fields.nextDecimal().map { $0 * Unit.kilometrePerHour }
    reading.nettoMPerS = fields.nextDecimal().map { ($0 - 10_000) / 100 }
  }

  /// `PCAID`: pressure altitude and engine noise of the logger.
  static func cambridgeLogger(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    fields.skip(1)
    reading.altitude = fields.nextAltitude(.standard)
    reading.engineNoiseLevel = fields.nextInteger()
  }

  /// `!w`: wind, altitude above -1000 m by the QNH behind it, airspeed in cm/s, varios in tenths of
  /// a knot above -20 kn.
  static func cambridgeWind(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.windDirectionDegrees = fields.nextDecimal()
    reading.windSpeedMPerS = fields.nextDecimal().map { $0 / 10 }
    fields.skip(2)
    reading.altitude = fields.nextDecimal().map {
      InstrumentAltitude(metres: $0 - 1000, reference: .qnh)
    }
    reading.qnhHPa = fields.nextDecimal()
    reading.trueAirspeedMPerS = fields.nextDecimal().map { $0 / 100 }
    reading.varioMPerS = fields.nextKnots(zero: 200)
    reading.averageVarioMPerS = fields.nextKnots(zero: 200)
    reading.nettoMPerS = fields.nextKnots(zero: 200)
  }

  /// `PGCS,1`: pressure altitude as 16 bits in hexadecimal, in two's complement.
  static func volkslogger(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    guard fields.nextInteger() == 1 else { return }
    fields.skip(1)
    guard let bits = fields.next()?.hexadecimal.flatMap({ UInt16(exactly: $0) }) else { return }
    let metres = Double(Int16(bitPattern: bits))
    reading.altitude = InstrumentAltitude(metres: metres, reference: .standard)
  }
}

extension FieldCursor {
  /// Tenths of a knot above a zero of its own, as m/s.
  fileprivate mutating func nextKnots(zero: Double) -> Double? {
    nextDecimal().map { ($0 - zero) / 10 * Unit.knot }
  }
}
