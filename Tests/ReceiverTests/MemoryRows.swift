import Receiver
import SyncContract

/// The rows of one account, and how batches meet them.
struct MemoryRows: Sendable {
  private var tables: [ContractTable: [String: ContractRow]] = [:]
  private var tombstones: [ContractTable: [String: Int64]] = [:]
  /// What goes with its board.
  private static let ofBoards: [ContractTable] = [.boardSettings, .boardWarnings, .alerts]

  /// In strict width while the other fields are not known.
  func sorted(_ table: ContractTable) -> [(key: String, row: ContractRow)] {
    (tables[table] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  mutating func apply(
    _ batch: ContractBatch, in dialect: ContractDialect
  ) throws(StorageFailure) {
    var index = 0
    var last: ContractTable?
    for row in batch.rows {
      index = row.table == last ? index + 1 : 0
      last = row.table
      if let parent = row.table.parent {
        let name = Self.key([row[parent.field]])
        guard tables[parent.table]?[name] != nil else {
          throw .missingParent(row.table, index: index, field: parent.field)
        }
      }
      if row.table == .deleteActions { delete(row, dialect) } else { take(row, dialect) }
    }
  }

  private mutating func take(_ row: ContractRow, _ dialect: ContractDialect) {
    let table = row.table
    let key = Self.key(table.naturalKey.map { row[$0] })
    let stamp = table.changeStamp(in: dialect).flatMap { row[$0]?.integer }
    if let stamp, let end = tombstones[table]?[key], stamp <= end { return }
    if let stamp, Self.ofBoards.contains(table),
      let end = tombstones[.boards]?[Self.key([row["boardId"]])], stamp <= end
    {
      return
    }
    guard let old = tables[table]?[key] else {
      tables[table, default: [:]][key] = row
      return
    }
    tables[table]?[key] = Self.meet(old, row, stamp, dialect)
  }

  private static func meet(
    _ old: ContractRow, _ new: ContractRow, _ stamp: Int64?, _ dialect: ContractDialect
  ) -> ContractRow {
    switch new.table {
    case .flights: return meetFlights(old, new)
    case .metricExclusionRanges:
      var values = old.values
      for place in 3...4 {
        let larger = max(old.values[place].integer ?? 0, new.values[place].integer ?? 0)
        values[place] = .integer(larger)
      }
      return ContractRow(new.table, values)
    default:
      guard let stamp, let name = new.table.changeStamp(in: dialect),
        let oldStamp = old[name]?.integer ?? old["lastDetectedAt"]?.integer
      else { return old }
      if stamp > oldStamp { return new }
      guard stamp == oldStamp, new.values.count > old.values.count else { return old }
      return ContractRow(new.table, old.values + new.values.dropFirst(old.values.count))
    }
  }

  private static func meetFlights(_ old: ContractRow, _ new: ContractRow) -> ContractRow {
    func place(_ name: String) -> Int { old.table.shape.index(of: name) ?? 0 }
    func number(_ row: ContractRow, _ name: String) -> Int64 { row[name]?.integer ?? -1 }
    var values = old.values
    let inLogbook = place("inLogbook")
    values[inLogbook] = .bool(
      old.values[inLogbook] == .bool(true) || new["inLogbook"] == .bool(true))
    for name in ["lastOpenedAt", "updatedAt"] where number(new, name) > number(old, name) {
      values[place(name)] = .integer(number(new, name))
    }
    if number(new, "fieldsUpdatedAt") > number(old, "fieldsUpdatedAt") {
      let group = place("pilot")...place("fieldsUpdatedAt")
      values.replaceSubrange(group, with: new.values[group])
    }
    let ranks = [old, new].map { [number($0, "analysisVersion"), number($0, "summaryUpdatedAt")] }
    if ranks[0].lexicographicallyPrecedes(ranks[1]) {
      let group = place("analysisVersion")...place("summaryUpdatedAt")
      values.replaceSubrange(group, with: new.values[group])
    }
    return ContractRow(old.table, values)
  }

  private mutating func delete(_ action: ContractRow, _ dialect: ContractDialect) {
    guard let target = action.deleteTarget, let end = action["deletedAt"]?.integer else { return }
    let table = target.table
    let key = Self.key(target.identity.map { action[$0.name] })
    let row = tables[table]?[key]
    let name = table.changeStamp(in: dialect) ?? ""
    if let stamp = row?[name]?.integer, stamp > end { return }
    tombstones[table, default: [:]][key] = end
    guard target == .board else {
      tables[table]?[key] = nil
      return
    }
    for child in Self.ofBoards {
      for (childKey, row) in tables[child] ?? [:] where Self.key([row["boardId"]]) == key {
        tombstones[child, default: [:]][childKey] = end
        tables[child]?[childKey] = nil
      }
    }
  }

  private static func key(_ values: [ContractValue?]) -> String {
    values.map { value in
      switch value {
      case .integer(let number)?:
        String(repeating: "0", count: 20 - "\(number)".count) + "\(number)"
      case .text(let text)?: text
      default: ""
      }
    }.joined(separator: "\u{1}")
  }
}
