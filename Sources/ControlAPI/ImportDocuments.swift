package import FlightModel
package import JSON

/// Who offers a file, and so whether it may bring back what was thrown away.
package enum ImportOrigin: String, Equatable, Sendable {
  /// Somebody asked for this very file.
  case person
  case stick
  case inbox
  /// A logger that was read over its own link.
  case logger
}

/// What beginning an import gives.
package enum ImportBegin: Equatable, Sendable {
  /// Send the bytes under this id.
  case id(String)
  /// These very bytes were settled before; nothing is to be sent.
  case known(ImportResult)

  package var json: JSONValue {
    switch self {
    case .id(let id): ["id": .string(id)]
    case .known(let result): ["known": result.json]
    }
  }

  package init(json: JSONValue) throws(DocumentError) {
    if let known = json["known"] {
      self = .known(try ImportResult(json: known))
    } else {
      self = .id(try JSONReader(json).text("id"))
    }
  }
}

/// What is to become of a file that has been sent whole.
package struct ImportOrder: Equatable, Sendable {
  package var id: String
  /// The file's name, which may hold the date of the ride; never a path to open.
  package var name: String
  /// Id or name of the board that the ride is of; nil where the file says it, or there is only one.
  package var board: String?
  /// When the ride began, if the name does not say it.
  package var startedAt: UTCInstant?
  /// Minutes that local time was ahead of UTC.
  package var utcOffsetMinutes: Int64
  /// Who offers it.
  package var origin = ImportOrigin.person
  /// Whether only a ride log is wanted; anything else is refused.
  package var isRide = false

  package init(
    id: String, name: String, board: String? = nil, startedAt: UTCInstant? = nil,
    utcOffsetMinutes: Int64 = 0
  ) {
    self.id = id
    self.name = name
    self.board = board
    self.startedAt = startedAt
    self.utcOffsetMinutes = utcOffsetMinutes
  }

  package var json: JSONValue {
    [
      "id": .string(id), "name": .string(name), "board": JSONValue(board),
      "started_at": JSONValue(startedAt?.rfc3339),
      "utc_offset_minutes": .integer(utcOffsetMinutes), "from": .string(origin.rawValue),
      "ride": .bool(isRide),
    ]
  }

  package init(json: JSONValue) throws(DocumentError) {
    let reader = JSONReader(json)
    self.init(id: try reader.text("id"), name: try reader.text("name"))
    board = try reader.textIfAny("board")
    startedAt = try reader.timeIfAny("started_at")
    utcOffsetMinutes = try reader.integerIfAny("utc_offset_minutes") ?? 0
    isRide = try reader.flagIfAny("ride") ?? false
    if json["from"] != nil { origin = try reader.word("from", ImportOrigin.self) }
    guard (1...255).contains(name.utf8.count) else {
      throw DocumentError(field: "name", cause: "is a file's name of 1 to 255 bytes")
    }
    guard (-14 * 60...14 * 60).contains(utcOffsetMinutes) else {
      throw DocumentError(field: "utc_offset_minutes", cause: "is from -840 to 840")
    }
  }
}

/// What came of an import: of a ride log the counts, of anything else `files`.
package struct ImportResult: Equatable, Sendable {
  /// A row that gave nothing.
  package struct BrokenRow: Equatable, Sendable {
    package var line: Int64
    package var cause: String

    package init(line: Int64, cause: String) {
      self.line = line
      self.cause = cause
    }
  }

  /// Whether the same file was taken in for the same board before; nothing was done then.
  package var wasKnown: Bool
  /// The boards that the rides are of.
  package var boards: [String]
  /// Minutes that were added.
  package var minutes: Int64
  /// Minutes that the boards had already, and which stayed as they were.
  package var knownMinutes: Int64
  package var samples: Int64
  /// Samples in Privacy Zones, which were left out.
  package var hiddenSamples: Int64
  package var brokenRows: Int64
  /// The first of them.
  package var firstBroken: [BrokenRow]
  /// Every flight, map file and so on that the file was or held.
  package var files: [ImportedFile] = []

  package init(wasKnown: Bool, boards: [String]) {
    self.wasKnown = wasKnown
    self.boards = boards
    minutes = 0
    knownMinutes = 0
    samples = 0
    hiddenSamples = 0
    brokenRows = 0
    firstBroken = []
  }

  package var json: JSONValue {
    [
      "already_imported": .bool(wasKnown), "boards": .array(boards.map(JSONValue.string)),
      "minutes": .integer(minutes), "known_minutes": .integer(knownMinutes),
      "samples": .integer(samples), "hidden_samples": .integer(hiddenSamples),
      "broken_rows": .integer(brokenRows),
      "first_broken": .array(
        firstBroken.map { ["line": .integer($0.line), "cause": .string($0.cause)] }),
      "files": .array(files.map(\.json)),
    ]
  }

  package init(json: JSONValue) throws(DocumentError) {
    let reader = JSONReader(json)
    self.init(
      wasKnown: try reader.flag("already_imported"),
      boards: json["boards"]?.array?.compactMap(\.string) ?? [])
    minutes = try reader.integer("minutes")
    knownMinutes = try reader.integer("known_minutes")
    samples = try reader.integer("samples")
    hiddenSamples = try reader.integer("hidden_samples")
    brokenRows = try reader.integer("broken_rows")
    for item in try reader.list("first_broken") {
      firstBroken.append(
        BrokenRow(line: try item.integer("line"), cause: try item.text("cause")))
    }
    guard json["files"] != nil else { return }
    for item in try reader.list("files") { files.append(try ImportedFile(item)) }
  }
}
