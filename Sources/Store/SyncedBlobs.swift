import SQLite
package import SyncContract
import SyncPlan

/// A file that has to be on the server before the row that names it can follow.
package struct PendingBlob: Hashable, Sendable {
  package enum Kind: String, Sendable {
    /// An IGC file by its flight's id.
    case igc
    /// A map file by the SHA-256 of its bytes.
    case file
  }

  package var kind: Kind
  /// 64 hexadecimal digits.
  package var id: String
  /// The row that names it.
  package var table: ContractTable
  package var cursor: Int64
  /// Bytes of the file as it lies on the disk.
  package var bytes: Int64

  package init(kind: Kind, id: String, table: ContractTable, cursor: Int64, bytes: Int64) {
    self.kind = kind
    self.id = id
    self.table = table
    self.cursor = cursor
    self.bytes = bytes
  }

  /// The file that a row names; nil if it names none. Only map files of the user's own have a hash.
  init?(_ pending: PendingRow) {
    let row = pending.row
    let (kind, id, bytes): (Kind, String?, Int64?) =
      switch row.table {
      case .flights: (.igc, row["id"]?.text, row["igcBytes"]?.integer)
      case .mapFiles: (.file, row["contentHash"]?.text, row["contentBytes"]?.integer)
      default: (.file, nil, nil)
      }
    guard let id else { return nil }
    self.init(kind: kind, id: id, table: row.table, cursor: pending.cursor, bytes: bytes ?? 0)
  }
}

/// Which blobs the server is known to have.
struct AcceptedBlobs {
  let connection: Connection

  func contains(_ blob: PendingBlob) throws(SQLiteError) -> Bool {
    try connection.number("SELECT count(*) FROM sync_blobs WHERE kind = ? AND id = ?") {
      $0.add(blob.kind.rawValue)
      $0.add(blob.id)
    } == 1
  }

  func insert(_ kind: PendingBlob.Kind, _ id: String) throws(SQLiteError) {
    try connection.run(
      "INSERT INTO sync_blobs (kind, id) VALUES (?, ?) ON CONFLICT (kind, id) DO NOTHING"
    ) {
      $0.add(kind.rawValue)
      $0.add(id)
    }
  }

  func remove(_ kind: PendingBlob.Kind, _ id: String) throws(SQLiteError) {
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
  package func accept(_ blob: PendingBlob, of instance: String) throws(StoreError) {
    try change("accept-blob", of: instance) { () throws(SQLiteError) in
      try AcceptedBlobs(connection: connection).insert(blob.kind, blob.id)
    }
  }

  /// Forgets that the server has the blob that a row names.
  package func forgetBlob(of table: ContractTable, cursor: Int64) throws(StoreError) {
    guard cursor > 0,
      let row = try contents.rows(of: table, after: cursor - 1, through: cursor).next(),
      let blob = PendingBlob(row)
    else { return }
    try change("forget-blob") { () throws(SQLiteError) in
      try AcceptedBlobs(connection: connection).remove(blob.kind, blob.id)
    }
  }
}
