/// What applying a batch asks of a database, for one account and inside one transaction in which no
/// other batch of that account is applied. Calls take many rows at once, so that a database behind
/// a network answers each in one round trip; none is called with nothing to do.
package protocol BatchTransaction {
  /// When what was deleted was deleted.
  mutating func tombstones(of graves: Set<Grave>) throws(StorageFailure) -> [Grave: Int64]
  /// The rows of some natural keys, those that are there.
  mutating func rows(
    _ keys: [NaturalKey], of table: StorageTable
  ) throws(StorageFailure) -> [NaturalKey: StoredRow]
  /// Writes rows, no natural key twice (`StorageTable.upsert`).
  mutating func write(
    _ rows: [StoredRow], to table: StorageTable, _ meeting: StorageTable.Meeting
  ) throws(StorageFailure)
  /// Deletes rows by their natural keys; one that is not there is fine.
  mutating func delete(_ keys: [NaturalKey], from table: StorageTable) throws(StorageFailure)
  /// Deletes the rows that name one of these parents (`StorageTable.deleteAll`).
  mutating func delete(
    childrenOf parents: [String], in field: String, from table: StorageTable
  ) throws(StorageFailure)
  /// Keeps when each of these was deleted, the newest time for ever.
  mutating func bury(_ tombstones: [Grave: Int64]) throws(StorageFailure)
  /// Those of some blobs that are noted.
  mutating func known(_ blobs: Set<BlobID>) throws(StorageFailure) -> Set<BlobID>
  /// Those of some content hashes that a row of `mapFiles` has.
  mutating func named(contentHashes: Set<String>) throws(StorageFailure) -> Set<String>
  /// Makes noted blobs loose.
  mutating func loosen(_ blobs: Set<BlobID>, atMs: Int64) throws(StorageFailure)
}

/// A blob of the account that a batch belongs to.
package struct BlobID: Hashable, Sendable {
  package let kind: BlobKey.Kind
  package let id: String

  package init(_ kind: BlobKey.Kind, _ id: String) {
    self.kind = kind
    self.id = id
  }
}
