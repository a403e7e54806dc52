package import FlightModel
package import JSON

extension SyncPauseFacts {
  var json: JSONValue {
    [
      "reason": .string(reason), "table": JSONValue(table), "field": JSONValue(field),
      "status": JSONValue(status), "slug": JSONValue(slug), "remedy": .string(remedy),
    ]
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      reason: try reader.text("reason"), table: try reader.textIfAny("table"),
      field: try reader.textIfAny("field"), status: try reader.integerIfAny("status"),
      slug: try reader.textIfAny("slug"), remedy: try reader.text("remedy"))
  }
}

extension SyncFacts {
  /// The group `sync` of the status document.
  package var json: JSONValue {
    [
      "state": .string(state.rawValue), "line": .string(line), "server": JSONValue(server),
      "account_id": JSONValue(accountID), "dialect": JSONValue(dialect),
      "last_success_age_s": JSONValue(lastSuccessAgeS, places: 1),
      "pending_rows": .integer(pendingRows), "pending_bytes": .integer(pendingBytes),
      "pending_files": .integer(pendingFiles),
      "oldest_pending_age_s": JSONValue(oldestPendingAgeS, places: 1),
      "next_s": JSONValue(nextS, places: 1), "metering_known": .bool(isMeteringKnown),
      "pause": pause?.json ?? .null, "stale": .bool(isStale),
      "queued_revocations": .integer(queuedRevocations),
      "messages": .array(messages.map(JSONValue.string)),
    ]
  }

  package init(json: JSONValue) throws(DocumentError) { try self.init(JSONReader(json)) }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(state: try reader.word("state", SyncState.self))
    server = try reader.textIfAny("server")
    accountID = try reader.textIfAny("account_id")
    dialect = try reader.textIfAny("dialect")
    lastSuccessAgeS = try reader.numberIfAny("last_success_age_s")
    pendingRows = try reader.integer("pending_rows")
    pendingBytes = try reader.integer("pending_bytes")
    pendingFiles = try reader.integer("pending_files")
    oldestPendingAgeS = try reader.numberIfAny("oldest_pending_age_s")
    nextS = try reader.numberIfAny("next_s")
    isMeteringKnown = try reader.flag("metering_known")
    pause = try reader.objectIfAny("pause").map { (item) throws(DocumentError) in
      try SyncPauseFacts(item)
    }
    isStale = try reader.flag("stale")
    queuedRevocations = try reader.integer("queued_revocations")
    messages = reader.value["messages"]?.array?.compactMap(\.string) ?? []
  }
}

/// Who this box is signed in as.
package struct AccountFacts: Equatable, Sendable {
  package var isSignedIn: Bool
  package var server: String?
  /// The account that this box's data belong to; stays after a sign-out.
  package var accountID: String?
  package var tokenExpiresAt: UTCInstant?
  package var queuedRevocations: Int64

  package init(
    isSignedIn: Bool, server: String? = nil, accountID: String? = nil,
    tokenExpiresAt: UTCInstant? = nil, queuedRevocations: Int64 = 0
  ) {
    self.isSignedIn = isSignedIn
    self.server = server
    self.accountID = accountID
    self.tokenExpiresAt = tokenExpiresAt
    self.queuedRevocations = queuedRevocations
  }

  package var json: JSONValue {
    [
      "signed_in": .bool(isSignedIn), "server": JSONValue(server),
      "account_id": JSONValue(accountID), "token_expires_at": JSONValue(tokenExpiresAt),
      "queued_revocations": .integer(queuedRevocations),
    ]
  }

  package init(json: JSONValue) throws(DocumentError) {
    let reader = JSONReader(json)
    self.init(
      isSignedIn: try reader.flag("signed_in"), server: try reader.textIfAny("server"),
      accountID: try reader.textIfAny("account_id"),
      tokenExpiresAt: try reader.timeIfAny("token_expires_at"),
      queuedRevocations: try reader.integer("queued_revocations"))
  }
}

/// How a table of the server compares with this box.
package struct TableVerdict: Equatable, Sendable {
  package var table: String
  /// Rows here that the server has accepted.
  package var local: Int64
  /// Rows of the account there; more than here if other boxes send too or rows were removed here by
  /// age.
  package var server: Int64
  package var equal: Int64
  package var missing: Int64
  package var differing: Int64
  /// Of the rows here, when both sides hold the same; nil if they had to be compared one by one.
  package var checksum: String?

  package init(
    table: String, local: Int64, server: Int64, equal: Int64, missing: Int64, differing: Int64,
    checksum: String?
  ) {
    self.table = table
    self.local = local
    self.server = server
    self.equal = equal
    self.missing = missing
    self.differing = differing
    self.checksum = checksum
  }

  package var isGood: Bool { missing == 0 && differing == 0 }
}

/// What `barograph sync verify` found.
package struct VerifyResult: Equatable, Sendable {
  package var tables: [TableVerdict]
  /// IGC and map files that were compared byte for byte: those that this box has made.
  package var filesEqual: Int64
  /// Files of others, which are there under their id.
  package var filesPresent: Int64
  package var filesMissing: Int64
  package var filesDiffering: Int64
  /// Rows that are not sent yet and were not compared.
  package var pendingRows: Int64

  package init(
    tables: [TableVerdict], filesEqual: Int64, filesPresent: Int64, filesMissing: Int64,
    filesDiffering: Int64, pendingRows: Int64
  ) {
    self.tables = tables
    self.filesEqual = filesEqual
    self.filesPresent = filesPresent
    self.filesMissing = filesMissing
    self.filesDiffering = filesDiffering
    self.pendingRows = pendingRows
  }

  /// Whether the server has everything that this box believes it to have, as it is here.
  package var isGood: Bool {
    tables.allSatisfy(\.isGood) && filesMissing == 0 && filesDiffering == 0
  }

  package var json: JSONValue {
    [
      "server_equals_store": .bool(isGood),
      "tables": .array(
        tables.map { table in
          [
            "table": .string(table.table), "local": .integer(table.local),
            "server": .integer(table.server), "equal": .integer(table.equal),
            "missing": .integer(table.missing), "differing": .integer(table.differing),
            "checksum": JSONValue(table.checksum),
          ]
        }),
      "files_equal": .integer(filesEqual), "files_present": .integer(filesPresent),
      "files_missing": .integer(filesMissing),
      "files_differing": .integer(filesDiffering), "pending_rows": .integer(pendingRows),
    ]
  }

  package init(json: JSONValue) throws(DocumentError) {
    let reader = JSONReader(json)
    var tables: [TableVerdict] = []
    for item in try reader.list("tables") {
      tables.append(
        TableVerdict(
          table: try item.text("table"), local: try item.integer("local"),
          server: try item.integer("server"), equal: try item.integer("equal"),
          missing: try item.integer("missing"), differing: try item.integer("differing"),
          checksum: try item.textIfAny("checksum")))
    }
    self.init(
      tables: tables, filesEqual: try reader.integer("files_equal"),
      filesPresent: try reader.integer("files_present"),
      filesMissing: try reader.integer("files_missing"),
      filesDiffering: try reader.integer("files_differing"),
      pendingRows: try reader.integer("pending_rows"))
  }
}
