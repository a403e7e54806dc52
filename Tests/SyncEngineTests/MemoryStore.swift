import SyncContract
import SyncPlan
import Synchronization

@testable import SyncEngine

/// A store in memory that works by the rules of the real one, and can be made to fail or to wait.
final class MemoryStore: SyncStore {
  struct State: Sendable {
    var kept = KeptState()
    var rows: [ContractTable: [PendingRow]] = [:]
    var cursors: [ContractDialect: [ContractTable: Int64]] = [:]
    /// Blobs by id: those that lie here, and those that the server is known to have.
    var blobs: [String: [UInt8]] = [:]
    var acceptedBlobs: Set<String> = []
    var commits = 0
    var events: [SyncDiagnostic] = []
    /// Names of calls that throw.
    var broken: Set<String> = []
    var successes: [Int64] = []
    var rewinds = 0
    /// Scans, and those behind a batch under way.
    var scans = 0
    var readsAhead = 0
  }

  private let state = Mutex(State())
  /// Calls that change something wait here while it is shut.
  let commitDoor = Door()
  let scanDoor = Door()
  let stateDoor = Door()

  var now: State { state.withLock { $0 } }
  func set(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

  func add(_ row: ContractRow) {
    set { state in
      let cursor = (state.rows.values.flatMap { $0 }.map(\.cursor).max() ?? 0) + 1
      state.rows[row.table, default: []].append(PendingRow(cursor: cursor, row: row))
    }
  }

  private func attempt<Value: Sendable>(
    _ name: String, _ body: @Sendable (inout State) throws -> Value
  ) throws -> Value {
    try state.withLock { state in
      if state.broken.contains(name) { throw Broken() }
      return try body(&state)
    }
  }

  func state() async throws -> KeptState {
    await stateDoor.pass()
    return try attempt("state") { $0.kept }
  }

  func scan(_ dialect: ContractDialect, _ limits: ContractLimits) async throws -> SyncWork {
    await scanDoor.pass()
    return try attempt("scan") { try $0.scan(dialect, limits) }
  }

  func scan(
    _ dialect: ContractDialect, _ limits: ContractLimits, beyond advances: [CursorAdvance]
  ) async throws -> SyncBatch? {
    await scanDoor.pass()
    return try attempt("scan") { state in
      var later = state
      later.advance(advances, in: dialect)
      state.readsAhead += 1
      guard case .batch(let batch) = try later.scan(dialect, limits) else { return nil }
      return batch
    }
  }

  func stands(at advances: [CursorAdvance]) async throws -> Bool {
    await scanDoor.pass()
    return try attempt("scan") { state in
      let cursors = state.cursors.values
      return advances.allSatisfy { advance in
        cursors.contains { $0[advance.table] == advance.cursor }
      }
    }
  }

  func commit(_ advances: [CursorAdvance], in dialect: ContractDialect) async throws {
    await commitDoor.pass()
    try attempt("commit") { state in
      state.commits += 1
      state.advance(advances, in: dialect)
    }
  }

  func accept(_ blob: BlobReference) async throws {
    await commitDoor.pass()
    _ = try attempt("commit") { $0.acceptedBlobs.insert(blob.id) }
  }

  func forgetBlob(of table: ContractTable, cursor: Int64) async throws {
    try attempt("forgetBlob") { state in
      let row = state.rows[table]?.first { $0.cursor == cursor }
      if let id = row?.row["id"]?.text { state.acceptedBlobs.remove(id) }
    }
  }

  func content(of blob: BlobReference, gzipped: Bool) async throws -> BlobContent {
    try attempt("content") { _ in
      BlobContent(path: "/blobs/\(blob.id)", bytes: blob.bytes, isGzipped: gzipped)
    }
  }

  func backlog(in dialect: ContractDialect) async throws -> SyncBacklog {
    try attempt("backlog") { state in
      let rows = ContractTable.all(in: dialect).flatMap { state.waiting(of: $0, in: dialect) }
      let stamps = rows.compactMap { $0.row["updatedAt"]?.integer }
      return SyncBacklog(
        rows: Int64(rows.count), bytes: Int64(rows.count * 100), oldestAtMs: stamps.min())
    }
  }

  func keep(pause: SyncPause?) async throws { try attempt("keep") { $0.kept.pause = pause } }
  func keep(limits: ContractLimits) async throws { try attempt("keep") { $0.kept.limits = limits } }

  func keep(successAtMs: Int64) async throws {
    try attempt("keep") {
      $0.kept.lastSuccessAtMs = successAtMs
      $0.successes.append(successAtMs)
    }
  }

  func keep(dialect: ContractDialect, of origin: ServerOrigin) async throws {
    try attempt("dialect") { state in
      if state.kept.dialects[origin] != dialect, dialect == .extended {
        state.rewinds += 1
        state.cursors[.extended] = state.cursors[.strict]
        for table in [ContractTable.boards, .boardWarnings, .alerts] {
          state.cursors[.extended]?[table] = 0
        }
      }
      state.kept.dialects[origin] = dialect
    }
  }

  func bind(to accountID: String, at origin: ServerOrigin) async throws {
    try attempt("bind") { state in
      if let bound = state.kept.accountID, bound != accountID {
        throw AccountFault.otherAccount(bound: bound)
      }
      if state.kept.origin != nil, state.kept.origin != origin { state.cursors = [:] }
      state.kept.accountID = accountID
      state.kept.origin = origin
    }
  }

  func acceptedRows(
    of table: ContractTable, in dialect: ContractDialect, after: PendingRow?, limit: Int
  ) async throws -> [PendingRow] {
    try attempt("acceptedRows") { state in
      let accepted = state.cursors[dialect]?[table] ?? 0
      let rows = (state.rows[table] ?? []).filter { $0.cursor <= accepted }
        .map { (key: NaturalKey($0.row), row: $0) }.sorted { $0.key < $1.key }
      let start = after.map { last in
        rows.firstIndex { $0.key > NaturalKey(last.row) } ?? rows.count
      }
      return rows[(start ?? 0)...].prefix(limit).map(\.row)
    }
  }

  func note(_ event: SyncDiagnostic) async { set { $0.events.append(event) } }
}

/// Good enough to sort the keys of these tests, which are texts and numbers of equal length.
func sortText(_ row: ContractRow) -> String {
  row.table.naturalKey.map { "\(row[$0]?.text ?? "")\(row[$0]?.integer ?? 0)" }
    .joined(separator: "\u{1}")
}

extension MemoryStore.State {
  mutating func advance(_ advances: [CursorAdvance], in dialect: ContractDialect) {
    for advance in advances {
      let before = cursors[dialect]?[advance.table] ?? 0
      cursors[dialect, default: [:]][advance.table] = max(before, advance.cursor)
    }
  }

