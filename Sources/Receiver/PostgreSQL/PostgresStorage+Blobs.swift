import PostgreSQL

// Blobs by name.
extension PostgresStorage {
  package func announce(_ blob: BlobKey, atMs: Int64) throws(StorageFailure) {
    try write { (connection) throws(StorageFailure) in
      let changed = try connection.change(
        StorageStatements.announceBlob, blob.parameters + [.int8(atMs)])
      if changed == 0, try connection.size(of: blob) == nil { throw .blobIsTaken }
    }
  }

  package func note(_ blob: BlobKey, bytes: Int64, atMs: Int64) throws(StorageFailure) {
    try write { (connection) throws(StorageFailure) in
      if try connection.change(StorageStatements.takeLooseBlob, blob.parameters) > 0 {
        try connection.change(
          StorageStatements.noteBlob, blob.parameters + [.int8(bytes), .int8(atMs)])
      }
      if try connection.size(of: blob) == nil { throw .blobIsTaken }
    }
  }

  package func size(of blob: BlobKey) throws(StorageFailure) -> Int64? {
    try read { (connection) throws(StorageFailure) in try connection.size(of: blob) }
  }

  package func blobs(of account: String) throws(StorageFailure) -> [BlobKey] {
    try list(StorageStatements.blobs, .text(account)) { row in
      let kind = BlobKey.Kind(rawValue: row.text() ?? "") ?? .file
      return BlobKey(accountID: account, kind: kind, id: row.text() ?? "")
    }
  }

  package func claimLoose(
    before: Int64, nowMs: Int64, limit: Int
  ) throws(StorageFailure) -> [BlobKey] {
    try write { (connection) throws(StorageFailure) in
      try connection.change(StorageStatements.dropNotedLoose, [.int8(before)])
      return try connection.list(
        StorageStatements.claimLoose,
        [
          .int8(before), .int8(nowMs), .int8(nowMs - StorageStatements.claimMs),
          .int8(Int64(limit)),
        ]
      ) { row in
        let account = row.text() ?? ""
        let kind = BlobKey.Kind(rawValue: row.text() ?? "") ?? .file
        return BlobKey(accountID: account, kind: kind, id: row.text() ?? "")
      }
    }
  }

  package func settle(_ blob: BlobKey) throws(StorageFailure) {
    _ = try write { (connection) throws(StorageFailure) in
      try connection.change(StorageStatements.settleBlob, blob.parameters)
    }
  }
}

extension PostgresConnection {
  fileprivate func size(of blob: BlobKey) throws(StorageFailure) -> Int64? {
    try list(StorageStatements.sizeOfBlob, blob.parameters) { $0.int64() ?? 0 }.first
  }
}

extension BlobKey {
  /// Account, kind and id.
  fileprivate var parameters: [PostgresParameter] {
    [.text(accountID), .text(kind.rawValue), .text(id)]
  }
}
