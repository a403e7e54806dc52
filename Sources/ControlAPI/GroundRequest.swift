package import FLARM
import FlightModel
package import JSON

/// What `POST /v1/ground/start` takes: a job and the instrument that it is for.
package struct GroundRequest: Equatable, Sendable {
  /// An id or address as `barograph devices` lists them; nil: the only one of the kind.
  package var instrument: String?
  /// `flarm` or `vario`.
  package var kind: String
  /// The person says that the instrument stands on the ground.
  package var isPromised: Bool
  package var job: GroundJob

  package init(instrument: String?, kind: String, isPromised: Bool, job: GroundJob) {
    self.instrument = instrument
    self.kind = kind
    self.isPromised = isPromised
    self.job = job
  }

  package var json: JSONValue {
    [
      "instrument": JSONValue(instrument), "kind": .string(kind), "on_ground": .bool(isPromised),
      "job": job.json,
    ]
  }

  package init(json: JSONValue) throws(DocumentError) {
    let reader = JSONReader(json)
    self.init(
      instrument: try reader.textIfAny("instrument"), kind: try reader.text("kind"),
      isPromised: try reader.flagIfAny("on_ground") ?? false,
      job: try GroundJob(try reader.object("job")))
  }
}

private enum JobWord: String {
  case info = "flarm-info"
  case read = "flarm-read"
  case write = "flarm-write"
  case competition = "flarm-competition"
  case declare = "flarm-declare"
  case logbook = "flarm-logbook"
  case copy = "flarm-copy"
  case lxnavInfo = "lxnav-info"
  case lxnavLogbook = "lxnav-logbook"
  case lxnavDeclare = "lxnav-declare"
}

extension GroundJob {
  var json: JSONValue {
    switch self {
    case .flarmInfo: Self.json(.info)
    case .flarmRead(let keys):
      Self.json(.read, ["keys": .array(keys.map { .string($0.rawValue) })])
    case .flarmWrite(let values): Self.json(.write, ["values": Self.json(values)])
    case .flarmCompetition(let isOn): Self.json(.competition, ["on": .bool(isOn)])
    case .flarmDeclare(let who, let task, let restarts):
      Self.json(
        .declare,
        [
          "values": Self.json(who), "task": task.map { Self.json($0) } ?? .null,
          "restart": .bool(restarts),
        ])
    case .flarmLogbook(let selection): Self.json(.logbook, ["selection": selection.json])
    case .flarmCopy: Self.json(.copy)
    case .lxnavInfo(let isBehind): Self.json(.lxnavInfo, ["behind_vario": .bool(isBehind)])
    case .lxnavLogbook(let selection, let resume, let isBehind):
      Self.json(
        .lxnavLogbook,
        [
          "selection": selection.json, "resume": Self.json(resume),
          "behind_vario": .bool(isBehind),
        ])
    case .lxnavDeclare(let rows, let isBehind):
      Self.json(
        .lxnavDeclare,
        ["rows": .array(rows.map(JSONValue.string)), "behind_vario": .bool(isBehind)])
    }
  }

  private static func json(_ word: JobWord, _ fields: JSONObject = [:]) -> JSONValue {
    var json = fields
    json["kind"] = .string(word.rawValue)
    return .object(json)
  }

  private static func json(_ values: [SettingValue]) -> JSONValue {
    .array(values.map { ["key": .string($0.key.rawValue), "value": .string($0.text)] })
  }

  private static func json(_ task: FLARMTask) -> JSONValue {
    [
      "name": .string(task.name.text),
      "points": .array(
        task.points.map {
          [
            "latitude_e7": JSONValue(Int($0.position.latitudeE7)),
            "longitude_e7": JSONValue(Int($0.position.longitudeE7)), "name": .string($0.name.text),
          ]
        }),
    ]
  }

