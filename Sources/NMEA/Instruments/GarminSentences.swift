enum GarminSentences {
  /// `PGRMZ`: an altitude in feet or metres, the letter of the unit in either case, and the
  /// dimensions of the fix. A FLARM's is above 1013.25 hPa, Garmin's above mean sea level, so the
  /// reference is unknown here.
  static func altitude(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    let value = fields.nextDecimal()
    let unit = fields.nextLetter()
    reading.fixDimensions = value == nil ? nil : fields.nextInteger()
    guard let value, abs(value) < 100_000 else { return }
    switch unit {
    case UInt8(ascii: "F"):
      reading.altitude = InstrumentAltitude(metres: value * Unit.foot, reference: .unknown)
    case UInt8(ascii: "M"):
      reading.altitude = InstrumentAltitude(metres: value, reference: .unknown)
    default: return
    }
  }
}
