import SyncContract

/// Applies a Sync Batch by the rules of `docs/receiver-storage.md`. The rules are here and in
/// `StorageTable.upsert`, so that every storage has the same.
package struct BatchApplication<Transaction: BatchTransaction>: ~Copyable {
  private var transaction: Transaction
  private let account: String
  /// Blobs that the batch may leave without a row.
  private var loose: Set<BlobID> = []

  /// For one account, inside a transaction of its own.
  package init(_ transaction: Transaction, account: String) {
    self.transaction = transaction
    self.account = account
  }

  /// Applies the whole batch; after an error the transaction must be rolled back.
  package mutating func apply(_ plan: BatchPlan) throws(StorageFailure) -> AppliedBatch {
    var result = AppliedBatch()
    result.futureStamps = plan.futureStamps
    let graves = plan.graves
    let folded = FoldedBatch(
      plan, under: graves.isEmpty ? [:] : try transaction.tombstones(of: graves))
    try require(folded.parents)
    noteBlobs(of: plan)
    for (table, rows) in folded.tables { try write(rows, to: table) }
    try perform(plan.actions)
    result.orphans = try loosenOrphans(atMs: plan.nowMs)
    return result
  }

  private mutating func require(_ parents: [ParentCheck]) throws(StorageFailure) {
    var found: Set<Grave> = []
    for target in [DeleteTarget.board, .tuneProfile] {
      let keys = parents.filter { $0.parent.target == target }.map(\.parent.key)
      guard !keys.isEmpty, let table = StorageTable.of(target.table) else { continue }
      for key in try transaction.rows(keys, of: table).keys { found.insert(Grave(target, key)) }
    }
    for check in parents where !found.contains(check.parent) {
      throw .missingParent(check.table, index: check.index, field: check.field)
    }
  }

  private mutating func write(
    _ rows: [PlannedRow], to table: StorageTable
  ) throws(StorageFailure) {
    switch table.table {
    case .flights: try write(flights: rows, to: table)
    case .mapFiles: try write(mapFiles: rows, to: table)
    default: try transaction.write(rows.map(\.row), to: table, .byRule)
    }
  }

  private mutating func write(
    flights rows: [PlannedRow], to table: StorageTable
  ) throws(StorageFailure) {
    try require(
      rows.compactMap { row in
        table.blob(of: row.row).map { (row.index, $0) }
      }, of: table, field: "id")
    let stored = try transaction.rows(rows.map(\.key), of: table)
    let merged = rows.map { row in
      guard var old = stored[row.key] else { return row.row }
      old.values = FlightMerge.merged(stored: old.values, offered: row.row.values)
      return old
    }
    try transaction.write(merged, to: table, .replace)
  }

  private mutating func write(
    mapFiles rows: [PlannedRow], to table: StorageTable
  ) throws(StorageFailure) {
    let stored = try transaction.rows(rows.map(\.key), of: table)
    loose.formUnion(stored.values.compactMap { table.blob(of: $0) })
    let winners = rows.filter { row in
      guard let old = stored[row.key], let oldStamp = table.stamp(of: old) else { return true }
      return (table.stamp(of: row.row) ?? 0) > oldStamp
    }
    let needed = winners.filter { table.needsBlob($0.row) }.compactMap { row in
      table.blob(of: row.row).map { (row.index, $0) }
    }
    try require(needed, of: table, field: "contentHash")
    if !winners.isEmpty { try transaction.write(winners.map(\.row), to: table, .replace) }
  }

  private mutating func require(
    _ blobs: [(index: Int, blob: BlobID)], of table: StorageTable, field: String
  ) throws(StorageFailure) {
    guard !blobs.isEmpty else { return }
    let known = try transaction.known(Set(blobs.map(\.blob)))
    for (index, blob) in blobs where !known.contains(blob) {
      throw .missingBlob(table.table, index: index, field: field)
    }
  }

  private mutating func noteBlobs(of plan: BatchPlan) {
    for (table, rows) in plan.tables {
      loose.formUnion(rows.compactMap { table.blob(of: $0.row) })
    }
    for action in plan.actions where action.grave.target == .flight {
      loose.formUnion(action.identity.map { BlobID(.igc, $0) })
    }
  }
}

