import Receiver
import SyncContract

/// The rules of the receiver, one row after the other and as plainly as can be: what every storage
/// is compared with. It shares nothing with the storages but the contract.
struct StorageModel {
  /// A row of full width, and whether its extended fields were told.
  struct Held: Equatable {
    var values: [ContractValue]
    var isWhole: Bool
  }

  typealias Key = [UInt8]

  private(set) var tables: [ContractTable: [Key: Held]] = [:]
  private var tombstones: [Key: Int64] = [:]
  private(set) var blobs: Set<BlobKey> = []

  mutating func note(_ blob: BlobKey) { blobs.insert(blob) }

  /// Applies a batch or throws why not; gives the blobs let go.
  mutating func apply(
    _ rows: [ContractRow], in dialect: ContractDialect
  ) throws(StorageFailure) -> Set<BlobKey> {
    var next = self
    let orphans = try next.take(rows, dialect)
    self = next
    return orphans
  }

  private mutating func take(
    _ rows: [ContractRow], _ dialect: ContractDialect
  ) throws(StorageFailure) -> Set<BlobKey> {
    let touched = blobsBefore(rows)
    var index: [ContractTable: Int] = [:]
    var winners: [Key: (table: ContractTable, index: Int, blob: BlobKey?)] = [:]
    for row in rows where row.table != .deleteActions {
      let place = index[row.table, default: 0]
      index[row.table] = place + 1
      try requireParent(of: row, index: place, among: rows)
      let isTaken = take(row, dialect)
      guard isTaken, [.mapFiles, .flights].contains(row.table) else { continue }
      let key = Self.key(row)
      if row.table == .mapFiles || winners[key] == nil {
        winners[key] = (row.table, place, neededBlob(of: row))
      }
    }
    for winner in winners.values.sorted(by: { ($0.table, $0.index) < ($1.table, $1.index) }) {
      guard let blob = winner.blob, !blobs.contains(blob) else { continue }
      let field = winner.table == .flights ? "id" : "contentHash"
      throw .missingBlob(winner.table, index: winner.index, field: field)
    }
    for row in rows where row.table == .deleteActions { delete(row) }
    let orphans = touched.union(rows.compactMap(Self.blob)).filter {
      blobs.contains($0) && !named.contains($0)
    }
    blobs.subtract(orphans)
    return orphans
  }

  private func requireParent(
    of row: ContractRow, index: Int, among rows: [ContractRow]
  ) throws(StorageFailure) {
    guard let parent = row.table.parent, let name = row[parent.field] else { return }
    let key = Self.key(parent.table, [name])
    if tables[parent.table]?[key] != nil || tombstones[key] != nil { return }
    if rows.contains(where: { $0.table == parent.table && Self.key($0) == key }) { return }
    throw .missingParent(row.table, index: index, field: parent.field)
  }

  /// Whether the row has become, or become part of, what is held.
  private mutating func take(_ row: ContractRow, _ dialect: ContractDialect) -> Bool {
    let table = row.table
    let width = table.shape.fields.count
    let strict = table.shape.count(in: .strict)
    let isWhole = dialect == .extended || strict == width
    var values = isWhole ? row.values : Array(row.values.prefix(strict))
    while values.count < width { values.append(.null) }
    var held = Held(values: values, isWhole: isWhole)
    guard let stamp = Self.stamp(held, table) else { return append(held, table, row) }
    if isCovered(row, at: stamp) { return false }
    let key = Self.key(row)
    if let deletedAt = tombstones[key], stamp <= deletedAt {
      guard table == .boards else { return false }
      if held.values[6] == .null { held.values[6] = .integer(deletedAt) }
    }
    guard let old = tables[table]?[key], let oldStamp = Self.stamp(old, table) else {
      tables[table, default: [:]][key] = held
      return true
    }
    if table == .flights {
      tables[table]?[key] = Held(values: Self.merge(old.values, held.values), isWhole: true)
      return true
    }
    if stamp > oldStamp {
      tables[table]?[key] = held
      return true
    }
    if stamp == oldStamp, held.isWhole, !old.isWhole {
      var filled = old
      filled.isWhole = true
      for place in strict..<width where held.values[place] != .null {
        filled.values[place] = held.values[place]
      }
      tables[table]?[key] = filled
    }
    return false
  }

  private mutating func append(_ held: Held, _ table: ContractTable, _ row: ContractRow) -> Bool {
    let key = Self.key(row)
    if table == .tuneHistoryEntries, isCovered(row, at: row["createdAt"]?.integer ?? 0) {
      return false
    }
    guard var old = tables[table]?[key] else {
      tables[table, default: [:]][key] = held
      return true
    }
    guard table == .metricExclusionRanges else { return false }
    for place in 3...4 {
      let larger = max(old.values[place].integer ?? 0, held.values[place].integer ?? 0)
      old.values[place] = .integer(larger)
    }
    tables[table]?[key] = old
    return true
  }

