import SQLite
package import SyncContract
package import SyncPlan

/// Accepted rows in the order of their natural keys, page by page, for a comparison with a server
/// that gives its rows in the same order. A key is the place to go on from, since a row may change or
/// go between two pages.
extension StoreContents {
  /// At most `limit` rows beyond `after`, the last one of the page before; an empty page is the end.
  /// Null sorts before everything, texts by their UTF-8, numbers by value. Rows that were passed over
  /// or changed since they were accepted are left out, and so are actions.
  package func acceptedRows(
    of table: ContractTable, in dialect: ContractDialect, afterKeyOf after: ContractRow?, limit: Int
  ) throws(StoreError) -> [PendingRow] {
    guard table != .deleteActions, dialect.includes(table.dialect) else { return [] }
    return try wrap { () throws(SQLiteError) in
      let accepted = try SyncPositions(connection).accepted(table)
      let page = KeyedPage(
        connection: connection, table: SyncedTable[table], accepted: accepted, limit: limit)
      return table.isOfBoards ? try page.ofBoards(after: after) : try page.ofTable(after: after)
    }
  }
}

/// One page of a table.
private struct KeyedPage {
  let connection: Connection
  let table: SyncedTable
  /// The cursor up to which rows were accepted.
  let accepted: Int64
  let limit: Int

  /// Of a table whose key is in its own columns.
  func ofTable(after: ContractRow?) throws(SQLiteError) -> [PendingRow] {
    try rows(keys: table.table.keyFields, board: nil, after: after)
  }

  /// Of telemetry: board by board in the order of their ids, so that its index serves.
  func ofBoards(after: ContractRow?) throws(SQLiteError) -> [PendingRow] {
    let boards = try connection.all(
      "SELECT id, board_key FROM boards WHERE board_key > 0 ORDER BY id", { _ in }
    ) { ($0.text() ?? "", $0.number()) }
    let keys = table.table.keyFields.dropFirst()
    var found: [PendingRow] = []
    for (id, key) in boards {
      let isCurrent = after?["boardId"] == .text(id)
      if let last = after?["boardId"]?.text, !isCurrent, !last.precedes(id) { continue }
      let page = KeyedPage(
        connection: connection, table: table, accepted: accepted, limit: limit - found.count)
      found += try page.rows(keys: Array(keys), board: key, after: isCurrent ? after : nil)
      if found.count >= limit { break }
    }
    return found
  }

  private func rows(
    keys: [ContractField], board: Int64?, after: ContractRow?
  ) throws(SQLiteError) -> [PendingRow] {
    let statement = try connection.prepare(text(keys: keys, board: board, isFirst: after == nil))
    try statement.bind { binder in
      binder.add(accepted)
      if let board { binder.add(board) }
      if let after { for key in keys { binder.add(after[key.name], isNullable: key.isNullable) } }
      binder.add(limit)
    }
    var found: [PendingRow] = []
    while var row = try statement.step() {
      let cursor = row.number()
      found.append(
        PendingRow(cursor: cursor, row: ContractRow(table.table, table.read(&row))))
    }
    return found
  }

  private func text(keys: [ContractField], board: Int64?, isFirst: Bool) -> String {
    let column = "t.\(table.scanColumn.rawValue)"
    let places = keys.flatMap { $0.isNullable ? ["?", "?"] : ["?"] }
    let order = keys.flatMap { field in
      let name = "t.\(SyncedTable.snakeCase(field.name))"
      return field.isNullable ? ["\(name) IS NOT NULL", "ifnull(\(name), '')"] : [name]
    }.joined(separator: ", ")
    // An unsent row has the counter 0, and a frame without a time no key.
    var conditions = ["\(column) > 0", "\(column) <= ?"]
    if table.table == .telemetryFrames { conditions.append("t.captured_at_ms IS NOT NULL") }
    if board != nil { conditions.append("t.board_key = ?") }
    if !isFirst { conditions.append("(\(order)) > (\(places.joined(separator: ", ")))") }
    return """
      \(table.selectText) WHERE \(conditions.joined(separator: " AND "))
      ORDER BY \(order) LIMIT ?
      """
  }
}

extension ContractTable {
  /// The fields of the natural key, in their order.
  fileprivate var keyFields: [ContractField] {
    naturalKey.compactMap { name in shape.fields.first { $0.name == name } }
  }
}

extension Binder {
  fileprivate mutating func add(_ value: ContractValue?, isNullable: Bool) {
    if isNullable { add(value != nil && value != .null) }
    switch value {
    case .integer(let number): add(number)
    case .text(let text): add(text)
    default: add("")
    }
  }
}

extension String {
  /// In the order of UTF-8 bytes, as the database sorts.
  fileprivate func precedes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
