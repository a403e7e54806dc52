package import SyncContract

/// What a batch comes down to once it is known what was deleted before: each natural key once, with
/// the row that wins among the batch's own.
package struct FoldedBatch: Sendable {
  /// The tables that have rows left, in the order of the contract.
  package private(set) var tables: [(table: StorageTable, rows: [PlannedRow])] = []
  /// What must be there, in the order in which it is needed. What is deleted counts as there: a
  /// deleted board is still the parent of its rides.
  package let parents: [ParentCheck]

  package init(_ plan: BatchPlan, under tombstones: [Grave: Int64]) {
    parents = plan.parents.filter { tombstones[$0.parent] == nil }
    for (table, rows) in plan.tables {
      let living = rows.compactMap { Self.judged($0, of: table, under: tombstones) }
      let folded = Self.folded(living, of: table)
      if !folded.isEmpty { tables.append((table, folded)) }
    }
  }

  /// A row as an earlier deletion leaves it; nil if it stays deleted.
  private static func judged(
    _ row: PlannedRow, of table: StorageTable, under tombstones: [Grave: Int64]
  ) -> PlannedRow? {
    var row = row
    let stamp = table.stamp(of: row.row) ?? table.birth(of: row.row) ?? .max
    if table.isCoveredByParent, let parent = table.parent(of: row.row),
      let deletedAt = tombstones[parent], stamp <= deletedAt
    {
      return nil
    }
    guard let target = table.target, let deletedAt = tombstones[Grave(target, row.key)],
      stamp <= deletedAt
    else { return row }
    guard target == .board else { return nil }
    table.bury(&row.row, atMs: deletedAt)
    return row
  }

  private static func folded(_ rows: [PlannedRow], of table: StorageTable) -> [PlannedRow] {
    var places: [NaturalKey: Int] = Dictionary(minimumCapacity: rows.count)
    var kept: [PlannedRow] = []
    kept.reserveCapacity(rows.count)
    for row in rows {
      if let place = places[row.key] {
        kept[place] = table.winner(kept[place], row)
      } else {
        places[row.key] = kept.count
        kept.append(row)
      }
    }
    return kept
  }
}

// How two rows of one natural key and one dialect meet, and what a deletion covers.
extension StorageTable {
  /// When an appended row came about, where a deletion can cover it.
  func birth(of row: StoredRow) -> Int64? {
    guard table == .tuneHistoryEntries, let place = table.shape.index(of: "createdAt") else {
      return nil
    }
    return row.values[place].integer
  }

  /// Marks a board as deleted, unless it says itself since when it is.
  func bury(_ row: inout StoredRow, atMs deletedAt: Int64) {
    guard let place = table.shape.index(of: "deletedAt"), row.values[place] == .null else { return }
    row.values[place] = .integer(deletedAt)
  }

  /// The one of two rows that stays, or what comes of both.
  func winner(_ kept: PlannedRow, _ next: PlannedRow) -> PlannedRow {
    switch table {
    case .flights:
      var merged = kept
      merged.row.values = FlightMerge.merged(stored: kept.row.values, offered: next.row.values)
      return merged
    case .metricExclusionRanges:
      var grown = kept
      for place in [fieldCount - 2, fieldCount - 1] {
        let larger = max(kept.row.values[place].integer ?? 0, next.row.values[place].integer ?? 0)
        grown.row.values[place] = .integer(larger)
      }
      return grown
    default:
      guard let old = stamp(of: kept.row), let new = stamp(of: next.row), new > old else {
        return kept
      }
      return next
    }
  }
}

extension DeleteTarget {
  /// Whether deleting such a row deletes its rows in a table as well.
  package func covers(_ table: ContractTable) -> Bool {
    switch self {
    case .board: [.boardSettings, .boardWarnings, .alerts].contains(table)
    case .tuneProfile: table == .tuneHistoryEntries
    default: false
    }
  }
}
