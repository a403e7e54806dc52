import PostgreSQL
import SyncContract

/// The database calls of one batch in PostgreSQL, each one round trip: columns travel as arrays and
/// are made rows by `unnest`. The lock on the account's row keeps other batches of the account out.
struct PostgresBatch: BatchTransaction {
  let connection: PostgresConnection
  let account: String

  /// Holds the account until the transaction ends. One that was deleted meanwhile gets no more rows.
  func lockAccount() throws(StorageFailure) {
    let found = try list("SELECT 1 FROM accounts WHERE id = ?1 FOR NO KEY UPDATE") { $0.int64() }
    if found.isEmpty { throw .unavailable("apply: the account is gone") }
  }

  func tombstones(of graves: Set<Grave>) throws(StorageFailure) -> [Grave: Int64] {
    let graves = Array(graves)
    let found = try list(
      """
      SELECT k.place, t.deleted_at FROM tombstones t
      JOIN unnest(?2, ?3, ?4) AS k (place, target, identity)
      ON t.target = k.target AND t.identity = k.identity WHERE t.account_id = ?1
      """, Self.places(graves), .texts(graves.map(\.target.rawValue)),
      .texts(graves.map(\.key.text))
    ) { row in
      (place: row.int64(), time: row.int64() ?? 0)
    }
    var times: [Grave: Int64] = [:]
    for (place, time) in found {
      if let place, graves.indices.contains(Int(place)) { times[graves[Int(place)]] = time }
    }
    return times
  }

  func rows(
    _ keys: [NaturalKey], of table: StorageTable
  ) throws(StorageFailure) -> [NaturalKey: StoredRow] {
    let columns = table.columns.map { "t.\($0.quoted)" }.joined(separator: ", ")
    let found = try list(
      "SELECT \(columns) FROM \(table.quoted) t JOIN \(table.keysUnnested)"
        + " ON \(table.keysMeet) WHERE t.\"account_id\" = ?1", table.parameters(of: keys)
    ) { row in
      table.row(columns: row.values(of: table))
    }
    return Dictionary(
      found.map { (table.naturalKey(of: $0.values), $0) }, uniquingKeysWith: { first, _ in first })
  }

  func write(
    _ rows: [StoredRow], to table: StorageTable, _ meeting: StorageTable.Meeting
  ) throws(StorageFailure) {
    // Side by side in the SELECT list the arrays are walked in step; `unnest` with many arrays in
    // FROM would first store each column, which takes twice the time.
    let arrays = (2..<table.columns.count + 2).map { "unnest(?\($0))" }.joined(separator: ", ")
    let values = rows.map(table.columnValues)
    let columns = table.columns.enumerated().map { place, column in
      PostgresParameter.column(values, place, column.kind)
    }
    try change(table.upsert("SELECT ?1, \(arrays)", meeting), columns)
  }

  func delete(_ keys: [NaturalKey], from table: StorageTable) throws(StorageFailure) {
    try change(
      "DELETE FROM \(table.quoted) t USING \(table.keysUnnested)"
        + " WHERE t.\"account_id\" = ?1 AND \(table.keysMeet)", table.parameters(of: keys))
  }

  func delete(
    childrenOf parents: [String], in field: String, from table: StorageTable
  ) throws(StorageFailure) {
    try change(
      "DELETE FROM \(table.quoted) WHERE \"account_id\" = ?1 AND \"\(field)\" = ANY (?2)",
      [.texts(parents)])
  }

  func bury(_ tombstones: [Grave: Int64]) throws(StorageFailure) {
    let graves = Array(tombstones)
    try change(
      """
      INSERT INTO tombstones (account_id, target, identity, deleted_at)
      SELECT ?1, * FROM unnest(?2, ?3, ?4)
      ON CONFLICT (account_id, target, identity) DO UPDATE SET deleted_at = excluded.deleted_at
      WHERE excluded.deleted_at > tombstones.deleted_at
      """,
      [
        .texts(graves.map(\.key.target.rawValue)), .texts(graves.map(\.key.key.text)),
        .int8s(graves.map(\.value)),
      ])
  }

  func known(_ blobs: Set<BlobID>) throws(StorageFailure) -> Set<BlobID> {
    let blobs = Array(blobs)
    let found = try list(
      """
      SELECT k.place FROM blobs t JOIN unnest(?2, ?3, ?4) AS k (place, kind, id)
      ON t.kind = k.kind AND t.id = k.id WHERE t.account_id = ?1
      """, [Self.places(blobs)] + Self.parameters(of: blobs)
    ) { $0.int64() }
    return Set(
      found.compactMap { $0.map(Int.init) }.filter(blobs.indices.contains).map { blobs[$0] })
  }

  func named(contentHashes: Set<String>) throws(StorageFailure) -> Set<String> {
    Set(
      try list(
        "SELECT DISTINCT \"contentHash\" FROM \"mapFiles\" WHERE \"account_id\" = ?1"
          + " AND \"contentHash\" = ANY (?2)", .texts(Array(contentHashes))
      ) { $0.text() ?? "" })
  }

  func loosen(_ blobs: Set<BlobID>, atMs: Int64) throws(StorageFailure) {
    let names = Self.parameters(of: blobs.sorted { $0.id < $1.id })
    try change(
      """
      INSERT INTO loose_blobs (account_id, kind, id, since)
      SELECT ?1, k.kind, k.id, ?4 FROM unnest(?2, ?3) AS k (kind, id)
      ON CONFLICT (account_id, kind, id) DO UPDATE SET since = excluded.since, claimed_at = NULL
      """, names + [.int8(atMs)])
    try change(
      """
      DELETE FROM blobs t USING unnest(?2, ?3) AS k (kind, id)
      WHERE t.account_id = ?1 AND t.kind = k.kind AND t.id = k.id
      """, names)
  }
}

extension PostgresBatch {
  // The account is the first parameter of every statement here.

  private func change(_ sql: String, _ values: [PostgresParameter]) throws(StorageFailure) {
    try connection.change(sql, [.text(account)] + values)
  }

  private func list<Value>(
    _ sql: String, _ values: PostgresParameter..., as make: (inout PostgresRow) -> Value
  ) throws(StorageFailure) -> [Value] {
    try list(sql, values, as: make)
  }

  private func list<Value>(
    _ sql: String, _ values: [PostgresParameter], as make: (inout PostgresRow) -> Value
  ) throws(StorageFailure) -> [Value] {
    try connection.list(sql, [.text(account)] + values, make)
  }

  private static func places(_ values: [some Any]) -> PostgresParameter {
    .int8s(values.indices.map { Int64($0) })
  }

  private static func parameters(of blobs: [BlobID]) -> [PostgresParameter] {
    [.texts(blobs.map(\.kind.rawValue)), .texts(blobs.map(\.id))]
  }
}

extension StorageTable {
  /// `unnest(?2, …) AS k (k0, …)`: natural keys as rows.
  fileprivate var keysUnnested: String {
    let places = (2..<key.count + 2).map { "?\($0)" }.joined(separator: ", ")
    let names = key.indices.map { "k\($0)" }.joined(separator: ", ")
    return "unnest(\(places)) AS k (\(names))"
  }

  /// The row called `t` has the key called `k`.
  fileprivate var keysMeet: String {
    key.enumerated().map { "t.\($1.quoted) = k.k\($0)" }.joined(separator: " AND ")
  }

  /// What `keysUnnested` takes; a key that is none of this table is left out.
  fileprivate func parameters(of keys: [NaturalKey]) -> [PostgresParameter] {
    let values = keys.compactMap(keyValues)
    return key.enumerated().map { .column(values, $0, $1.kind) }
  }
}
