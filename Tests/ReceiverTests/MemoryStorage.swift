import Crypto
import Receiver
import SyncContract
import Synchronization

/// A storage of dictionaries, as much as the router's tests ask of one.
final class MemoryStorage: ReceiverStorage {
  struct State {
    var accounts: [String: ReceiverAccount] = [:]
    var codes: [String: StoredCode] = [:]
    var tokens: [[UInt8]: StoredToken] = [:]
    var rows: [String: MemoryRows] = [:]
    var notes: [BlobKey: Int64] = [:]
    /// Since when, and when it was claimed.
    var loose: [BlobKey: (since: Int64, claimed: Int64?)] = [:]
    /// Thrown by every call.
    var failure: StorageFailure?
    /// Thrown by `apply` alone, and by `note` alone.
    var applyFailure: StorageFailure?
    var noteFailure: StorageFailure?
    var touches = 0
    var redeemFails = false
    var orphans: [BlobKey] = []

    mutating func loosen(_ key: BlobKey, _ atMs: Int64) {
      notes[key] = nil
      loose[key] = (atMs, nil)
    }
  }

  let state = Mutex(State())

  private func with<Value>(
    _ body: (inout State) throws(StorageFailure) -> Value
  ) throws(StorageFailure) -> Value where Value: Sendable {
    let result: Result<Value, StorageFailure> = state.withLock { state in
      if let failure = state.failure { return .failure(failure) }
      do throws(StorageFailure) { return .success(try body(&state)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  func prepare() throws(StorageFailure) {}
  func check() throws(StorageFailure) { try with { _ in } }

  func add(_ account: ReceiverAccount) throws(StorageFailure) {
    try with { $0.accounts[account.id] = account }
  }

  func accounts() throws(StorageFailure) -> [ReceiverAccount] {
    try with { $0.accounts.values.sorted { $0.id < $1.id } }
  }

  func account(_ id: String) throws(StorageFailure) -> ReceiverAccount? {
    try with { $0.accounts[id] }
  }

  func databaseBytes() throws(StorageFailure) -> Int64 { try with { _ in 4096 } }

  func figures() throws(StorageFailure) -> [String: AccountFigures] {
    try with { state in
      state.accounts.mapValues { account in
        let bytes = state.notes.filter { $0.key.accountID == account.id }.values.reduce(0, +)
        return AccountFigures(bytes: bytes)
      }
    }
  }

  func delete(account id: String, atMs: Int64) throws(StorageFailure) -> Bool {
    try with {
      for key in $0.notes.keys where key.accountID == id { $0.loosen(key, atMs) }
      $0.rows[id] = nil
      $0.codes = $0.codes.filter { $0.value.accountID != id }
      $0.tokens = $0.tokens.filter { $0.value.accountID != id }
      return $0.accounts.removeValue(forKey: id) != nil
    }
  }

  func add(_ code: StoredCode) throws(StorageFailure) { try with { $0.codes[code.lookup] = code } }

  func code(_ lookup: String) throws(StorageFailure) -> StoredCode? {
    try with { $0.codes[lookup] }
  }

  func noteFailedAttempt(at lookup: String) throws(StorageFailure) {
    try with { $0.codes[lookup]?.failedAttempts += 1 }
  }

  func redeem(_ lookup: String, for token: StoredToken) throws(StorageFailure) -> Bool {
    try with {
      guard !$0.redeemFails, $0.codes.removeValue(forKey: lookup) != nil else { return false }
      $0.tokens[token.hash] = token
      return true
    }
  }

  func token(hash: [UInt8]) throws(StorageFailure) -> StoredToken? {
    try with { $0.tokens[hash] }
  }

  func tokens(of account: String) throws(StorageFailure) -> [StoredToken] {
    try with {
      $0.tokens.values.filter { $0.accountID == account }.sorted {
        $0.hash.lexicographicallyPrecedes($1.hash)
      }
    }
  }

  func touch(
    token hash: [UInt8], usedAtMs: Int64, expiresAtMs: Int64, version: String?
  ) throws(StorageFailure) {
    try with {
      $0.touches += 1
      $0.tokens[hash]?.lastUsedAtMs = usedAtMs
      $0.tokens[hash]?.expiresAtMs = expiresAtMs
      $0.tokens[hash]?.version = version
    }
  }

  func revoke(token hash: [UInt8], atMs: Int64) throws(StorageFailure) -> Bool {
    try with {
      guard $0.tokens[hash] != nil, $0.tokens[hash]?.revokedAtMs == nil else { return false }
      $0.tokens[hash]?.revokedAtMs = atMs
      return true
    }
  }

  func apply(
    _ batch: ContractBatch, of account: String, in dialect: ContractDialect, nowMs: Int64
  ) throws(StorageFailure) -> AppliedBatch {
    try with { state throws(StorageFailure) in
      if let failure = state.applyFailure { throw failure }
      var rows = state.rows[account] ?? MemoryRows()
      try rows.apply(batch, in: dialect)
      state.rows[account] = rows
      var applied = AppliedBatch()
      applied.orphans = state.orphans
      for key in state.orphans { state.loosen(key, nowMs) }
      let stamps = batch.rows.map { row in
        row.table.changeStamp(in: dialect).flatMap { row[$0]?.integer } ?? 0
      }
      applied.futureStamps = stamps.filter { $0 > nowMs + 86_400_000 }.count
      return applied
    }
  }

  func page(
    of table: ContractTable, account: String, after: String?, limit: Int
  ) throws(StorageFailure) -> RowPage {
    try with {
      let rows = $0.rows[account]?.sorted(table) ?? []
      let rest = rows.drop { entry in after.map { entry.key <= $0 } ?? false }
      let page = rest.prefix(limit)
      return RowPage(rows: page.map(\.row), next: rest.count > limit ? page.last?.key : nil)
    }
  }

  func digests(
    of account: String, in dialect: ContractDialect
  ) throws(StorageFailure) -> [ContractTable: TableDigest] {
    try with { state throws(StorageFailure) in
      var digests: [ContractTable: TableDigest] = [:]
      var hash = SHA256()
      for table in ContractTable.all(in: dialect) where table != .deleteActions {
        for (_, row) in state.rows[account]?.sorted(table) ?? [] {
          try digests[table, default: TableDigest()].add(stored: row, in: dialect, by: &hash)
        }
      }
      return digests
    }
  }

  func announce(_ blob: BlobKey, atMs: Int64) throws(StorageFailure) {
    try with { state throws(StorageFailure) in
      guard state.notes[blob] == nil else { return }
      guard state.accounts[blob.accountID] != nil, state.loose[blob]?.claimed == nil else {
        throw .unavailable("taken")
      }
      state.loose[blob] = (atMs, nil)
    }
  }

  func note(_ blob: BlobKey, bytes: Int64, atMs: Int64) throws(StorageFailure) {
    try with { state throws(StorageFailure) in
      if let failure = state.noteFailure { throw failure }
      guard state.notes[blob] == nil else { return }
      guard state.accounts[blob.accountID] != nil, let entry = state.loose[blob],
        entry.claimed == nil
      else { throw .unavailable("taken") }
      state.loose[blob] = nil
      state.notes[blob] = bytes
    }
  }

  func size(of blob: BlobKey) throws(StorageFailure) -> Int64? { try with { $0.notes[blob] } }

  func blobs(of account: String) throws(StorageFailure) -> [BlobKey] {
    try with { $0.notes.keys.filter { $0.accountID == account }.sorted { $0.id < $1.id } }
  }

  func claimLoose(
    before: Int64, nowMs: Int64, limit: Int
  ) throws(StorageFailure) -> [BlobKey] {
    try with { state in
      let due = state.loose.filter { entry in
        entry.value.since < before && (entry.value.claimed ?? 0) < nowMs - 3_600_000
      }
      let keys = due.sorted { $0.value.since < $1.value.since }.prefix(limit).map(\.key)
      for key in keys { state.loose[key]?.claimed = nowMs }
      return keys
    }
  }

  func settle(_ blob: BlobKey) throws(StorageFailure) {
    try with { if $0.loose[blob]?.claimed != nil { $0.loose[blob] = nil } }
  }
}

/// Blobs in a dictionary.
final class MemoryBlobs: BlobStorage {
  let state = Mutex<(bytes: [BlobKey: [UInt8]], failure: StorageFailure?)>(([:], nil))

  private func with<Value: Sendable>(
    _ body: (inout [BlobKey: [UInt8]]) -> Value
  ) throws(StorageFailure) -> Value {
    let result: Result<Value, StorageFailure> = state.withLock { state in
      state.failure.map { .failure($0) } ?? .success(body(&state.bytes))
    }
    return try result.get()
  }

  func prepare() throws(StorageFailure) {}
  func check() throws(StorageFailure) { try with { _ in } }

  let putsWhole = true

  func put(_ key: BlobKey, _ content: BlobContent) throws(StorageFailure) -> Bool {
    let bytes: [UInt8]
    do { bytes = try content.whole() } catch { throw .broken("\(error)") }
    return try with {
      guard $0[key] == nil else { return false }
      $0[key] = bytes
      return true
    }
  }

  func get(_ key: BlobKey) throws(StorageFailure) -> [UInt8]? { try with { $0[key] } }
  func has(_ key: BlobKey) throws(StorageFailure) -> Bool { try with { $0[key] != nil } }
  func delete(_ key: BlobKey) throws(StorageFailure) {
    try with { _ = $0.removeValue(forKey: key) }
  }
  func keys(of account: String) throws(StorageFailure) -> [BlobKey] {
    try with { $0.keys.filter { $0.accountID == account } }
  }
}

extension ReceiverStorage {
  /// Announces a blob and notes it.
  func keep(_ blob: BlobKey, bytes: Int64 = 1, atMs: Int64 = 1) throws(StorageFailure) {
    try announce(blob, atMs: atMs)
    try note(blob, bytes: bytes, atMs: atMs)
  }
}