  mutating func scan(_ dialect: ContractDialect, _ limits: ContractLimits) throws -> SyncWork {
    scans += 1
    var places: [ContractTable: Int] = [:]
    var blob: BlobReference?
    let batch = BatchBuilder(dialect: dialect, limits: limits).build { table in
      let waiting = waiting(of: table, in: dialect)
      let place = places[table, default: 0]
      guard place < waiting.count else { return nil }
      var pending = waiting[place]
      if let reference = missingBlob(of: pending) {
        blob = reference
        pending.isHeld = true
      }
      places[table] = place + 1
      return pending
    }
    if let blob, batch.rowCount == 0 { return .blob(blob) }
    return .batch(batch)
  }

  func waiting(of table: ContractTable, in dialect: ContractDialect) -> [PendingRow] {
    let accepted = cursors[dialect]?[table] ?? 0
    return (rows[table] ?? []).filter { $0.cursor > accepted }
  }

  func missingBlob(of pending: PendingRow) -> BlobReference? {
    guard pending.row.table == .flights, let id = pending.row["id"]?.text,
      !acceptedBlobs.contains(id)
    else { return nil }
    return BlobReference(
      kind: .igc, id: id, table: .flights, cursor: pending.cursor,
      bytes: Int64(blobs[id]?.count ?? 1000))
  }
}
