/// The network as far as uploads care.
package enum SyncNetwork: Equatable, Sendable {
  case offline
  case online(SyncMetering)
}

/// Whether the connection in use costs by volume.
package enum SyncMetering: Equatable, Sendable {
  case unmetered, metered
  /// Nothing here can tell.
  case unknown
}

extension SyncNetwork {
  /// Whether it may be used for what can wait, beside uploads: not where it is metered, and where
  /// nothing tells only if uploads do not ask for an unmetered one.
  package func mayBeUsedForDownloads(isUnmeteredOnly: Bool) -> Bool {
    switch self {
    case .offline, .online(.metered): false
    case .online(.unmetered): true
    case .online(.unknown): !isUnmeteredOnly
    }
  }
}

/// What the server's App Status allows.
package enum SyncPermission: String, Equatable, Sendable {
  /// Current, or nothing fetched yet.
  case allowed
  case onlineBlocked = "online-blocked"
  case appBlocked = "app-blocked"
}

/// What must be so before anything is sent.
package struct SyncConditions: Equatable, Sendable {
  /// The master switch, which outranks everything else.
  package var isOn = false
  package var isSignedIn = false
  package var permission = SyncPermission.allowed
  package var network = SyncNetwork.offline
  /// Whether only unmetered connections may be used.
  package var isUnmeteredOnly = false

  package init() {}
}

/// Why the schedule waits.
package enum SyncWait: String, Equatable, Sendable {
  /// Samples come: every 30 s.
  case riding
  /// Every 5 minutes.
  case idle
  /// A drain has made its 50 requests, or the one before goes on at once.
  case draining
  case backOff
  case retryAfter
}

/// What uploads are doing, in the order in which one outranks the next.
package enum SyncStanding: Equatable, Sendable {
  /// Ended by the switch alone.
  case off
  /// Ended by an update, or by the server's next App Status.
  case blocked(SyncPermission)
  /// Ended by a person; told again each day.
  case paused(SyncPause)
  /// Ended by signing in.
  case signedOut
  /// Ended by the network.
  case offline
  /// Ended by the network or the setting; `isMeteringKnown` is false where nothing tells.
  case waitingForUnmetered(isMeteringKnown: Bool)
  /// A round is under way, and ends by itself at its deadline.
  case working
  case waiting(SyncWait)
}