  /// Whether the deletion of the parent took this row along.
  private func isCovered(_ row: ContractRow, at stamp: Int64) -> Bool {
    let covered: [ContractTable] = [.boardSettings, .boardWarnings, .alerts, .tuneHistoryEntries]
    guard covered.contains(row.table), let parent = row.table.parent,
      let name = row[parent.field], let deletedAt = tombstones[Self.key(parent.table, [name])]
    else { return false }
    return stamp <= deletedAt
  }

  private mutating func delete(_ action: ContractRow) {
    guard let table = action.deleteTarget?.table, let deletedAt = action.values.last?.integer,
      let first = action.values.dropFirst().first
    else { return }
    let key = Self.key(table, Array(action.values.dropFirst().dropLast()))
    tombstones[key] = max(deletedAt, tombstones[key] ?? 0)
    var old = tables[table]?[key]
    if let held = old, let stamp = Self.stamp(held, table), stamp > deletedAt { return }
    if table == .boards {
      if old?.values[6] == .null { old?.values[6] = .integer(deletedAt) }
      tables[table]?[key] = old
    } else {
      tables[table]?[key] = nil
    }
    let children: [ContractTable] =
      switch table {
      case .boards: [.boardSettings, .boardWarnings, .alerts]
      case .tuneProfiles: [.tuneHistoryEntries]
      default: []
      }
    for child in children { tables[child] = tables[child]?.filter { $1.values[0] != first } }
  }
}

// Keys, stamps and blobs.
extension StorageModel {
  static func key(_ table: ContractTable, _ values: [ContractValue]) -> Key {
    Array("\(table.rawValue)".utf8)
      + values.flatMap { value in
        [0] + Array((value.text.map { "t\($0)" } ?? value.integer.map { "i\($0)" } ?? "n").utf8)
      }
  }

  static func key(_ row: ContractRow) -> Key {
    key(row.table, row.table.naturalKey.map { row[$0] ?? .null })
  }

  private static func stamp(_ held: Held, _ table: ContractTable) -> Int64? {
    guard let name = table.changeStamp(in: held.isWhole ? .extended : .strict) else { return nil }
    return table.shape.index(of: name).flatMap { held.values[$0].integer }
  }

  private static func blob(_ row: ContractRow) -> BlobKey? {
    switch (row.table, row.deleteTarget) {
    case (.flights, _): row["id"]?.text.map { BlobKey(accountID: "anna", kind: .igc, id: $0) }
    case (_, .flight): row.values[1].text.map { BlobKey(accountID: "anna", kind: .igc, id: $0) }
    case (.mapFiles, _):
      row["contentHash"]?.text.map { BlobKey(accountID: "anna", kind: .file, id: $0) }
    default: nil
    }
  }

  private func neededBlob(of row: ContractRow) -> BlobKey? {
    row.table == .flights || row["source"] == "user" ? Self.blob(row) : nil
  }

  /// The blobs of the rows that a batch is about.
  private func blobsBefore(_ rows: [ContractRow]) -> Set<BlobKey> {
    Set(
      rows.compactMap { row in
        let identity = Array(row.values.dropFirst().dropLast())
        let key =
          row.deleteTarget.map { Self.key($0.table, identity) } ?? Self.key(row)
        return tables[.mapFiles]?[key].flatMap { Self.blob(ContractRow(.mapFiles, $0.values)) }
      })
  }

  private var named: Set<BlobKey> {
    Set(
      [ContractTable.flights, .mapFiles].flatMap { table in
        (tables[table] ?? [:]).values.compactMap { Self.blob(ContractRow(table, $0.values)) }
      })
  }

  /// The groups of `docs/sync-contract.md`, by their places in a row of `flights`.
  private static func merge(_ old: [ContractValue], _ new: [ContractValue]) -> [ContractValue] {
    var row = old
    func number(_ values: [ContractValue], _ place: Int) -> Int64 { values[place].integer ?? -1 }
    if new[7] == .bool(true) { row[7] = new[7] }
    if number(new, 8) > number(old, 8) { row[8] = new[8] }
    if number(new, 21) > number(old, 21) { for place in 9...21 { row[place] = new[place] } }
    if (number(new, 22), number(new, 41)) > (number(old, 22), number(old, 41)) {
      for place in 22...41 { row[place] = new[place] }
    }
    if number(new, 42) > number(old, 42) { row[42] = new[42] }
    return row
  }

  /// Every row as text, table by table, in the order of the bytes of these texts.
  func everything() -> [String] {
    ContractTable.allCases.flatMap { table in
      (tables[table] ?? [:]).values.map { held in
        let strict = table.shape.count(in: .strict)
        let isTold = held.isWhole || held.values[strict...].contains { $0 != .null }
        let values = isTold ? held.values : Array(held.values.prefix(strict))
        return "\(table.rawValue) \(ContractRow(table, values).spelling)"
      }
    }.sortedByBytes()
  }
}

extension [String] {
  /// In the order of their bytes, which is not that of Swift.
  func sortedByBytes() -> [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
