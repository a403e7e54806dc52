import FlightModel

/// What uploads are doing, as one word.
package enum SyncState: String, Sendable, CaseIterable {
  /// The switch is off; nothing else matters.
  case off
  case signedOut = "signed-out"
  case upToDate = "up-to-date"
  /// Something waits and is on its way, or will be at the next tick.
  case syncing
  /// Something waits, and the last attempts have failed; they go on by themselves.
  case retrying
  case waitingForUnmetered = "waiting-for-unmetered"
  case offline
  /// Only a person can go on.
  case paused
  /// The server takes nothing from this version.
  case blocked
}

/// Why uploads are paused; names only, no data of a row.
package struct SyncPauseFacts: Equatable, Sendable {
  package var reason: String
  package var table: String?
  package var field: String?
  package var status: Int64?
  package var slug: String?
  /// What to do.
  package var remedy: String

  package init(
    reason: String, table: String? = nil, field: String? = nil, status: Int64? = nil,
    slug: String? = nil, remedy: String
  ) {
    self.reason = reason
    self.table = table
    self.field = field
    self.status = status
    self.slug = slug
    self.remedy = remedy
  }
}

/// The backup to a server as the status document tells it.
package struct SyncFacts: Equatable, Sendable {
  package var state: SyncState
  /// `https://club.example`, where this box is signed in or was.
  package var server: String?
  package var accountID: String?
  /// `strict` or `extended`; nil before the first answer.
  package var dialect: String?
  /// Since the server last took something, or had everything.
  package var lastSuccessAgeS: Double?
  package var pendingRows: Int64 = 0
  package var pendingBytes: Int64 = 0
  package var pendingFiles: Int64 = 0
  /// Of the oldest row that waits.
  package var oldestPendingAgeS: Double?
  /// Until the next attempt.
  package var nextS: Double?
  /// False where nothing can tell whether the connection is metered, and something waits for that.
  package var isMeteringKnown = true
  package var pause: SyncPauseFacts?
  /// Rows wait for longer than they should although nothing stands in the way.
  package var isStale = false
  /// Tokens of a sign-out without network that the server does not know of yet.
  package var queuedRevocations: Int64 = 0
  /// What the server has to say to the people of this box.
  package var messages: [String] = []

  package init(state: SyncState) { self.state = state }
}

extension SyncFacts {
  /// One line: `up to date, 12 s ago`, `paused: sign in again`.
  package var line: String {
    switch state {
    case .off: "off"
    case .signedOut: "signed out" + waiting
    case .upToDate:
      "up to date" + (lastSuccessAgeS.map { ", \(Decimal.span(seconds: $0)) ago" } ?? "")
    case .syncing: "syncing" + waiting
    case .retrying:
      "trying again" + (nextS.map { " in \(Decimal.span(seconds: $0))" } ?? "") + waiting
    case .waitingForUnmetered:
      (isMeteringKnown
        ? "waiting for an unmetered network"
        : "waiting: nothing tells whether the network is metered (sync.metering)") + waiting
    case .offline: "offline" + waiting
    case .paused: "paused: \(pause?.remedy ?? "see barograph sync status")" + waiting
    case .blocked: "the server takes nothing from this version: update it" + waiting
    }
  }

  private var waiting: String {
    var parts: [String] = []
    if pendingRows > 0 { parts.append(pendingRows == 1 ? "1 row" : "\(pendingRows) rows") }
    if pendingFiles > 0 { parts.append(pendingFiles == 1 ? "1 file" : "\(pendingFiles) files") }
    guard !parts.isEmpty else { return "" }
    let age = oldestPendingAgeS.map { ", the oldest \(Decimal.span(seconds: $0))" } ?? ""
    return
      ", \(parts.joined(separator: " and ")) (\(Decimal.size(bytes: pendingBytes))) waiting\(age)"
  }
}
