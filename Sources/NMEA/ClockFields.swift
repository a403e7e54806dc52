import FlightModel

/// A time of day in UTC as a receiver sends it.
package struct TimeOfDay: Hashable, Sendable {
  /// 0 to 86,400,999: the second 60 is legal.
  package var millisecondOfDay: Int64

  /// Nil when one is out of range.
  init?(hour: Int, minute: Int, milliseconds: Int) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<61_000).contains(milliseconds)
    else { return nil }
    millisecondOfDay = Int64(hour * 3_600_000 + minute * 60_000 + milliseconds)
  }
}

extension FieldCursor {
  /// `HHMMSS` with or without decimals.
  mutating func nextTime() -> TimeOfDay? {
    let time = nextValue { bytes -> Int? in
      guard bytes.count >= 6, bytes.prefix(6).allSatisfy({ FieldText.isDigit($0) }) else {
        return nil
      }
      return FieldText.fixedPoint(bytes, decimals: 3)
    }
    guard let time else { return nil }
    let seconds = time / 1000
    return TimeOfDay(
      hour: seconds / 10_000, minute: seconds / 100 % 100,
      milliseconds: seconds % 100 * 1000 + time % 1000)
  }

  /// `DDMMYY` of this century.
  mutating func nextDate() -> CivilDate? {
    let date = nextValue { bytes -> Int? in
      guard bytes.count == 6, bytes.allSatisfy({ FieldText.isDigit($0) }) else { return nil }
      return bytes.reduce(0) { $0 * 10 + Int($1 & 0xF) }
    }
    guard let date else { return nil }
    return CivilDate(
      checkedYear: 2000 + date % 100, month: date / 100 % 100, day: date / 10_000)
  }

  /// Degrees and minutes (`DDMM.mmm`), then the hemisphere's letter: degrees, positive towards
  /// `positive`. Nil when there are 60 minutes or more than `limit` degrees.
  mutating func nextAngle(
    positive: Unicode.Scalar, negative: Unicode.Scalar, limit: Double
  ) -> Double? {
    let value = nextDecimal()
    let hemisphere = nextLetter()
    guard let value, value >= 0, value < 1e6 else { return nil }
    let degrees = Double(Int(value) / 100)
    let minutes = value - degrees * 100
    let angle = degrees + minutes / 60
    guard minutes < 60, angle <= limit else { return nil }
    switch hemisphere {
    case UInt8(ascii: positive): return angle
    case UInt8(ascii: negative): return -angle
    default: return nil
    }
  }

  /// A length in the unit of the letter behind it: `M`, `F`, or nothing for metres.
  mutating func nextLengthM() -> Double? {
    let value = nextDecimal()
    let unit = nextValue { $0.isEmpty ? nil : FieldText.letter($0) ?? 0 }
    guard let value else { return nil }
    switch unit {
    case UInt8(ascii: "M"), nil: return value
    case UInt8(ascii: "F"): return value * Unit.foot
    default: return nil
    }
  }
}

extension CivilDate {
  /// Nil when the calendar has no such day.
  init?(checkedYear year: Int, month: Int, day: Int) {
    let date = CivilDate(year: year, month: month, day: day)
    guard (1...12).contains(month), (1...31).contains(day), (1900..<2200).contains(year),
      CivilDate(daysSince1970: date.daysSince1970) == date
    else { return nil }
    self = date
  }
}
