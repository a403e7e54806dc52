import SQLite
import SyncContract

/// The database calls of one batch in SQLite. Nobody else writes meanwhile.
struct SQLiteBatch: BatchTransaction {
  let connection: Connection
  let account: String

  /// An account that was deleted meanwhile gets no more rows.
  func requireAccount() throws(StorageFailure) {
    let found = try list(StorageStatements.account) { _ in
    } _: {
      $0.text()
    }
    if found.isEmpty { throw .unavailable("apply: the account is gone") }
  }

  func tombstones(of graves: Set<Grave>) throws(StorageFailure) -> [Grave: Int64] {
    var found: [Grave: Int64] = [:]
    for grave in graves {
      let time = try list(StorageStatements.tombstone) {
        $0.add(grave)
      } _: {
        $0.number()
      }
      if let time = time.first { found[grave] = time }
    }
    return found
  }

  func rows(
    _ keys: [NaturalKey], of table: StorageTable
  ) throws(StorageFailure) -> [NaturalKey: StoredRow] {
    var found: [NaturalKey: StoredRow] = [:]
    let sql = table.selectOne
    for key in keys {
      let values = table.keyValues(of: key) ?? []
      let rows = try list(sql) { binder in
        for value in values { binder.add(value) }
      } _: {
        table.row(columns: $0.values(of: table))
      }
      if let row = rows.first { found[key] = row }
    }
    return found
  }

  func write(
    _ rows: [StoredRow], to table: StorageTable, _ meeting: StorageTable.Meeting
  ) throws(StorageFailure) {
    let sql = table.upsert("VALUES (\(table.insertedValues))", meeting)
    try StorageFailure.wrapping { () throws(SQLiteError) in
      try connection.withStatement(generated: sql) { (statement) throws(SQLiteError) in
        for row in rows {
          try statement.run { binder in
            binder.add(account)
            for value in table.columnValues(of: row) { binder.add(value) }
          }
        }
      }
    }
  }

  func delete(_ keys: [NaturalKey], from table: StorageTable) throws(StorageFailure) {
    let sql = table.deleteOne
    for key in keys {
      let values = table.keyValues(of: key) ?? []
      try change(sql) { binder in
        for value in values { binder.add(value) }
      }
    }
  }

  func delete(
    childrenOf parents: [String], in field: String, from table: StorageTable
  ) throws(StorageFailure) {
    let sql = table.deleteAll(where: field)
    for parent in parents { try change(sql) { $0.add(parent) } }
  }

  func bury(_ tombstones: [Grave: Int64]) throws(StorageFailure) {
    for (grave, deletedAt) in tombstones {
      try change(StorageStatements.bury) {
        $0.add(grave)
        $0.add(deletedAt)
      }
    }
  }

  func known(_ blobs: Set<BlobID>) throws(StorageFailure) -> Set<BlobID> {
    var found: Set<BlobID> = []
    for blob in blobs {
      let hits = try list(StorageStatements.sizeOfBlob) {
        $0.add(blob)
      } _: {
        $0.number()
      }
      if !hits.isEmpty { found.insert(blob) }
    }
    return found
  }

  func named(contentHashes: Set<String>) throws(StorageFailure) -> Set<String> {
    var found: Set<String> = []
    for hash in contentHashes {
      let hits = try list(StorageStatements.namesContent) {
        $0.add(hash)
      } _: {
        $0.number()
      }
      if !hits.isEmpty { found.insert(hash) }
    }
    return found
  }

  func loosen(_ blobs: Set<BlobID>, atMs: Int64) throws(StorageFailure) {
    for blob in blobs {
      try change(StorageStatements.forgetBlob) { $0.add(blob) }
      try change(StorageStatements.loosenBlob) {
        $0.add(blob)
        $0.add(atMs)
      }
    }
  }

  // The account is the first parameter of every statement here.

  private func change(
    _ sql: String, _ fill: (inout Binder) -> Void
  ) throws(StorageFailure) {
    try connection.change(sql) { binder in
      binder.add(account)
      fill(&binder)
    }
  }

  private func list<Value>(
    _ sql: String, _ fill: (inout Binder) -> Void, _ read: (inout Row) -> Value
  ) throws(StorageFailure) -> [Value] {
    try StorageFailure.wrapping { () throws(SQLiteError) in
      try connection.list(sql) { binder in
        binder.add(account)
        fill(&binder)
      } _: { row in
        read(&row)
      }
    }
  }
}

extension Binder {
  fileprivate mutating func add(_ grave: Grave) {
    add(grave.target.rawValue)
    add(grave.key.text)
  }

  fileprivate mutating func add(_ blob: BlobID) {
    add(blob.kind.rawValue)
    add(blob.id)
  }
}
