package import Bytes
package import SyncContract

/// Where a page of rows begins: the natural key of the row before it, in hexadecimal.
package enum PageCursor {
  /// The longest text that is looked at; the longest key of the contract stays below.
  private static let limit = 8192

  /// The beginning of the page that follows a row.
  package static func text(after row: StoredRow, in table: StorageTable) -> String {
    Hexadecimal.encode(table.naturalKey(of: row.values).bytes)
  }

  /// What the columns of the natural key are compared with. Throws `unknownPage` for a text that no
  /// page of this table gave.
  package static func keyValues(
    _ text: String, in table: StorageTable
  ) throws(StorageFailure) -> [ContractValue] {
    guard text.utf8.count <= limit, let bytes = Hexadecimal.decode(text),
      let values = table.keyValues(of: NaturalKey(untrusted: bytes))
    else { throw .unknownPage }
    return values
  }
}

extension TableDigest {
  /// Takes in a stored row: in the dialect asked for, or in the strict one as long as the row's
  /// other fields are unknown, which is then told by another sum than the client's.
  package mutating func add(
    stored row: ContractRow, in dialect: ContractDialect, by digest: inout some MessageDigest
  ) throws(StorageFailure) {
    let isShort = row.values.count < row.table.shape.fields.count
    do {
      try add(row, in: isShort ? .strict : dialect, by: &digest)
    } catch {
      throw .broken("digest: a stored row does not follow the contract: \(error)")
    }
  }
}
