package import SyncContract

/// A row, deleted or not, as actions name it.
package struct Grave: Hashable, Sendable {
  package let target: DeleteTarget
  /// The natural key in the target's table.
  package let key: NaturalKey

  package init(_ target: DeleteTarget, _ key: NaturalKey) {
    self.target = target
    self.key = key
  }
}

/// A row of a batch and its place there.
package struct PlannedRow: Sendable {
  package var row: StoredRow
  package let key: NaturalKey
  /// The place in its table, from 0.
  package let index: Int
}

/// A row that a batch needs and does not bring.
package struct ParentCheck: Sendable {
  /// Where it is needed first.
  package let table: ContractTable
  package let index: Int
  package let field: String
  package let parent: Grave
}

/// The deletion of one row, by the newest of the batch's actions on it.
package struct PlannedAction: Sendable {
  package let grave: Grave
  /// The values of the identity, all texts.
  package let identity: [String]
  package var deletedAt: Int64
}

/// A Sync Batch taken apart before anything is asked of the database: its rows by table, what they
/// need, what is deleted.
package struct BatchPlan: Sendable {
  /// The tables that have rows, in the order of the contract.
  package private(set) var tables: [(table: StorageTable, rows: [PlannedRow])] = []
  /// In the order in which they are needed.
  package private(set) var parents: [ParentCheck] = []
  /// In the order of their first action.
  package private(set) var actions: [PlannedAction] = []
  /// Change Timestamps and deletions more than a day ahead.
  package private(set) var futureStamps = 0

  /// When it came, in milliseconds since 1970 UTC.
  package let nowMs: Int64

  private static let dayMs: Int64 = 86_400_000
  private var offered: Set<Grave> = []
  private var needed: Set<Grave> = []
  private var actionPlaces: [Grave: Int] = [:]

  /// Throws `broken` for a row that does not have the shape of its table; the contract's decoder lets
  /// none through.
  package init(
    _ batch: ContractBatch, in dialect: ContractDialect, nowMs: Int64
  ) throws(StorageFailure) {
    self.nowMs = nowMs
    let future = nowMs + Self.dayMs
    for row in batch.rows {
      if row.table == .deleteActions {
        try add(action: row, future)
      } else {
        try add(row, in: dialect, future)
      }
    }
  }

  private mutating func add(
    _ row: ContractRow, in dialect: ContractDialect, _ future: Int64
  ) throws(StorageFailure) {
    if tables.last?.table.table != row.table, let table = StorageTable.of(row.table) {
      tables.append((table, []))
    }
    let place = tables.count - 1
    let table = tables[place].table
    guard let stored = table.stored(row, in: dialect) else { throw Self.misshapen(row) }
    let key = table.naturalKey(of: stored.values)
    let index = tables[place].rows.count
    if let stamp = table.stamp(of: stored), stamp > future { futureStamps += 1 }
    if let target = table.target { offered.insert(Grave(target, key)) }
    note(parentOf: stored, in: table, index: index)
    tables[place].rows.append(PlannedRow(row: stored, key: key, index: index))
  }

  private mutating func note(parentOf row: StoredRow, in table: StorageTable, index: Int) {
    guard let grave = table.parent(of: row) else { return }
    guard !offered.contains(grave), needed.insert(grave).inserted else { return }
    let field = table.table.parent?.field ?? ""
    parents.append(
      ParentCheck(table: table.table, index: index, field: field, parent: grave))
  }

  private mutating func add(action row: ContractRow, _ future: Int64) throws(StorageFailure) {
    let identity = row.values.dropFirst().dropLast().compactMap(\.text)
    guard let target = row.deleteTarget, identity.count == target.identity.count,
      row.values.count == identity.count + 2, let deletedAt = row.values.last?.integer
    else { throw Self.misshapen(row) }
    if deletedAt > future { futureStamps += 1 }
    let grave = Grave(target, NaturalKey(texts: identity))
    if let place = actionPlaces[grave] {
      actions[place].deletedAt = max(actions[place].deletedAt, deletedAt)
    } else {
      actionPlaces[grave] = actions.count
      actions.append(PlannedAction(grave: grave, identity: identity, deletedAt: deletedAt))
    }
  }

  /// Everything of which it must be known whether it was deleted before the plan can be folded.
  package var graves: Set<Grave> { offered.union(needed) }

  private static func misshapen(_ row: ContractRow) -> StorageFailure {
    .broken("apply: a row of \(row.table.rawValue) does not have the fields of its table")
  }
}

extension StorageTable {
  /// The row that must be there before this one, or nil.
  func parent(of row: StoredRow) -> Grave? {
    guard let parentPlace, let parentTarget else { return nil }
    return Grave(parentTarget, NaturalKey(CollectionOfOne(row.values[parentPlace])))
  }
}