  private static func json(_ resume: [String: Int]) -> JSONValue {
    .array(
      resume.sorted { $0.key < $1.key }
        .map { ["name": .string($0.key), "lines": JSONValue($0.value)] })
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    let isBehind = try reader.flagIfAny("behind_vario") ?? false
    switch try reader.word("kind", JobWord.self) {
    case .info: self = .flarmInfo
    case .read: self = .flarmRead(try Self.keys(reader))
    case .write: self = .flarmWrite(try Self.values(reader))
    case .competition: self = .flarmCompetition(try reader.flag("on"))
    case .declare:
      self = .flarmDeclare(
        try Self.values(reader), try Self.task(reader), restart: try reader.flag("restart"))
    case .logbook: self = .flarmLogbook(try FlightSelection(try reader.object("selection")))
    case .copy: self = .flarmCopy
    case .lxnavInfo: self = .lxnavInfo(behindVario: isBehind)
    case .lxnavLogbook:
      self = .lxnavLogbook(
        try FlightSelection(try reader.object("selection")), resume: try Self.resume(reader),
        behindVario: isBehind)
    case .lxnavDeclare: self = .lxnavDeclare(try Self.rows(reader), behindVario: isBehind)
    }
  }

  private static func keys(_ reader: JSONReader) throws(DocumentError) -> [SettingKey] {
    try texts(reader, "keys", atMost: 100).map { (text) throws(DocumentError) in
      guard let key = SettingKey(rawValue: text) else {
        throw DocumentError(field: "keys", cause: "has one that is not known")
      }
      return key
    }
  }

  private static func values(_ reader: JSONReader) throws(DocumentError) -> [SettingValue] {
    var values: [SettingValue] = []
    for item in try reader.list("values").prefix(100) {
      let key = try item.word("key", SettingKey.self)
      do throws(SettingError) {
        values.append(try SettingValue(key, text(item)))
      } catch {
        throw DocumentError(field: "values", cause: error.words)
      }
    }
    return values
  }

  /// A missing value is an empty one, which the setting's own rule judges.
  private static func text(_ item: JSONReader) -> String { item.value["value"]?.string ?? "" }

  private static func task(_ reader: JSONReader) throws(DocumentError) -> FLARMTask? {
    guard let task = try reader.objectIfAny("task") else { return nil }
    var points: [DeclaredPoint] = []
    for item in try task.list("points") {
      guard let latitude = Int32(exactly: try item.integer("latitude_e7")),
        let longitude = Int32(exactly: try item.integer("longitude_e7")),
        (-900_000_000...900_000_000).contains(latitude),
        (-1_800_000_000...1_800_000_000).contains(longitude)
      else { throw DocumentError(field: "task.points", cause: "has an impossible position") }
      points.append(
        DeclaredPoint(
          position: Coordinate(latitudeE7: latitude, longitudeE7: longitude),
          name: try item.text("name")))
    }
    guard let fitted = FLARMTask(name: try task.text("name"), points: points) else {
      throw DocumentError(field: "task", cause: "has too many points")
    }
    return fitted
  }

  private static func resume(_ reader: JSONReader) throws(DocumentError) -> [String: Int] {
    var resume: [String: Int] = [:]
    for item in try reader.list("resume").prefix(10_000) {
      resume[try item.text("name")] = Int(try item.integer("lines"))
    }
    return resume
  }

  private static func rows(_ reader: JSONReader) throws(DocumentError) -> [String] {
    try texts(reader, "rows", atMost: 200)
  }

  fileprivate static func texts(
    _ reader: JSONReader, _ key: String, atMost limit: Int
  ) throws(DocumentError) -> [String] {
    guard let items = reader.value[key]?.array, items.count <= limit else {
      throw DocumentError(field: key, cause: "is no list of at most \(limit)")
    }
    let texts = items.compactMap(\.string)
    guard texts.count == items.count else {
      throw DocumentError(field: key, cause: "is no list of texts")
    }
    return texts
  }
}

extension FlightSelection {
  private enum Word: String { case none, all, newest, records, except }

  var json: JSONValue {
    switch self {
    case .none: ["kind": "none"]
    case .all: ["kind": "all"]
    case .newest: ["kind": "newest"]
    case .records(let records):
      ["kind": "records", "records": .array(records.sorted().map { .string(String($0)) })]
    case .except(let names):
      ["kind": "except", "names": .array(names.sorted().map(JSONValue.string))]
    }
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    switch try reader.word("kind", Word.self) {
    case .none: self = .none
    case .all: self = .all
    case .newest: self = .newest
    case .records:
      let texts = try GroundJob.texts(reader, "records", atMost: 10_000)
      self = .records(Set(texts.compactMap { Int($0) }))
    case .except: self = .except(names: Set(try GroundJob.texts(reader, "names", atMost: 100_000)))
    }
  }
}
