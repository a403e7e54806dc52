package import SyncContract
package import SyncPlan

/// The database as the engine sees it; the daemon joins it to the store and the blob folder.
///
/// Every call is one transaction. What it throws is transient: the engine tries again.
package protocol SyncStore: Sendable {
  /// What was kept over restarts.
  func state() async throws -> KeptState

  /// The next thing to send, from the accepted cursors of a dialect on.
  func scan(_ dialect: ContractDialect, _ limits: ContractLimits) async throws -> SyncWork

  /// The batch behind one that is on its way, as if the cursors had moved by its `advances`; nil
  /// where that cannot be told yet. It must be of the database of the last `scan`.
  func scan(
    _ dialect: ContractDialect, _ limits: ContractLimits, beyond advances: [CursorAdvance]
  ) async throws -> SyncBatch?

  /// Whether it is still the database of the last `scan`, and the cursors are exactly there.
  func stands(at advances: [CursorAdvance]) async throws -> Bool

  /// Moves the cursors of accepted rows; a cursor never falls.
  func commit(_ advances: [CursorAdvance], in dialect: ContractDialect) async throws

  /// Notes that the server has a blob, so that the row that names it may follow.
  func accept(_ blob: BlobReference) async throws

  /// Forgets that: the server has said that it does not have it.
  func forgetBlob(of table: ContractTable, cursor: Int64) async throws

  /// Makes a blob ready to be sent, gzipped on request; the file stays until the next call.
  func content(of blob: BlobReference, gzipped: Bool) async throws -> BlobContent

  /// What waits, without reading it all.
  func backlog(in dialect: ContractDialect) async throws -> SyncBacklog

  func keep(pause: SyncPause?) async throws
  func keep(limits: ContractLimits) async throws
  /// A success, told in status also after a restart.
  func keep(successAtMs: Int64) async throws
  /// The dialect of a server, after a successful answer has said so. Going to extended rewinds the
  /// cursors of the tables that have more fields there.
  func keep(dialect: ContractDialect, of origin: ServerOrigin) async throws

  /// Claims the database for an account, once; throws `AccountFault.otherAccount` if it belongs to
  /// another. The same account at another origin begins anew there: all accepted cursors go back,
  /// since that server may have nothing.
  func bind(to accountID: String, at origin: ServerOrigin) async throws

  /// Rows that the server has accepted of this box, in the order of their natural keys, for
  /// `verify`; at most `limit` beyond `after`, the last one of the page before. Null sorts before
  /// everything, texts by their UTF-8, numbers by value. Between pages a row may change or go, so
  /// its natural key is the place to go on from.
  func acceptedRows(
    of table: ContractTable, in dialect: ContractDialect, after: PendingRow?, limit: Int
  ) async throws -> [PendingRow]

  /// Appends a Diagnostic Event; one like the last is coalesced with it. Metadata only.
  func note(_ event: SyncDiagnostic) async
}

/// What the database keeps for the engine.
package struct KeptState: Equatable, Sendable {
  /// The account that this database belongs to; nil before the first sign-in.
  package var accountID: String?
  /// The server that it was bound at.
  package var origin: ServerOrigin?
  package var pause: SyncPause?
  package var limits = ContractLimits()
  package var dialects: [ServerOrigin: ContractDialect] = [:]
  package var lastSuccessAtMs: Int64?
  /// The master switch, a setting of this box; off by default.
  package var isOn = false
  /// Whether only unmetered connections may be used, a setting of the account.
  package var isUnmeteredOnly = false

  package init() {}
}

/// What a scan has found.
package enum SyncWork: Equatable, Sendable {
  /// A batch, perhaps an empty one.
  case batch(SyncBatch)
  /// A blob that has to be there before its row can follow; nothing stands before that row.
  case blob(BlobReference)
}

/// A blob ready to be sent.
package struct BlobContent: Equatable, Sendable {
  package var path: String
  package var bytes: Int64
  package var isGzipped: Bool

  package init(path: String, bytes: Int64, isGzipped: Bool) {
    self.path = path
    self.bytes = bytes
    self.isGzipped = isGzipped
  }
}

/// What waits for the server.
package struct SyncBacklog: Equatable, Sendable {
  /// Rows of all tables, and about so many bytes on the wire.
  package var rows: Int64
  package var bytes: Int64
  /// Of those rows, the time of the oldest that has one.
  package var oldestAtMs: Int64?
  package var blobs: Int64

  package init(rows: Int64 = 0, bytes: Int64 = 0, oldestAtMs: Int64? = nil, blobs: Int64 = 0) {
    self.rows = rows
    self.bytes = bytes
    self.oldestAtMs = oldestAtMs
    self.blobs = blobs
  }
}

/// A Diagnostic Event of the engine: names and numbers, never a row, a coordinate or a token.
package struct SyncDiagnostic: Equatable, Sendable {
  /// `sync-paused`, `sync-failing`.
  package var name: String
  package var operation: String?
  package var phase: String?
  package var properties: [String: String]

  package init(
    _ name: String, operation: String? = nil, phase: String? = nil,
    properties: [String: String] = [:]
  ) {
    self.name = name
    self.operation = operation
    self.phase = phase
    self.properties = properties
  }
}
