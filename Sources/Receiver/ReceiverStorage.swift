package import SyncContract

/// An account: everything in the receiver belongs to exactly one.
package struct ReceiverAccount: Equatable, Sendable {
  /// Stable for ever; 1 to 64 of `a-z0-9-`.
  package var id: String
  package var name: String
  package var createdAtMs: Int64

  package init(id: String, name: String, createdAtMs: Int64) {
    self.id = id
    self.name = name
    self.createdAtMs = createdAtMs
  }
}

/// A one-time code as it is kept: what is exchanged for a Device Token, once.
package struct StoredCode: Equatable, Sendable {
  /// The part of the code that finds it; not secret.
  package var lookup: String
  package var accountID: String
  package var salt: [UInt8]
  /// scrypt of the secret part.
  package var hash: [UInt8]
  package var expiresAtMs: Int64
  package var failedAttempts: Int64

  package init(
    lookup: String, accountID: String, salt: [UInt8], hash: [UInt8], expiresAtMs: Int64,
    failedAttempts: Int64 = 0
  ) {
    self.lookup = lookup
    self.accountID = accountID
    self.salt = salt
    self.hash = hash
    self.expiresAtMs = expiresAtMs
    self.failedAttempts = failedAttempts
  }
}

/// A Device Token as it is kept: by its SHA-256 alone.
package struct StoredToken: Equatable, Sendable {
  /// What the token may do.
  package enum Scope: String, Sendable {
    /// Send and read the account's data.
    case data
  }

  package var hash: [UInt8]
  package var accountID: String
  package var scope: Scope
  package var createdAtMs: Int64
  package var expiresAtMs: Int64
  package var lastUsedAtMs: Int64?
  package var revokedAtMs: Int64?
  /// What the device last said that it runs.
  package var version: String?

  package init(
    hash: [UInt8], accountID: String, scope: Scope = .data, createdAtMs: Int64,
    expiresAtMs: Int64, lastUsedAtMs: Int64? = nil, revokedAtMs: Int64? = nil,
    version: String? = nil
  ) {
    self.hash = hash
    self.accountID = accountID
    self.scope = scope
    self.createdAtMs = createdAtMs
    self.expiresAtMs = expiresAtMs
    self.lastUsedAtMs = lastUsedAtMs
    self.revokedAtMs = revokedAtMs
    self.version = version
  }
}

/// Which blob of an account.
package struct BlobKey: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable { case igc, file }

  package var accountID: String
  package var kind: Kind
  /// 64 hexadecimal digits in lower case.
  package var id: String

  package init(accountID: String, kind: Kind, id: String) {
    self.accountID = accountID
    self.kind = kind
    self.id = id
  }
}

/// Why the storage could not do what it was asked.
package enum StorageFailure: Error, Equatable, Sendable {
  /// The batch names a row whose parent is not there; nothing is applied. The row's place in its
  /// table, from 0.
  case missingParent(ContractTable, index: Int, field: String)
  /// A flight or map file whose blob is not there; nothing is applied.
  case missingBlob(ContractTable, index: Int, field: String)
  /// The `after` of a page is none that this table gave out.
  case unknownPage
  /// Busy, restarting, out of reach: the same request may succeed later.
  case unavailable(String)
  /// No space is left.
  case full(String)
  /// Anything else, in the library's words; for the log of the operator, holds no row.
  case broken(String)
}

/// What a batch did, besides what the client is told.
package struct AppliedBatch: Equatable, Sendable {
  /// Blobs that no row names any more; loose since this batch.
  package var orphans: [BlobKey] = []
  /// Rows whose Change Timestamp lies more than a day ahead.
  package var futureStamps = 0

  package init() {}
}

/// Rows of one table in the order of their natural key.
package struct RowPage: Equatable, Sendable {
  package var rows: [ContractRow]
  /// Where the next page begins; nil at the end. Opaque to the client.
  package var next: String?

  package init(rows: [ContractRow], next: String? = nil) {
    self.rows = rows
    self.next = next
  }
}

