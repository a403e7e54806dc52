package import SyncContract
package import SyncPlan

/// A transient failure, for people.
package struct SyncFailure: Equatable, Sendable {
  package var cause: FailureCause
  /// Names and causes; never a secret.
  package var text: String
  package var atMs: Int64

  package init(cause: FailureCause, text: String, atMs: Int64) {
    self.cause = cause
    self.text = text
    self.atMs = atMs
  }
}

/// Everything that a person can know of uploads.
package struct SyncStatus: Equatable, Sendable {
  /// The one line, the first that applies.
  package enum Line: Equatable, Sendable {
    case off
    case signedOut
    /// With milliseconds since the last success, where there was one.
    case upToDate(ageMs: Int64?)
    case syncing(rows: Int64, bytes: Int64)
    /// The server or the way to it fails for now; the next attempt comes by itself.
    case retrying(rows: Int64, bytes: Int64)
    case waitingForUnmetered(isMeteringKnown: Bool)
    case offline
    case paused(SyncPause)
    case blocked(SyncPermission)
    /// The database does not say what waits.
    case unknown
  }

  package enum AccountState: Equatable, Sendable {
    case signedOut, ready
    /// The server has refused the token.
    case rejected
    /// The token cannot be read, with the cause.
    case unreadable(String)
  }

  package var line: Line
  package var standing: SyncStanding
  package var account: AccountState
  /// Of the database, also while signed out.
  package var accountID: String?
  package var origin: ServerOrigin?
  package var dialect: ContractDialect
  package var expiresAtMs: Int64?
  package var lastSuccessAtMs: Int64?
  /// Nil where the database cannot be asked.
  package var backlog: SyncBacklog?
  /// Milliseconds since the oldest row that waits came to be.
  package var oldestPendingAgeMs: Int64?
  /// Rows wait, nothing stands in their way, and yet nothing gets on.
  package var isStale: Bool
  /// Milliseconds until something is done by itself; nil where an event or a person goes on.
  package var nextWakeMs: Int64?
  /// Since the last success.
  package var lastFailure: SyncFailure?
  /// Tokens that their server has still to be told of.
  package var queuedRevocations: Int
  /// The last good answer of the server since the start, and its age in milliseconds.
  package var appStatus: AppStatus?
  package var appStatusAgeMs: Int64?
}
