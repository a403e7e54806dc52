import Compression
import FlightModel
import Linux
import RecordingModel
import Settings
import Store
import SyncContract
import SyncEngine
import SyncPlan
import Synchronization

/// The database and the blob folder as the sync engine sees them: reads on a query-only connection of
/// the engine's own thread, writes on the store's.
final class StoredSync: SyncStore {
  private let store: StoreWriter
  private let reader: Archive
  private let folder: StateFolder
  /// The database that the last scan was of: what follows from it is for that one only.
  private let scanned = Mutex("")

  init(store: StoreWriter, reader: Archive, folder: StateFolder) {
    self.store = store
    self.reader = reader
    self.folder = folder
  }

  // MARK: Reads

  func state() async throws -> KeptState {
    try await reader.read { (contents) throws(StoreError) in
      var state = KeptState(try contents.syncState())
      state.isOn = try contents.value(of: .syncEnabled).bool ?? false
      state.isUnmeteredOnly = try contents.value(of: .syncWifiOnly).bool ?? false
      return state
    }
  }

  func scan(_ dialect: ContractDialect, _ limits: ContractLimits) async throws -> SyncWork {
    let work = try await reader.read { (contents) throws(StoreError) in
      try contents.work(in: dialect, limits)
    }
    scanned.withLock { $0 = work.instance }
    switch work.next {
    case .batch(let batch): return .batch(batch)
    case .blob(let blob): return .blob(blob)
    }
  }

  func scan(
    _ dialect: ContractDialect, _ limits: ContractLimits, beyond advances: [CursorAdvance]
  ) async throws -> SyncBatch? {
    let work = try await reader.read { (contents) throws(StoreError) in
      try contents.work(in: dialect, limits, beyond: advances)
    }
    guard case .batch(let batch) = work.next, work.instance == scanned.withLock({ $0 }) else {
      return nil
    }
    return batch
  }

  func stands(at advances: [CursorAdvance]) async throws -> Bool {
    let instance = scanned.withLock { $0 }
    return try await reader.read { (contents) throws(StoreError) in
      try contents.stands(at: advances, of: instance)
    }
  }

  func backlog(in dialect: ContractDialect) async throws -> SyncBacklog {
    let stored = try await reader.read { (contents) throws(StoreError) in
      try contents.backlog(in: dialect)
    }
    return SyncBacklog(
      rows: stored.rows, bytes: stored.bytes, oldestAtMs: stored.oldestAtMs, blobs: stored.blobs)
  }

  func acceptedRows(
    of table: ContractTable, in dialect: ContractDialect, after: PendingRow?, limit: Int
  ) async throws -> [PendingRow] {
    try await reader.read { (contents) throws(StoreError) in
      try contents.acceptedRows(
        of: table, in: dialect, afterKeyOf: after?.row, limit: limit)
    }
  }

  func content(of blob: BlobReference, gzipped: Bool) async throws -> BlobContent {
    let path = folder.path(of: blob)
    guard gzipped else {
      return BlobContent(path: path, bytes: Files.size(path) ?? 0, isGzipped: false)
    }
    let packed = folder.packedBlob
    try Gzip.compress(file: path, to: packed)
    return BlobContent(path: packed, bytes: Files.size(packed) ?? 0, isGzipped: true)
  }

  // MARK: Writes

  func commit(_ advances: [CursorAdvance], in dialect: ContractDialect) async throws {
    let instance = scanned.withLock { $0 }
    try await write { (database) throws(StoreError) in
      try database.commit(advances, in: dialect, of: instance)
    }
  }

  func accept(_ blob: BlobReference) async throws {
    let instance = scanned.withLock { $0 }
    try await write { (database) throws(StoreError) in
      try database.accept(blob, of: instance)
    }
  }

  func forgetBlob(of table: ContractTable, cursor: Int64) async throws {
    try await write { (database) throws(StoreError) in
      try database.forgetBlob(of: table, cursor: cursor)
    }
  }

  func keep(pause: SyncPause?) async throws {
    try await write { (database) throws(StoreError) in try database.keep(pause: pause) }
  }

  func keep(limits: ContractLimits) async throws {
    try await write { (database) throws(StoreError) in try database.keep(limits: limits) }
  }

  func keep(successAtMs: Int64) async throws {
    try await write { (database) throws(StoreError) in
      try database.keep(successAtMs: successAtMs)
    }
  }

  func keep(dialect: ContractDialect, of origin: ServerOrigin) async throws {
    try await write { (database) throws(StoreError) in
      try database.keep(dialect: dialect, of: origin.text)
    }
  }

  func bind(to accountID: String, at origin: ServerOrigin) async throws {
    do {
      try await write { (database) throws(StoreError) in
        try database.bind(to: accountID, at: origin.text)
      }
    } catch StoreError.otherAccount(let bound) {
      throw AccountFault.otherAccount(bound: bound)
    }
  }

  func note(_ event: SyncDiagnostic) async {
    // The store stamps it.
    let stored = DiagnosticEvent(
      occurredAtMs: 0, elapsedRealtimeMs: 0, eventName: event.name, operation: event.operation,
      phase: event.phase, properties: event.properties)
    // What cannot be noted is in the journal.
    _ = try? await store.perform { (database) throws(StoreError) in try database.note(stored) }
  }

  private func write(
    _ body: @Sendable (StoreDatabase) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await store.perform(body)
  }
}

extension KeptState {
  fileprivate init(_ stored: StoredSyncState) {
    self.init()
    accountID = stored.accountID
    origin = stored.origin.flatMap(ServerOrigin.init)
    pause = stored.pause
    limits = stored.limits
    for (text, dialect) in stored.dialects {
      if let origin = ServerOrigin(text) { dialects[origin] = dialect }
    }
    lastSuccessAtMs = stored.lastSuccessAtMs
  }
}
