import SQLite
import SyncContract

// What is written.
extension BatchWriter {
  func store(
    _ row: ContractRow, isNew: Bool, sequence: Int64
  ) throws(SQLiteError) {
    let table = SyncedTable[row.table]
    let statement = try connection.prepare(isNew ? table.insertText : table.updateText)
    try statement.bind { binder in
      for value in row.values { binder.add(value) }
      binder.add(sequence)
      if !isNew { for name in table.table.naturalKey { binder.add(row[name] ?? .null) } }
    }
    while try statement.step() != nil {}
  }

  /// What a write brings with it.
  mutating func follow(
    _ row: ContractRow, over stored: ContractRow?, _ rules: EditRules
  ) throws(SQLiteError) {
    if row.table == .boards, stored == nil, let id = row["id"]?.text {
      state.boardKeys[id] = connection.lastInsertedID
    }
    if row.table == .tuneProfiles, row["fieldsJson"] != stored?["fieldsJson"] {
      try appendHistory(of: row)
    }
    if let most = rules.mostRows { try trim(row.table, to: most) }
  }

  /// A tune profile's fields as they are from now on.
  private func appendHistory(of profile: ContractRow) throws(SQLiteError) {
    try connection.run(
      "INSERT INTO tune_history_entries (profile_id, fields_json, created_at) VALUES (?, ?, ?)"
    ) {
      for name in ["id", "fieldsJson", "updatedAt"] { $0.add(profile[name] ?? .null) }
    }
  }
}

extension SyncedTable {
  /// Enters a row; its fields, then its counter.
  fileprivate var insertText: String {
    // A board that a person enters is like one that was met in a recording.
    let origin = table == .boards ? (", origin", ", 'met'") : ("", "")
    let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
    return """
      INSERT INTO \(name) (\(columns.joined(separator: ", ")), sync_seq\(origin.0))
      VALUES (\(marks)\(origin.1))
      """
  }

  /// Changes a row; its fields, its counter, and its natural key.
  fileprivate var updateText: String {
    let changes = (columns + ["sync_seq"]).map { "\($0) = ?" }.joined(separator: ", ")
    return "UPDATE \(name) SET \(changes) WHERE \(keyCondition)"
  }

  /// The condition on the natural key.
  var keyCondition: String {
    table.naturalKey.map { "\(Self.snakeCase($0)) = ?" }.joined(separator: " AND ")
  }
}

extension Binder {
  mutating func add(_ value: ContractValue) {
    switch value {
    case .null: add(String?.none)
    case .bool(let flag): add(flag)
    case .integer(let number): add(number)
    case .number(let number): add(number)
    case .text(let text): add(text)
    }
  }
}
