import Bytes
package import FlightModel

/// A flight in the memory of a logger, as its list describes it.
package struct LoggerFlight: Equatable, Sendable {
  /// From 0 in a FLARM, from 1 in an LXNAV.
  package var record: Int
  package var file: String?
  package var date: CivilDate?
  /// Seconds after midnight UTC.
  package var startSecond: Int?
  package var durationSeconds: Int?
  package var pilot = ""
  package var competitionID = ""
  package var competitionClass = ""

  package init(record: Int) { self.record = record }

  /// A name for the flight's file: the logger's own where it gives a usable one, else one made of
  /// date and record. Never with a slash, a leading dot or anything but printable ASCII.
  package var fileName: String {
    if let file, Self.isUsable(file) { return file }
    let day = day.map { "\($0)-" }
    return "\(day ?? "")record-\(String(record, width: 3)).IGC"
  }

  /// `2026-07-14`.
  package var day: String? {
    date.map {
      "\(String($0.year, width: 4))-\(String($0.month, width: 2))-\(String($0.day, width: 2))"
    }
  }

  private static func isUsable(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count) && name.utf8.first != ASCII.dot
      && name.utf8.allSatisfy {
        ASCII.isDigit($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == ASCII.minus || $0 == ASCII.dot || $0 == 0x5F
      }
  }
}

extension LoggerFlight {
  /// Reads the payload of the answer to `getRecordInfo`: sequence, then
  /// `[file|]YYYY-MM-DD|HH:MM:SS|HH:MM:SS|pilot|competition id|class` in Latin-1, ended by a zero or
  /// by the frame. The second time is a duration. Texts may be missing; nil if date or times are.
  package init?(record: Int, infoPayload payload: [UInt8]) {
    guard payload.count > 2 else { return nil }
    let text = payload[2...].prefix { $0 != 0 }
    var fields = text.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      .prefix(16).map { String($0.map { Character(Unicode.Scalar($0)) }) }
    self.init(record: record)
    if fields.count > 3, Self.date(fields[0]) == nil { file = fields.removeFirst() }
    guard fields.count >= 3, let date = Self.date(fields[0]),
      let start = Self.clock(fields[1], hours: 0...23),
      let duration = Self.clock(fields[2], hours: 0...99)
    else { return nil }
    self.date = date
    startSecond = start
    durationSeconds = duration
    let texts = fields.dropFirst(3) + ["", "", ""]
    (pilot, competitionID, competitionClass) = (texts[3], texts[4], texts[5])
  }

  /// `2026-07-14`.
  private static func date(_ text: String) -> CivilDate? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
      (1900...2199).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// `HH:MM:SS` in seconds.
  static func clock(_ text: String, hours: ClosedRange<Int>) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
      hours.contains(hour), (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }
}
