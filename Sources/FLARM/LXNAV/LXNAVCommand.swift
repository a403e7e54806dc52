import Bytes
import FlightModel
package import NMEA

/// Every sentence that Barograph ever sends to an LXNAV logger.
package enum LXNAVCommand: Equatable, Sendable {
  case readInfo
  case readLogbookSize
  /// Flights from the first up to the one before `end`; some devices send `end` too.
  case readLogbook(from: Int, end: Int)
  /// Lines of a file from the first up to the one before `end`; some devices send `end` too.
  case readFlight(file: String, from: Int, end: Int)
  case writeDeclaration(row: Int, of: Int, String)
  /// Speaks through a vario to the logger behind it, until `leaveDirect`.
  case enterDirect
  case leaveDirect

  /// The sentence without `$`, checksum and line end.
  package var body: String {
    switch self {
    case .readInfo: "PLXVC,INFO,R"
    case .readLogbookSize: "PLXVC,LOGBOOKSIZE,R"
    case .readLogbook(let from, let end): "PLXVC,LOGBOOK,R,\(from),\(end)"
    case .readFlight(let file, let from, let end):
      "PLXVC,FLIGHT,R,\(SentenceField.clean(file)),\(from),\(end)"
    case .writeDeclaration(let row, let count, let content):
      "PLXVC,DECL,W,\(row),\(count),\(content)"
    case .enterDirect: "PLXV0,CONNECTION,W,DIRECT"
    case .leaveDirect: "PLXV0,CONNECTION,W,VSEVEN"
    }
  }

  /// The bytes on the line.
  package var line: [UInt8] { SentenceText.framed(body) }
}

/// What an LXNAV logger says (`PLXVC`).
package enum LXNAVAnswer: Equatable, Sendable {
  case info([String])
  case logbookSize(Int)
  case flight(LoggerFlight, total: Int)
  case line(file: String, row: Int, of: Int, content: [UInt8])
  case declared(row: Int)
  /// It refuses, in its own words.
  case refusal(String)

  /// More rows than any flight has.
  static let rowLimit = 400_000

  /// Nil for a sentence that answers nothing.
  package init?(_ sentence: Sentence) {
    guard sentence.hasAddress("PLXVC") else { return nil }
    var fields = sentence.fields
    guard let key = fields.next(), let verb = fields.next() else { return nil }
    let words = (Self.text(key), Self.text(verb))
    switch words {
    case (_, "ERROR"), ("ERROR", _): self = .refusal("\(words.0),\(words.1)")
    case ("INFO", "A"): self = .info(fields.prefix(20).map(Self.text))
    case ("LOGBOOKSIZE", "A"):
      guard let count = fields.nextInteger(), count >= 0 else { return nil }
      self = .logbookSize(count)
    case ("LOGBOOK", "A"):
      guard let answer = Self.logbook(fields.prefix(10).map(Self.text)) else { return nil }
      self = answer
    case ("FLIGHT", "A"):
      guard let answer = Self.line(&fields) else { return nil }
      self = answer
    case ("DECL", "C"):
      guard let row = fields.nextInteger() else { return nil }
      self = .declared(row: row)
    default: return nil
    }
  }

  private static func text(_ field: Field) -> String {
    String(decoding: field.bytes, as: UTF8.self)
  }

  /// `n,total,file,dd.mm.yyyy,start,stop`; old firmware answers the size here, alone.
  private static func logbook(_ fields: [String]) -> Self? {
    guard let number = fields.first.flatMap({ Int($0) }), number >= 0 else { return nil }
    if fields.count == 1 { return .logbookSize(number) }
    guard fields.count >= 3, let total = Int(fields[1]), total >= number, !fields[2].isEmpty
    else { return nil }
    var flight = LoggerFlight(record: number)
    flight.file = fields[2]
    flight.date = fields.count > 3 ? date(fields[3]) : nil
    flight.startSecond = fields.count > 4 ? clock(fields[4]) : nil
    let stop = fields.count > 5 ? clock(fields[5]) : nil
    if let start = flight.startSecond, let stop {
      flight.durationSeconds = (stop - start + 86_400) % 86_400
    }
    return .flight(flight, total: total)
  }

  /// `file,row,rows,text`; the text may hold commas.
  private static func line(_ fields: inout FieldCursor) -> Self? {
    guard let file = fields.next(), let row = fields.nextInteger(),
      let count = fields.nextInteger(), (1...rowLimit).contains(row), row <= count,
      count <= rowLimit
    else { return nil }
    let content = Array(fields.map { Array($0.bytes) }.joined(separator: [ASCII.comma]))
    return .line(file: text(file), row: row, of: count, content: content)
  }

  /// `14.07.2026`; a logger without a date says 1980.
  private static func date(_ text: String) -> CivilDate? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let day = parts[0], let month = parts[1], let year = parts[2],
      (1900...2199).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// `091230` or `09:12:30` in seconds.
  private static func clock(_ text: String) -> Int? {
    if text.contains(":") { return LoggerFlight.clock(text, hours: 0...23) }
    guard text.utf8.count == 6, text.utf8.allSatisfy(ASCII.isDigit), let number = Int(text),
      number / 10_000 < 24, number / 100 % 100 < 60, number % 100 < 60
    else { return nil }
    return number / 10_000 * 3600 + number / 100 % 100 * 60 + number % 100
  }
}
