import SQLite
package import SyncContract
package import SyncPlan

/// Which blobs the server is known to have.
struct AcceptedBlobs {
  let connection: Connection

  func contains(_ blob: BlobReference) throws(SQLiteError) -> Bool {
    try connection.number("SELECT count(*) FROM sync_blobs WHERE kind = ? AND id = ?") {
      $0.add(blob.kind.rawValue)
      $0.add(blob.id)
    } == 1
  }

  func insert(_ kind: BlobReference.Kind, _ id: String) throws(SQLiteError) {
    try connection.run(
      "INSERT INTO sync_blobs (kind, id) VALUES (?, ?) ON CONFLICT (kind, id) DO NOTHING"
    ) {
      $0.add(kind.rawValue)
      $0.add(id)
    }
  }

  func remove(_ kind: BlobReference.Kind, _ id: String) throws(SQLiteError) {
    try connection.run("DELETE FROM sync_blobs WHERE kind = ? AND id = ?") {
      $0.add(kind.rawValue)
      $0.add(id)
    }
  }

  /// Forgets the IGC files of flights whose deletion the server has taken in: it has removed them.
  func forgetDeleted(after: Int64, through: Int64) throws(SQLiteError) {
    try connection.run(
      """
      DELETE FROM sync_blobs WHERE kind = 'igc' AND id IN
        (SELECT key FROM sync_actions WHERE id > ? AND id <= ? AND target = 'flight')
      """
    ) {
      $0.add(after)
      $0.add(through)
    }
  }
}

extension StoreDatabase {
  /// Notes that the server has a blob, so that the row that names it may follow. `instance` is that
  /// of the scan that named it.
  package func accept(_ blob: BlobReference, of instance: String) throws(StoreError) {
    try change("accept-blob", of: instance) { () throws(SQLiteError) in
      try AcceptedBlobs(connection: connection).insert(blob.kind, blob.id)
    }
  }

  /// Forgets that the server has the blob that a row names.
  package func forgetBlob(of table: ContractTable, cursor: Int64) throws(StoreError) {
    guard cursor > 0,
      let row = try contents.rows(of: table, after: cursor - 1, through: cursor).next(),
      let blob = BlobReference(row)
    else { return }
    try change("forget-blob") { () throws(SQLiteError) in
      try AcceptedBlobs(connection: connection).remove(blob.kind, blob.id)
    }
  }
}
