package import SyncContract

/// A file that has to be on the server before the row that names it can follow.
package struct BlobReference: Hashable, Sendable {
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

  /// The file that a row names; nil if it names none. The content of a map
  /// file that anybody can download is not sent.
  package init?(_ pending: PendingRow) {
    let row = pending.row
    let (kind, id, bytes): (Kind, String?, Int64?) =
      switch row.table {
      case .flights: (.igc, row["id"]?.text, row["igcBytes"]?.integer)
      case .mapFiles where row["source"] == .text("user"):
        (.file, row["contentHash"]?.text, row["contentBytes"]?.integer)
      default: (.file, nil, nil)
      }
    guard let id else { return nil }
    self.init(kind: kind, id: id, table: row.table, cursor: pending.cursor, bytes: bytes ?? 0)
  }

  /// Where it goes: `/api/blobs/igc/…`.
  package var path: String { "/api/blobs/\(kind.rawValue)/\(id)" }
}