// Actions.
extension BatchApplication {
  private mutating func perform(_ actions: [PlannedAction]) throws(StorageFailure) {
    guard !actions.isEmpty else { return }
    for target in DeleteTarget.allCases {
      let own = actions.filter { $0.grave.target == target }
      guard !own.isEmpty, let table = StorageTable.of(target.table) else { continue }
      try perform(own, on: target, in: table)
    }
    let times = actions.map { ($0.grave, $0.deletedAt) }
    try transaction.bury(Dictionary(times, uniquingKeysWith: max))
  }

  /// Deletes what is not newer than its action. A board stays, marked as deleted.
  private mutating func perform(
    _ actions: [PlannedAction], on target: DeleteTarget, in table: StorageTable
  ) throws(StorageFailure) {
    let stored = try transaction.rows(actions.map(\.grave.key), of: table)
    let due = actions.filter { action in
      guard let row = stored[action.grave.key] else { return true }
      return (table.stamp(of: row) ?? 0) <= action.deletedAt
    }
    let present = due.compactMap { action in
      stored[action.grave.key].map { (row: $0, action: action) }
    }
    loose.formUnion(present.compactMap { table.blob(of: $0.row) })
    if target == .board {
      try mark(present, in: table)
    } else if !present.isEmpty {
      try transaction.delete(present.map(\.action.grave.key), from: table)
    }
    for child in StorageTable.all where target.covers(child.table) && !due.isEmpty {
      try transaction.delete(
        childrenOf: due.compactMap(\.identity.first), in: child.table.parent?.field ?? "",
        from: child)
    }
  }

  private mutating func mark(
    _ boards: [(row: StoredRow, action: PlannedAction)], in table: StorageTable
  ) throws(StorageFailure) {
    let marked = boards.map { board in
      var row = board.row
      table.bury(&row, atMs: board.action.deletedAt)
      return row
    }
    if !marked.isEmpty { try transaction.write(marked, to: table, .replace) }
  }

  /// Lets go of the blobs that no row names now.
  private mutating func loosenOrphans(atMs: Int64) throws(StorageFailure) -> [BlobKey] {
    guard !loose.isEmpty else { return [] }
    let known = try transaction.known(loose)
    let flights = known.filter { $0.kind == .igc }
    let files = known.subtracting(flights)
    var orphans = known
    if !flights.isEmpty, let table = StorageTable.of(.flights) {
      let rows = try transaction.rows(flights.map { NaturalKey(texts: [$0.id]) }, of: table)
      orphans = orphans.filter { $0.kind == .file || rows[NaturalKey(texts: [$0.id])] == nil }
    }
    if !files.isEmpty {
      let named = try transaction.named(contentHashes: Set(files.map(\.id)))
      orphans = orphans.filter { $0.kind == .igc || !named.contains($0.id) }
    }
    if !orphans.isEmpty { try transaction.loosen(orphans, atMs: atMs) }
    return orphans.map { BlobKey(accountID: account, kind: $0.kind, id: $0.id) }
      .sorted { $0.id < $1.id }
  }
}

extension StorageTable {
  /// The blob that a row names, if any.
  func blob(of row: StoredRow) -> BlobID? {
    switch table {
    case .flights: row.values[0].text.map { BlobID(.igc, $0) }
    case .mapFiles: contentHash(of: row).map { BlobID(.file, $0) }
    default: nil
    }
  }

  /// A map file that cannot be downloaded elsewhere.
  func needsBlob(_ row: StoredRow) -> Bool {
    guard let place = table.shape.index(of: "source") else { return false }
    return row.values[place] == .text("user")
  }

  private func contentHash(of row: StoredRow) -> String? {
    table.shape.index(of: "contentHash").flatMap { row.values[$0].text }
  }
}
