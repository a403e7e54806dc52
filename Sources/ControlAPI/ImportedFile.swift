package import FlightModel
package import JSON

/// One file that was offered, or that an archive held, and what came of it.
package struct ImportedFile: Equatable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case flight, waypoints, airspace, tasks, ride, archive, unknown
  }

  package enum Outcome: String, Sendable, CaseIterable {
    case added
    /// A flight that had only been looked at is in the logbook now.
    case promoted
    /// It replaces an earlier file of the same name.
    case replaced
    case known
    /// It was deleted here; only a person's import brings it back.
    case deleted
    /// It cannot be used and is kept, with the reason.
    case quarantined
    /// It is nothing for the logbook.
    case passedOver = "passed-over"
    /// It cannot be taken in, for now or at all; nothing is kept.
    case refused
  }

  /// What it was called, for showing only.
  package var name: String
  package var kind: Kind
  package var outcome: Outcome
  /// The id of the flight, of the map file, or of the file in quarantine.
  package var id: String?
  /// What it is called here.
  package var filename: String?
  /// Fixes of a flight, waypoints, airspaces or tasks of a file, files of an archive.
  package var items: Int64?
  package var reason: String?

  package init(
    name: String, kind: Kind, outcome: Outcome, id: String? = nil, filename: String? = nil,
    items: Int64? = nil, reason: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.outcome = outcome
    self.id = id
    self.filename = filename
    self.items = items
    self.reason = reason
  }

  package var json: JSONValue {
    [
      "name": .string(name), "kind": .string(kind.rawValue), "outcome": .string(outcome.rawValue),
      "id": JSONValue(id), "filename": JSONValue(filename), "items": JSONValue(items),
      "reason": JSONValue(reason),
    ]
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      name: try reader.text("name"), kind: try reader.word("kind", Kind.self),
      outcome: try reader.word("outcome", Outcome.self), id: try reader.textIfAny("id"),
      filename: try reader.textIfAny("filename"), items: try reader.integerIfAny("items"),
      reason: try reader.textIfAny("reason"))
  }
}

/// A file that could not be used, as it is kept.
package struct QuarantinedFile: Equatable, Sendable {
  /// SHA-256 of its bytes.
  package var id: String
  package var name: String
  package var bytes: Int64
  package var reason: String
  package var since: UTCInstant?
  package var path: String

  package init(
    id: String, name: String, bytes: Int64, reason: String, since: UTCInstant?, path: String
  ) {
    self.id = id
    self.name = name
    self.bytes = bytes
    self.reason = reason
    self.since = since
    self.path = path
  }

  package var json: JSONValue {
    [
      "id": .string(id), "name": .string(name), "bytes": .integer(bytes),
      "reason": .string(reason), "since": JSONValue(since), "path": .string(path),
    ]
  }

  private init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      id: try reader.text("id"), name: try reader.text("name"),
      bytes: try reader.integer("bytes"), reason: try reader.text("reason"),
      since: try reader.timeIfAny("since"), path: try reader.text("path"))
  }

  /// The answer to `GET /v1/imports/quarantine`.
  package static func json(_ files: [QuarantinedFile]) -> JSONValue {
    ["files": .array(files.map(\.json))]
  }

  package static func list(_ json: JSONValue) throws(DocumentError) -> [QuarantinedFile] {
    var files: [QuarantinedFile] = []
    for item in try JSONReader(json).list("files") { files.append(try QuarantinedFile(item)) }
    return files
  }
}

/// A stick that could not be read.
package struct RefusedStick: Equatable, Sendable {
  /// Its file system, or the name of its device where it has a good one that cannot be mounted.
  package var what: String

  package init(what: String) { self.what = what }

  package var json: JSONValue { ["stick": .string(what)] }

  package init(json: JSONValue) throws(DocumentError) {
    what = try JSONReader(json).text("stick")
    guard (1...64).contains(what.utf8.count), what.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { throw DocumentError(field: "stick", cause: "is a word of 1 to 64 letters") }
  }
}
