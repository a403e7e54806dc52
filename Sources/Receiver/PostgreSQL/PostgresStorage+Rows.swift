import Crypto
import PostgreSQL
package import SyncContract

// Rows.
extension PostgresStorage {
  package func apply(
    _ batch: ContractBatch, of account: String, in dialect: ContractDialect, nowMs: Int64
  ) throws(StorageFailure) -> AppliedBatch {
    let plan = try BatchPlan(batch, in: dialect, nowMs: nowMs)
    return try write { (connection) throws(StorageFailure) in
      let transaction = PostgresBatch(connection: connection, account: account)
      try transaction.lockAccount()
      var application = BatchApplication(transaction, account: account)
      return try application.apply(plan)
    }
  }

  package func page(
    of table: ContractTable, account: String, after: String?, limit: Int
  ) throws(StorageFailure) -> RowPage {
    guard let table = StorageTable.of(table) else { return RowPage(rows: []) }
    let start: [ContractValue]? =
      if let after { try PageCursor.keyValues(after, in: table) } else { nil }
    let limit = min(max(1, limit), 10_000)
    let rows = try read { (connection) throws(StorageFailure) in
      try connection.page(of: table, account, after: start, limit: limit + 1)
    }
    let next = rows.count > limit ? PageCursor.text(after: rows[limit - 1], in: table) : nil
    return RowPage(rows: rows.prefix(limit).map(table.contractRow), next: next)
  }

  package func digests(
    of account: String, in dialect: ContractDialect
  ) throws(StorageFailure) -> [ContractTable: TableDigest] {
    try read { (connection) throws(StorageFailure) in
      var digests: [ContractTable: TableDigest] = [:]
      for table in StorageTable.all where dialect.includes(table.table.dialect) {
        digests[table.table] = try connection.digest(of: table, account, in: dialect)
      }
      return digests
    }
  }
}

extension PostgresConnection {
  /// Rows that one question for a digest brings into memory.
  private static let digestRows = 2000

  /// Up to `limit` rows in the order of their natural key; `start` is the key to begin after.
  fileprivate func page(
    of table: StorageTable, _ account: String, after start: [ContractValue]?, limit: Int
  ) throws(StorageFailure) -> [StoredRow] {
    let key = zip(start ?? [], table.key).map { PostgresParameter.value($0, of: $1.kind) }
    return try list(
      table.selectPage(isContinued: start != nil),
      [.text(account)] + key + [.int8(Int64(limit))]
    ) { row in
      table.row(columns: row.values(of: table))
    }
  }

  fileprivate func digest(
    of table: StorageTable, _ account: String, in dialect: ContractDialect
  ) throws(StorageFailure) -> TableDigest {
    var digest = TableDigest()
    var hash = SHA256()
    var start: [ContractValue]?
    while true {
      let rows = try page(of: table, account, after: start, limit: Self.digestRows)
      for row in rows {
        try digest.add(stored: table.contractRow(row), in: dialect, by: &hash)
      }
      guard rows.count == Self.digestRows, let last = rows.last else { return digest }
      start = table.keyValues(of: table.naturalKey(of: last.values))
    }
  }
}
