/// The statements about accounts, codes, tokens, blobs and tombstones that both databases
/// understand; values are `?1`, `?2`… as in `SQLDialect.statement`.
package enum StorageStatements {
  package static let check = "SELECT count(*) FROM schema_history"

  /// id, name, created at. Changes no row if the id is taken.
  package static let addAccount =
    "INSERT INTO accounts (id, name, created_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING"
  package static let accounts = "SELECT id, name, created_at FROM accounts ORDER BY id"
  package static let account = "SELECT id, name, created_at FROM accounts WHERE id = ?1"
  package static let deleteAccount = "DELETE FROM accounts WHERE id = ?1"
  /// account, time: its blobs outlive it as loose ones.
  package static let loosenBlobs = """
    INSERT INTO loose_blobs (account_id, kind, id, since)
    SELECT account_id, kind, id, ?2 FROM blobs WHERE account_id = ?1
    \(loosened)
    """
  /// What goes before an account does: `?1` is its id.
  package static let eraseAccount =
    (["tombstones", "blobs", "codes", "tokens"] + StorageTable.all.map(\.quoted))
    .map { "DELETE FROM \($0) WHERE account_id = ?1" }

  /// lookup, account, salt, hash, expires at, failed attempts.
  package static let addCode = """
    INSERT INTO codes (lookup, account_id, salt, hash, expires_at, failed_attempts)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    """
  package static let code = """
    SELECT lookup, account_id, salt, hash, expires_at, failed_attempts FROM codes
    WHERE lookup = ?1
    """
  package static let noteFailedAttempt =
    "UPDATE codes SET failed_attempts = failed_attempts + 1 WHERE lookup = ?1"
  /// One changed row is the one use of the code; `?2` is the account that the token is for.
  package static let useCode = "DELETE FROM codes WHERE lookup = ?1 AND account_id = ?2"

  /// hash, account, scope, created, expires, last used, revoked, version.
  package static let addToken = """
    INSERT INTO tokens (hash, account_id, scope, created_at, expires_at, last_used_at, revoked_at,
      version)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    """
  private static let tokenColumns = """
    SELECT hash, account_id, scope, created_at, expires_at, last_used_at, revoked_at, version
    FROM tokens
    """
  package static let token = "\(tokenColumns) WHERE hash = ?1"
  package static let tokens = "\(tokenColumns) WHERE account_id = ?1 ORDER BY created_at, hash"
  /// hash, used at, expires at or NULL, version or NULL. Times only move on.
  package static let touchToken = """
    UPDATE tokens SET last_used_at = CASE WHEN last_used_at > ?2 THEN last_used_at ELSE ?2 END,
      expires_at = CASE WHEN ?3 > expires_at THEN ?3 ELSE expires_at END,
      version = COALESCE(?4, version)
    WHERE hash = ?1
    """
  package static let revokeToken =
    "UPDATE tokens SET revoked_at = ?2 WHERE hash = ?1 AND revoked_at IS NULL"

  private static let loosened = """
    ON CONFLICT (account_id, kind, id) DO UPDATE SET since = excluded.since, claimed_at = NULL
    """
  /// account, kind, id, time.
  package static let loosenBlob = """
    INSERT INTO loose_blobs (account_id, kind, id, since) VALUES (?1, ?2, ?3, ?4)
    \(loosened)
    """
  /// account, kind, id, time. Changes no row if it is noted, claimed, or of an account that is gone.
  package static let announceBlob = """
    INSERT INTO loose_blobs (account_id, kind, id, since)
    SELECT ?1, ?2, ?3, ?4 FROM accounts WHERE id = ?1 AND NOT EXISTS
      (SELECT 1 FROM blobs b WHERE b.account_id = ?1 AND b.kind = ?2 AND b.id = ?3)
    ON CONFLICT (account_id, kind, id) DO UPDATE SET since = excluded.since
    WHERE loose_blobs.claimed_at IS NULL
    """
  /// account, kind, id: a loose blob that is about to be noted. Changes no row if it is claimed.
  package static let takeLooseBlob = """
    DELETE FROM loose_blobs
    WHERE account_id = ?1 AND kind = ?2 AND id = ?3 AND claimed_at IS NULL
    """
  /// account, kind, id.
  package static let settleBlob = """
    DELETE FROM loose_blobs
    WHERE account_id = ?1 AND kind = ?2 AND id = ?3 AND claimed_at IS NOT NULL
    """
  /// Announced once more while it was being noted: `?1` is the time before which nobody is at it.
  package static let dropNotedLoose = """
    DELETE FROM loose_blobs WHERE since < ?1 AND EXISTS (SELECT 1 FROM blobs b
      WHERE b.account_id = loose_blobs.account_id AND b.kind = loose_blobs.kind
      AND b.id = loose_blobs.id)
    """
  /// Loose before, now, claims lapsed before, limit; gives account, kind, id. What decides stands
  /// twice, so that of two at once the second one looks again.
  package static let claimLoose = """
    UPDATE loose_blobs SET claimed_at = ?2
    WHERE (account_id, kind, id) IN
      (SELECT account_id, kind, id FROM loose_blobs
       WHERE since < ?1 AND (claimed_at IS NULL OR claimed_at < ?3)
       ORDER BY since LIMIT ?4)
    AND since < ?1 AND (claimed_at IS NULL OR claimed_at < ?3)
    RETURNING account_id, kind, id
    """
  /// How long a claim holds, in milliseconds.
  package static let claimMs: Int64 = 3_600_000

  /// account, kind, id, bytes, noted at; the first note stays. None for an account that is gone.
  package static let noteBlob = """
    INSERT INTO blobs (account_id, kind, id, bytes, noted_at)
    SELECT ?1, ?2, ?3, ?4, ?5 FROM accounts WHERE id = ?1
    ON CONFLICT DO NOTHING
    """
  package static let sizeOfBlob =
    "SELECT bytes FROM blobs WHERE account_id = ?1 AND kind = ?2 AND id = ?3"
  package static let forgetBlob =
    "DELETE FROM blobs WHERE account_id = ?1 AND kind = ?2 AND id = ?3"
  package static let blobs = "SELECT kind, id FROM blobs WHERE account_id = ?1 ORDER BY kind, id"
  package static let namesContent =
    "SELECT 1 FROM \"mapFiles\" WHERE \"account_id\" = ?1 AND \"contentHash\" = ?2 LIMIT 1"

  /// account, target, identity.
  package static let tombstone = """
    SELECT deleted_at FROM tombstones WHERE account_id = ?1 AND target = ?2 AND identity = ?3
    """
  /// account, target, identity, deleted at; the newest stays.
  package static let bury = """
    INSERT INTO tombstones (account_id, target, identity, deleted_at) VALUES (?1, ?2, ?3, ?4)
    ON CONFLICT (account_id, target, identity) DO UPDATE SET deleted_at = excluded.deleted_at
    WHERE excluded.deleted_at > tombstones.deleted_at
    """
}

extension StorageFailure {
  /// A blob that can be neither announced nor noted at the moment.
  static let blobIsTaken = StorageFailure.unavailable(
    "keep a blob: it is just being removed, or its account is gone")
}
