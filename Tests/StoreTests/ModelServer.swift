import SyncContract
import SyncPlan

/// A server as the contract describes it, in a dictionary: newer Change Timestamps replace, what is
/// appended is there once, deletions leave tombstones, and a batch is taken whole or not at all.
struct ModelServer {
  var dialect = ContractDialect.strict
  /// Bytes of the largest body that it takes.
  var limit = 1_048_576
  private(set) var tables: [ContractTable: [String: ContractRow]] = [:]
  private(set) var blobs: Set<PendingFile> = []
  private var actions: Set<String> = []
  private var tombstones: [ContractTable: [String: Int64]] = [:]

  struct PendingFile: Hashable {
    var kind: String
    var id: String
  }

  /// The natural key of a row as one text; the whole of an action.
  static func key(_ row: ContractRow) -> String {
    row.table == .deleteActions
      ? row.values.map { "\($0)" }.joined(separator: "|")
      : row.table.naturalKey.map { "\(row[$0] ?? .null)" }.joined(separator: "|")
  }

  mutating func receive(_ blob: PendingFile) { blobs.insert(blob) }

  /// Takes a body in; what it answers.
  mutating func receive(_ body: [UInt8], counting sent: AcceptedCounts) -> SyncAnswer {
    guard body.count <= limit else { return .tooLarge(ServerRefusal(slug: "too-large")) }
    guard let batch = try? ContractDecoder(dialect: dialect).decode(body) else {
      return .refused(status: 400, ServerRefusal(slug: "malformed"))
    }
    var keys: [ContractTable: Set<String>] = [:]
    for row in batch.rows {
      guard isWelcome(row, after: keys) else {
        return .refused(status: 409, ServerRefusal(slug: "missing-parent", table: row.table))
      }
      keys[row.table, default: []].insert(Self.key(row))
    }
    for row in batch.rows {
      if row.table == .deleteActions { delete(row) } else { upsert(row) }
    }
    return SyncAnswer(status: 200, body: batch.counts(in: dialect).encode(), sent: sent)
  }

  /// Whether the row's parent and its file are there, or come before it in the same batch.
  private func isWelcome(_ row: ContractRow, after keys: [ContractTable: Set<String>]) -> Bool {
    if let parent = row.table.parent {
      let key = "\(row[parent.field] ?? .null)"
      let isThere = tables[parent.table]?[key] != nil || keys[parent.table]?.contains(key) == true
      guard isThere else { return false }
    }
    guard row.table == .flights, let id = row["id"]?.text else { return true }
    return blobs.contains(PendingFile(kind: "igc", id: id))
  }

  private mutating func upsert(_ row: ContractRow) {
    let key = Self.key(row)
    if let deletedAt = tombstones[row.table]?[key], stamp(row) <= deletedAt { return }
    guard let stored = tables[row.table]?[key] else {
      tables[row.table, default: [:]][key] = row
      return
    }
    guard row.table.changeStamp(in: dialect) != nil else { return }
    let isWider = stamp(row) == stamp(stored) && row.values.count > stored.values.count
    if stamp(row) > stamp(stored) || isWider { tables[row.table]?[key] = row }
  }

  private func stamp(_ row: ContractRow) -> Int64 {
    row.table.changeStamp(in: dialect).flatMap { row[$0]?.integer } ?? 0
  }

  private mutating func delete(_ action: ContractRow) {
    actions.insert(Self.key(action))
    guard let target = action.deleteTarget, let deletedAt = action["deletedAt"]?.integer else {
      return
    }
    let key = action.values.dropFirst().dropLast().map { "\($0)" }.joined(separator: "|")
    if target == .board { return deleteBoard(key) }
    let table = target.table
    tombstones[table, default: [:]][key] = max(deletedAt, tombstones[table]?[key] ?? 0)
    guard let stored = tables[table]?[key], stamp(stored) <= deletedAt else { return }
    tables[table]?[key] = nil
    if target == .flight, let id = stored["id"]?.text {
      blobs.remove(PendingFile(kind: "igc", id: id))
    }
    if target == .tuneProfile {
      tables[.tuneHistoryEntries] = tables[.tuneHistoryEntries]?.filter {
        "\($0.value["profileId"] ?? .null)" != key
      }
    }
  }

  /// That the board itself is deleted, its own row tells in extended.
  private mutating func deleteBoard(_ key: String) {
    for table in [.boardSettings, .boardWarnings, .alerts] as [ContractTable] {
      tables[table] = tables[table]?.filter { "\($0.value["boardId"] ?? .null)" != key }
    }
  }

  /// Whether it has a row, or a later one of the same key, or has taken it in and deleted it since.
  func has(_ row: ContractRow) -> Bool {
    let key = Self.key(row)
    if row.table == .deleteActions { return actions.contains(key) }
    if let deletedAt = tombstones[row.table]?[key], stamp(row) <= deletedAt { return true }
    guard let stored = tables[row.table]?[key] else { return false }
    return stamp(stored) >= stamp(row)
  }
}