/// Where a receiver keeps everything but blobs. Calls block their thread, come from several at once,
/// and are each one transaction, all or nothing. `docs/receiver.md` tells how rows meet.
///
/// One conformance suite judges every implementation.
package protocol ReceiverStorage: Sendable {
  /// Makes or brings up to date what it keeps; several receivers may start at once.
  func prepare() throws(StorageFailure)
  /// A cheap question that fails when the storage is out of reach.
  func check() throws(StorageFailure)
  /// What everything but blobs occupies.
  func databaseBytes() throws(StorageFailure) -> Int64

  // Accounts
  func add(_ account: ReceiverAccount) throws(StorageFailure)
  func accounts() throws(StorageFailure) -> [ReceiverAccount]
  func account(_ id: String) throws(StorageFailure) -> ReceiverAccount?
  /// Erases the account with rows, codes and tokens; its blobs are loose from then on, which outlives
  /// it. False if there is none.
  func delete(account id: String, atMs: Int64) throws(StorageFailure) -> Bool

  /// How much every account holds, by its id.
  func figures() throws(StorageFailure) -> [String: AccountFigures]

  // Codes and tokens
  func add(_ code: StoredCode) throws(StorageFailure)
  func code(_ lookup: String) throws(StorageFailure) -> StoredCode?
  func noteFailedAttempt(at lookup: String) throws(StorageFailure)
  /// Uses a code up and enters the token; false if somebody else was faster.
  func redeem(_ lookup: String, for token: StoredToken) throws(StorageFailure) -> Bool
  func token(hash: [UInt8]) throws(StorageFailure) -> StoredToken?
  func tokens(of account: String) throws(StorageFailure) -> [StoredToken]
  /// Notes a use, and a new end of life if it has one.
  func touch(
    token hash: [UInt8], usedAtMs: Int64, expiresAtMs: Int64, version: String?
  ) throws(StorageFailure)
  /// False if there is no such token that is not revoked.
  func revoke(token hash: [UInt8], atMs: Int64) throws(StorageFailure) -> Bool

  // Rows
  func apply(
    _ batch: ContractBatch, of account: String, in dialect: ContractDialect, nowMs: Int64
  ) throws(StorageFailure) -> AppliedBatch
  func page(
    of table: ContractTable, account: String, after: String?, limit: Int
  ) throws(StorageFailure) -> RowPage
  /// Of every table but `deleteActions`, in a dialect's encoding.
  func digests(
    of account: String, in dialect: ContractDialect
  ) throws(StorageFailure) -> [ContractTable: TableDigest]

  // Blobs by name; their bytes are in a `BlobStorage`. A blob whose bytes may be there is noted, which
  // promises them, or loose: on its way in, or of no use any more. Bytes are removed of loose ones
  // alone, and only by who has claimed them.

  /// Makes a blob loose before its bytes are written, unless it is noted. `unavailable` while its
  /// bytes are being removed, or if its account is gone.
  func announce(_ blob: BlobKey, atMs: Int64) throws(StorageFailure)
  /// Notes a blob that was announced and whose bytes are durable; the first note stays.
  /// `unavailable` if it was claimed since, or its account is gone.
  func note(_ blob: BlobKey, bytes: Int64, atMs: Int64) throws(StorageFailure)
  /// The bytes of a blob that is noted, else nil.
  func size(of blob: BlobKey) throws(StorageFailure) -> Int64?
  /// Those that are noted.
  func blobs(of account: String) throws(StorageFailure) -> [BlobKey]
  /// Claims up to `limit` blobs that have been loose since before a time, the oldest first. Until it
  /// is settled nobody else gets a claimed blob or stores it, but for at most an hour from `nowMs`.
  func claimLoose(
    before: Int64, nowMs: Int64, limit: Int
  ) throws(StorageFailure) -> [BlobKey]
  /// Drops a claimed blob, whose bytes are gone.
  func settle(_ blob: BlobKey) throws(StorageFailure)
}

extension ReceiverStorage {
  /// Whether a blob is noted.
  package func knows(_ blob: BlobKey) throws(StorageFailure) -> Bool { try size(of: blob) != nil }
}

/// Where the bytes of blobs lie: a folder or an S3-compatible store. Calls block their thread.
package protocol BlobStorage: Sendable {
  func prepare() throws(StorageFailure)
  func check() throws(StorageFailure)
  /// Whether `put` holds the whole content in memory.
  var putsWhole: Bool { get }
  /// Stores the content unless the key is there already: the first copy wins. True if it is new.
  func put(_ key: BlobKey, _ content: BlobContent) throws(StorageFailure) -> Bool
  func get(_ key: BlobKey) throws(StorageFailure) -> [UInt8]?
  func has(_ key: BlobKey) throws(StorageFailure) -> Bool
  /// Nothing happens if it is not there.
  func delete(_ key: BlobKey) throws(StorageFailure)
  /// Removes what was cut off while it was written, more than a day ago.
  func tidy() throws(StorageFailure)
  /// Every blob of an account that lies here, in no order.
  func keys(of account: String) throws(StorageFailure) -> [BlobKey]
}
