import Crypto
import SQLite
package import SyncContract

// Rows.
extension SQLiteStorage {
  package func apply(
    _ batch: ContractBatch, of account: String, in dialect: ContractDialect, nowMs: Int64
  ) throws(StorageFailure) -> AppliedBatch {
    let plan = try BatchPlan(batch, in: dialect, nowMs: nowMs)
    return try write { (connection) throws(StorageFailure) in
      let transaction = SQLiteBatch(connection: connection, account: account)
      try transaction.requireAccount()
      var application = BatchApplication(transaction, account: account)
      return try application.apply(plan)
    }
  }

  package func page(
    of table: ContractTable, account: String, after: String?, limit: Int
  ) throws(StorageFailure) -> RowPage {
    guard let table = StorageTable.of(table) else { return RowPage(rows: []) }
    let start: [ContractValue] =
      if let after { try PageCursor.keyValues(after, in: table) } else { [] }
    let limit = min(max(1, limit), 10_000)
    let rows = try read { (connection) throws(SQLiteError) in
      try connection.list(table.selectPage(isContinued: after != nil)) {
        $0.add(account)
        for value in start { $0.add(value) }
        $0.add(limit + 1)
      } _: {
        table.row(columns: $0.values(of: table))
      }
    }
    let next = rows.count > limit ? PageCursor.text(after: rows[limit - 1], in: table) : nil
    return RowPage(rows: rows.prefix(limit).map(table.contractRow), next: next)
  }

  package func digests(
    of account: String, in dialect: ContractDialect
  ) throws(StorageFailure) -> [ContractTable: TableDigest] {
    try readWrapped { (connection) throws(StorageFailure) in
      var digests: [ContractTable: TableDigest] = [:]
      for table in StorageTable.all where dialect.includes(table.table.dialect) {
        digests[table.table] = try connection.digest(of: table, account, in: dialect)
      }
      return digests
    }
  }
}

extension Connection {
  fileprivate func digest(
    of table: StorageTable, _ account: String, in dialect: ContractDialect
  ) throws(StorageFailure) -> TableDigest {
    var digest = TableDigest()
    var hash = SHA256()
    var failure: StorageFailure?
    try StorageFailure.wrapping { () throws(SQLiteError) in
      try withStatement(generated: table.selectAll) { (statement) throws(SQLiteError) in
        _ = try statement.forEachRow({ $0.add(account) }) { (row) throws(SQLiteError) in
          let stored = table.row(columns: row.values(of: table))
          do throws(StorageFailure) {
            try digest.add(stored: table.contractRow(stored), in: dialect, by: &hash)
          } catch {
            failure = error
          }
          return failure == nil
        }
      }
    }
    if let failure { throw failure }
    return digest
  }
}

extension Binder {
  /// The next parameter as a value of the contract.
  mutating func add(_ value: ContractValue) {
    switch value {
    case .null: add(nil as Int64?)
    case .bool(let flag): add(flag)
    case .integer(let number): add(number)
    case .number(let number): add(number)
    case .text(let text): add(text)
    }
  }
}

extension Row {
  /// The columns of a table in their order.
  mutating func values(of table: StorageTable) -> [ContractValue] {
    var values: [ContractValue] = []
    values.reserveCapacity(table.kinds.count)
    for kind in table.kinds {
      switch kind {
      case .text: values.append(ContractValue(text()))
      case .integer: values.append(ContractValue(int64()))
      case .boolean: values.append(ContractValue(int64().map { $0 != 0 }))
      case .number: values.append(ContractValue(double()))
      }
    }
    return values
  }
}
