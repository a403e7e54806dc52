import Bytes
import FlightModel

/// Reads any IGC file in one pass and bounded memory; what is not of its form is counted and
/// skipped.
package struct IGCReader: Sendable {
  /// Lines read, and those of them that were not of their form.
  package struct Counts: Equatable, Sendable {
    package var lines = 0
    package var bad = 0
  }

  package private(set) var counts = Counts()
  private var splitter = LineSplitter()
  private var clock = FileClock()
  private var fields: [ExtensionField] = []

  package init() {}

  /// Takes the next bytes and hands out the records that they complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>, _ body: (IGCRecord) -> Void) {
    var lines: [LineSplitter.Line] = []
    splitter.feed(bytes) { lines.append($0) }
    for line in lines { take(line, body) }
  }

  /// Ends the file and hands out what stood after the last line end.
  package mutating func finish(_ body: (IGCRecord) -> Void) {
    var lines: [LineSplitter.Line] = []
    splitter.finish { lines.append($0) }
    for line in lines { take(line, body) }
  }

  private mutating func take(_ line: LineSplitter.Line, _ body: (IGCRecord) -> Void) {
    counts.lines += 1
    guard !line.isCut, let record = record(of: line.bytes) else {
      counts.bad += 1
      return
    }
    body(record)
  }

  private mutating func record(of line: [UInt8]) -> IGCRecord? {
    switch Character(Unicode.Scalar(line[0])) {
    case "A": return .recorder(RecordParser.text(line.dropFirst()))
    case "B": return fix(line).map { .fix($0) }
    case "E": return event(line).map { .event($0) }
    case "H": return header(line)
    case "I":
      guard let fields = RecordParser.extensions(line) else { return nil }
      self.fields = fields
      return .extensions(fields)
    case "L": return .comment(RecordParser.text(line.dropFirst()))
    case "A"..."Z": return .other(line)
    default: return nil
    }
  }

  private mutating func header(_ line: [UInt8]) -> IGCRecord? {
    guard let header = RecordParser.header(line) else { return nil }
    guard header.subject == "DTE" else { return .header(header) }
    guard let date = RecordParser.date(line) else { return nil }
    clock.begin(on: date)
    return .date(date)
  }

  private mutating func fix(_ line: [UInt8]) -> TrackPoint? {
    guard let time = RecordParser.time(line, at: 1),
      let position = RecordParser.position(line, at: 7), line.count >= 35,
      line[24] == UInt8(ascii: "A") || line[24] == UInt8(ascii: "V"),
      let pressure = RecordParser.altitude(line, at: 25),
      let gnss = RecordParser.altitude(line, at: 30)
    else { return nil }
    let texts = fields.map { field in
      field.last <= line.count ? RecordParser.text(line[field.first - 1..<field.last]) : ""
    }
    let moment = clock.take(time + fraction(texts))
    return TrackPoint(
      time: moment.time, fileMilliseconds: moment.fileMilliseconds, position: position,
      isValid: line[24] == UInt8(ascii: "A"), isBackward: moment.isBackward,
      pressureAltitudeM: pressure, gnssAltitudeM: gnss, extensions: texts)
  }

  /// Milliseconds that TDS adds to a fix's second.
  private func fraction(_ texts: [String]) -> Int64 {
    guard let index = fields.firstIndex(where: { $0.code == "TDS" }) else { return 0 }
    var milliseconds: Int64 = 0
    var scale: Int64 = 100
    for byte in texts[index].utf8.prefix(3) {
      guard ASCII.isDigit(byte) else { return 0 }
      milliseconds += Int64(byte - ASCII.zero) * scale
      scale /= 10
    }
    return milliseconds
  }

  private func event(_ line: [UInt8]) -> FlightEvent? {
    guard let time = RecordParser.time(line, at: 1), line.count >= 10 else { return nil }
    let moment = clock.moment(time)
    return FlightEvent(
      time: moment.time, fileMilliseconds: moment.fileMilliseconds,
      code: RecordParser.text(line[7..<10]), text: RecordParser.text(line[10...]))
  }
}

/// Turns times of day into moments, over midnight.
private struct FileClock: Sendable {
  struct Moment {
    var time: UTCInstant?
    var fileMilliseconds: Int64
    var isBackward: Bool
  }

  /// The longest pause over midnight that is still taken for one: 6 h.
  private static let longestPause: Int64 = 21_600_000

  private var date: CivilDate?
  private var day: Int64 = 0
  private var latest: Int64?

  /// A date record before the first fix sets the day; a later one is a copy of the first, or of a
  /// day that midnight has begun already.
  mutating func begin(on date: CivilDate) {
    if latest == nil { self.date = date }
  }

  /// The moment of a fix; later ones are measured against it.
  mutating func take(_ timeOfDay: Int64) -> Moment {
    let moment = moment(timeOfDay)
    if !moment.isBackward {
      latest = moment.fileMilliseconds
      day = moment.fileMilliseconds / UTCInstant.millisecondsPerDay
    }
    return moment
  }

  /// The moment of a time of day after the latest fix.
  func moment(_ timeOfDay: Int64) -> Moment {
    let length = UTCInstant.millisecondsPerDay
    var moment = day * length + timeOfDay
    var isBackward = false
    if let latest, moment < latest {
      let pause = moment + length - latest
      if pause <= Self.longestPause { moment += length } else { isBackward = true }
    }
    let time = date.map { UTCInstant($0).advanced(byMilliseconds: moment) }
    return Moment(time: time, fileMilliseconds: moment, isBackward: isBackward)
  }
}
