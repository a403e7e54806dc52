package import JSON

/// A service on the internet as the API tells of it: nothing that is secret.
package struct ServiceFacts: Equatable, Sendable {
  /// What flights that wait for it wait for.
  package enum State: String, Sendable, CaseIterable {
    case notConnected = "not-connected"
    /// Nothing is in the way.
    case ready
    /// It does not accept the login.
    case login
    case offline
    /// Only unmetered networks may be used.
    case metered
    /// It wants to be left alone for a while.
    case waiting
  }

  package var name: String
  package var title: String
  package var state: State
  /// Whether flights can go there.
  package var takesFlights = true
  /// What the connection is made of; no value of a secret.
  package var fields: [String: String] = [:]
  /// What an upload needs and the connection does not have.
  package var missing: [String] = []
  /// Whether flights of this box go there by themselves.
  package var isAutomatic = false
  /// Flights on their way there.
  package var open: Int64 = 0
  /// Why the account could not be checked when it was connected.
  package var unchecked: String?

  package init(name: String, title: String, state: State) {
    self.name = name
    self.title = title
    self.state = state
  }

  package var json: JSONValue {
    var values = JSONObject()
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) { values[name] = .string(value) }
    return [
      "name": .string(name), "title": .string(title), "state": .string(state.rawValue),
      "takes_flights": .bool(takesFlights), "fields": .object(values),
      "missing": .array(missing.map(JSONValue.string)),
      "automatic": .bool(isAutomatic), "open": .integer(open), "unchecked": JSONValue(unchecked),
    ]
  }

  package init(json: JSONValue) throws(DocumentError) { try self.init(JSONReader(json)) }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      name: try reader.text("name"), title: try reader.text("title"),
      state: try reader.word("state", State.self))
    for member in reader.value["fields"]?.object?.members ?? [] {
      fields[member.key] = member.value.string
    }
    missing = reader.value["missing"]?.array?.compactMap(\.string) ?? []
    takesFlights = try reader.flagIfAny("takes_flights") ?? true
    isAutomatic = try reader.flag("automatic")
    open = try reader.integer("open")
    unchecked = try reader.textIfAny("unchecked")
  }
}

/// How far a flight is on its way to a service.
package struct UploadFacts: Equatable, Sendable {
  package enum State: String, Sendable, CaseIterable {
    case waiting, sending
    /// Nobody knows whether the service has it; it is looked at before anything is sent again.
    case unsure
    /// The service says that it has it, and it cannot be seen there.
    case known
    case done
    case needsInput = "needs-input"
    case refused
  }

  package var service: String
  package var title: String
  package var state: State
  /// Its id at the service.
  package var serverID: String?
  /// What the service said, or what stands in the way.
  package var detail: String?
  /// What a person can do.
  package var fix: String?
  /// Until it goes on by itself.
  package var waitS: Double?

  package init(service: String, title: String, state: State) {
    self.service = service
    self.title = title
    self.state = state
  }

  /// One line for people, without the service's name.
  package var line: String {
    let place = serverID.map { ", \($0)" } ?? ""
    let said = detail.map { ", \($0)" } ?? ""
    return switch state {
    case .waiting: "waiting\(said)"
    case .sending: "being sent"
    case .unsure: "not known yet, it will look\(said)"
    case .known: "it says it has it\(place), but it cannot be seen there"
    case .done: "yes\(place)\(said)"
    case .needsInput: "no, it \(detail ?? "wants to know something")"
    case .refused: "no, it \(detail ?? "refuses")"
    }
  }

  package var json: JSONValue {
    [
      "service": .string(service), "title": .string(title), "state": .string(state.rawValue),
      "server_id": JSONValue(serverID), "detail": JSONValue(detail), "fix": JSONValue(fix),
      "wait_s": JSONValue(waitS, places: 1), "line": .string(line),
    ]
  }

  package init(json: JSONValue) throws(DocumentError) { try self.init(JSONReader(json)) }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      service: try reader.text("service"), title: try reader.text("title"),
      state: try reader.word("state", State.self))
    serverID = try reader.textIfAny("server_id")
    detail = try reader.textIfAny("detail")
    fix = try reader.textIfAny("fix")
    waitS = try reader.numberIfAny("wait_s")
  }
}

/// Lists of them.
package enum ServiceList {
  package static func json(_ services: [ServiceFacts]) -> JSONValue {
    ["services": .array(services.map(\.json))]
  }

  package static func services(_ json: JSONValue) throws(DocumentError) -> [ServiceFacts] {
    try JSONReader(json).list("services").map { (item) throws(DocumentError) in
      try ServiceFacts(item)
    }
  }

  package static func json(_ uploads: [UploadFacts]) -> JSONValue {
    ["uploads": .array(uploads.map(\.json))]
  }

  package static func uploads(_ json: JSONValue) throws(DocumentError) -> [UploadFacts] {
    try JSONReader(json).list("uploads").map { (item) throws(DocumentError) in
      try UploadFacts(item)
    }
  }
}
