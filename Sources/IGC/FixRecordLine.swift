import Bytes
import FlightModel

/// The fixed part of B, C, E and F records.
enum RecordField {
  /// Appends `HHMMSS` of a moment.
  static func append(time: UTCInstant, to line: inout [UInt8]) {
    let seconds = time.millisecondOfDay / 1000
    for part in [seconds / 3600, seconds / 60 % 60, seconds % 60] {
      line.append(decimal: part, width: 2)
    }
  }

  /// Appends `DDMMYY` of a date.
  static func append(date: CivilDate, to line: inout [UInt8]) {
    for part in [date.day, date.month, ((date.year % 100) + 100) % 100] {
      line.append(decimal: part, width: 2)
    }
  }

  /// Appends `DDMMmmm[NS]DDDMMmmm[EW]`, rounded to 1/1000 minute with the carry into degrees.
  static func append(position: Coordinate, to line: inout [UInt8]) {
    append(e7: position.latitudeE7, degreeWidth: 2, "N", "S", to: &line)
    append(e7: position.longitudeE7, degreeWidth: 3, "E", "W", to: &line)
  }

  private static func append(
    e7 value: Int32, degreeWidth: Int, _ positive: String, _ negative: String,
    to line: inout [UInt8]
  ) {
    let thousandths = (Int(value.magnitude) * 6).dividedRounding(by: 1000)
    line.append(decimal: thousandths / 60_000, width: degreeWidth)
    line.append(decimal: thousandths % 60_000, width: 5)
    line.append(text: value < 0 ? negative : positive)
  }

  /// Appends a height in five characters, -9999 to 99999 m; unknown is 00000.
  static func append(altitudeCm: Int32?, to line: inout [UInt8]) {
    line.append(signed: Int(altitudeCm ?? 0).dividedRounding(by: 100), width: 5)
  }

  /// Whether a position is on Earth.
  static func isPossible(_ position: Coordinate) -> Bool {
    position.latitudeE7.magnitude <= 900_000_000 && position.longitudeE7.magnitude <= 1_800_000_000
  }
}
