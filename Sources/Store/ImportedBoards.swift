import SQLite
import SyncContract

extension StoreDatabase {
  /// The board for imported telemetry that says where it comes from in words of its own: a board's id,
  /// or the hardware's. The board of that id; else the lowest id among those with that hardware; else
  /// a board minted for it once, `orphan-…`, which is deleted from the start, so that it can be seen
  /// in history and chosen nowhere. No Sync Action comes of it: the server never had it otherwise.
  package func board(ofImported source: String) throws(StoreError) -> String {
    if try contents.board(source) != nil { return source }
    let owners = try contents.boards().filter { $0.bleID == source && $0.deletedAt == nil }
    if let owner = owners.map(\.id).min() { return owner }
    let id = ContractKey.fitting(Self.orphanPrefix + source)
    if try contents.board(id) == nil {
      try write("orphan-board") { (writer) throws(StoreError) in
        try writer.insertOrphan(id, name: source)
      }
    }
    return id
  }

  private static let orphanPrefix = "orphan-"
}

extension BatchWriter {
  fileprivate mutating func insertOrphan(_ id: String, name: String) throws(StoreError) {
    try wrap { () throws(SQLiteError) in
      _ = try insert(Board(id: id, name: name, origin: .met))
      try connection.run("UPDATE boards SET deleted_at = updated_at WHERE id = ?") { $0.add(id) }
    }
  }
}
