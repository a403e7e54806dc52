import SQLite

// Blobs by name.
extension SQLiteStorage {
  package func announce(_ blob: BlobKey, atMs: Int64) throws(StorageFailure) {
    try write { (connection) throws(StorageFailure) in
      let changed = try connection.change(StorageStatements.announceBlob) {
        $0.add(blob)
        $0.add(atMs)
      }
      if changed == 0, try connection.size(of: blob) == nil { throw .blobIsTaken }
    }
  }

  package func note(_ blob: BlobKey, bytes: Int64, atMs: Int64) throws(StorageFailure) {
    try write { (connection) throws(StorageFailure) in
      if try connection.change(StorageStatements.takeLooseBlob, { $0.add(blob) }) > 0 {
        try connection.change(StorageStatements.noteBlob) {
          $0.add(blob)
          $0.add(bytes)
          $0.add(atMs)
        }
      }
      if try connection.size(of: blob) == nil { throw .blobIsTaken }
    }
  }

  package func size(of blob: BlobKey) throws(StorageFailure) -> Int64? {
    try readWrapped { (connection) throws(StorageFailure) in try connection.size(of: blob) }
  }

  package func blobs(of account: String) throws(StorageFailure) -> [BlobKey] {
    try read { (connection) throws(SQLiteError) in
      try connection.list(StorageStatements.blobs, { $0.add(account) }) { row in
        let kind = BlobKey.Kind(rawValue: row.text() ?? "") ?? .file
        return BlobKey(accountID: account, kind: kind, id: row.text() ?? "")
      }
    }
  }

  package func claimLoose(
    before: Int64, nowMs: Int64, limit: Int
  ) throws(StorageFailure) -> [BlobKey] {
    try write { (connection) throws(StorageFailure) in
      try connection.change(StorageStatements.dropNotedLoose) { $0.add(before) }
      return try StorageFailure.wrapping { () throws(SQLiteError) in
        try connection.list(StorageStatements.claimLoose) {
          $0.add(before)
          $0.add(nowMs)
          $0.add(nowMs - StorageStatements.claimMs)
          $0.add(limit)
        } _: { row in
          let account = row.text() ?? ""
          let kind = BlobKey.Kind(rawValue: row.text() ?? "") ?? .file
          return BlobKey(accountID: account, kind: kind, id: row.text() ?? "")
        }
      }
    }
  }

  package func settle(_ blob: BlobKey) throws(StorageFailure) {
    try run(StorageStatements.settleBlob) { $0.add(blob) }
  }
}

extension Connection {
  fileprivate func size(of blob: BlobKey) throws(StorageFailure) -> Int64? {
    try StorageFailure.wrapping { () throws(SQLiteError) in
      try list(StorageStatements.sizeOfBlob, { $0.add(blob) }) { $0.number() }.first
    }
  }
}

extension Binder {
  /// The next three parameters as account, kind and id.
  fileprivate mutating func add(_ blob: BlobKey) {
    add(blob.accountID)
    add(blob.kind.rawValue)
    add(blob.id)
  }
}
