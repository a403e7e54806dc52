/// `POV`: pairs of a letter and a value.
enum OpenVarioSentences {
  /// `?` asks for settings and `C` carries one; everything else is measured.
  static func read(_ fields: inout FieldCursor) -> InstrumentSentence {
    var reading = InstrumentReading()
    guard let first = fields.next() else { return .reading(reading) }
    switch first.letter {
    case UInt8(ascii: "?"): return .query(texts(&fields))
    case UInt8(ascii: "C"): return .command(texts(&fields))
    default: break
    }
    var key: Field? = first
    while let current = key {
      take(current, &reading, &fields)
      key = fields.next()
    }
    return .reading(reading)
  }

  private static func texts(_ fields: inout FieldCursor) -> [String] {
    var texts: [String] = []
    while let field = fields.next() { texts.append(field.text) }
    return texts
  }

  private static func take(
    _ key: Field, _ reading: inout InstrumentReading, _ fields: inout FieldCursor
  ) {
    switch key.letter {
    case UInt8(ascii: "P"): reading.staticPressureHPa = fields.nextDecimal()
    case UInt8(ascii: "Q"): reading.dynamicPressurePa = fields.nextDecimal()
    case UInt8(ascii: "R"): reading.totalPressureHPa = fields.nextDecimal()
    case UInt8(ascii: "S"):
      reading.trueAirspeedMPerS = fields.nextDecimal().map { $0 * Unit.kilometrePerHour }
    case UInt8(ascii: "T"): reading.temperatureDegC = fields.nextDecimal()
    case UInt8(ascii: "E"): reading.varioMPerS = fields.nextDecimal()
    case UInt8(ascii: "H"): reading.humidityPercent = fields.nextDecimal()
    case UInt8(ascii: "V"): reading.voltageV = fields.nextDecimal()
    case UInt8(ascii: "A"): reading.accelerationMPerS2 = fields.nextVector()
    case UInt8(ascii: "G"): reading.rotationDegreesPerS = fields.nextVector()
    default:
      reading.unknownKeys.append(key.text)
      fields.skip(1)
    }
  }
}
