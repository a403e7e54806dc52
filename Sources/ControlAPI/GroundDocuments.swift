import Bytes
package import FLARM
import FlightModel
package import JSON

/// What `GET /v1/ground` answers: what a job at an instrument has told since the report asked for.
package struct GroundPage: Equatable, Sendable {
  package var isRunning: Bool
  /// The number to ask from next.
  package var next: Int
  package var reports: [GroundReport]
  /// Why it failed; only when it runs no more.
  package var failure: GroundFailure?

  package init(
    isRunning: Bool, next: Int, reports: [GroundReport], failure: GroundFailure? = nil
  ) {
    self.isRunning = isRunning
    self.next = next
    self.reports = reports
    self.failure = failure
  }

  package var json: JSONValue {
    [
      "running": .bool(isRunning), "next": JSONValue(next),
      "reports": .array(reports.map(\.json)), "failure": failure?.json ?? .null,
    ]
  }

  package init(json: JSONValue) throws(DocumentError) {
    let reader = JSONReader(json)
    isRunning = try reader.flag("running")
    next = Int(try reader.integer("next"))
    reports = []
    for item in try reader.list("reports") { reports.append(try GroundReport(item)) }
    failure = try reader.objectIfAny("failure").map { (reader) throws(DocumentError) in
      try GroundFailure(reader)
    }
  }
}

extension GroundReport {
  var json: JSONValue {
    switch self {
    case .outcome(let outcome): ["outcome": outcome.json]
    case .flight(let flight): ["flight": flight.json]
    case .file(let flight, let part): ["file": flight.json, "part": part.json]
    case .progress(let percent, let name):
      ["progress": JSONValue(percent), "of": .string(name)]
    case .note(let text): ["note": .string(text)]
    }
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    if let outcome = try reader.objectIfAny("outcome") {
      self = .outcome(try CommandOutcome(outcome))
    } else if let flight = try reader.objectIfAny("flight") {
      self = .flight(try LoggerFlight(flight))
    } else if let flight = try reader.objectIfAny("file") {
      self = .file(try LoggerFlight(flight), try FilePart(try reader.object("part")))
    } else if let percent = try reader.integerIfAny("progress") {
      self = .progress(percent: Int(percent), of: try reader.text("of"))
    } else {
      self = .note(try reader.text("note"))
    }
  }
}

extension CommandOutcome {
  private enum Word: String { case ok, refused, different, silent }

  /// Refusals keep the command beside the device's own words.
  package var json: JSONValue {
    let (word, value): (Word, String?) =
      switch result {
      case .value(let value): (.ok, value)
      case .refused(let words): (.refused, words)
      case .different(let value): (.different, value)
      case .silent: (.silent, nil)
      }
    return [
      "subject": .string(subject), "sent": .string(sent), "result": .string(word.rawValue),
      "value": JSONValue(value),
    ]
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    let value = try reader.textIfAny("value") ?? ""
    let result: Result =
      switch try reader.word("result", Word.self) {
      case .ok: .value(value)
      case .refused: .refused(value)
      case .different: .different(value)
      case .silent: .silent
      }
    self.init(
      subject: try reader.text("subject"), sent: try reader.text("sent"), result: result)
  }
}

extension LoggerFlight {
  /// `name` is what a file of it is called, `file` what the logger calls it.
  package var json: JSONValue {
    [
      "record": JSONValue(record), "name": .string(fileName), "file": JSONValue(file),
      "date": JSONValue(day), "start_s": startSecond.map { JSONValue($0) } ?? .null,
      "duration_s": durationSeconds.map { JSONValue($0) } ?? .null, "pilot": .string(pilot),
      "competition_id": .string(competitionID), "competition_class": .string(competitionClass),
    ]
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(record: Int(try reader.integer("record")))
    file = try reader.textIfAny("file")
    if let day = try reader.textIfAny("date") {
      date = UTCInstant(rfc3339: "\(day)T00:00:00Z")?.date
    }
    startSecond = try reader.integerIfAny("start_s").map { Int($0) }
    durationSeconds = try reader.integerIfAny("duration_s").map { Int($0) }
    pilot = try reader.text("pilot")
    competitionID = try reader.text("competition_id")
    competitionClass = try reader.text("competition_class")
  }
}

extension FilePart {
  private enum Word: String { case begin, resumed, data, complete, abandoned }

  /// Data are hexadecimal.
  var json: JSONValue {
    switch self {
    case .begin: ["kind": "begin"]
    case .resumed(let lines): ["kind": "resumed", "lines": JSONValue(lines)]
    case .data(let bytes): ["kind": "data", "hex": .string(Hexadecimal.encode(bytes))]
    case .complete: ["kind": "complete"]
    case .abandoned(let reason): ["kind": "abandoned", "reason": .string(reason)]
    }
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    switch try reader.word("kind", Word.self) {
    case .begin: self = .begin
    case .resumed: self = .resumed(lines: Int(try reader.integer("lines")))
    case .complete: self = .complete
    case .abandoned: self = .abandoned(try reader.text("reason"))
    case .data:
      guard let bytes = Hexadecimal.decode(try reader.text("hex")) else {
        throw DocumentError(field: "part.hex", cause: "is no hexadecimal")
      }
      self = .data(bytes)
    }
  }
}

extension GroundFailure {
  private enum Word: String {
    case airborne, silent, refused, link, unusable, cancelled
    case stateUnknown = "state-unknown"
    case notSupported = "not-supported"
    case tooLong = "too-long"
  }

  /// A stable word, and what belongs to it.
  package var slug: String { word.rawValue }

  private var word: Word {
    switch self {
    case .airborne: .airborne
    case .stateUnknown: .stateUnknown
    case .silent: .silent
    case .notSupported: .notSupported
    case .refused: .refused
    case .link: .link
    case .unusable: .unusable
    case .tooLong: .tooLong
    case .cancelled: .cancelled
    }
  }

  var json: JSONValue {
    var json: JSONObject = [
      "error": .string(slug), "message": .string(words.problem), "hint": .string(words.hint),
    ]
    switch self {
    case .silent(let text), .notSupported(let text), .link(let text), .unusable(let text):
      json["detail"] = .string(text)
    case .refused(let command, let answer):
      json["command"] = .string(command)
      json["detail"] = .string(answer)
    case .airborne, .stateUnknown, .tooLong, .cancelled: break
    }
    return .object(json)
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    let detail = try reader.textIfAny("detail") ?? ""
    switch try reader.word("error", Word.self) {
    case .airborne: self = .airborne
    case .stateUnknown: self = .stateUnknown
    case .silent: self = .silent(detail)
    case .notSupported: self = .notSupported(detail)
    case .refused: self = .refused(command: try reader.text("command"), answer: detail)
    case .link: self = .link(detail)
    case .unusable: self = .unusable(detail)
    case .tooLong: self = .tooLong
    case .cancelled: self = .cancelled
    }
  }
}
