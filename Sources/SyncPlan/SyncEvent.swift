/// Names one round: a scan, its request and its commit. What comes back with another ticket is late.
package struct SyncTicket: Hashable, Sendable {
  /// Counts resets: nothing of an older database may be committed to a newer one.
  package let generation: Int
  package let round: Int

  package init(generation: Int, round: Int) {
    self.generation = generation
    self.round = round
  }
}

/// What the schedule is told.
package enum SyncEvent: Equatable, Sendable {
  /// The process has started: the first event.
  case started
  /// The time of the last `wake` has come; early is harmless.
  case wake
  /// A sample is in the store.
  case sampleStored
  /// A recording has stopped and its last flush is in the store.
  case recordingStopped
  case favoriteEdited
  /// A person wants it now: clears back-off, but no pause and no `Retry-After`.
  case asked
  /// A person ends a pause.
  case resumed
  case switched(isOn: Bool)
  case unmeteredOnly(Bool)
  case signedIn
  case signedOut
  /// The Device Token was found dead outside a round.
  case rejected
  case permission(SyncPermission)
  /// The server takes another dialect: what was read for the one before is read again.
  case dialectChanged
  case network(SyncNetwork)
  case scanned(SyncTicket, SyncScan)
  /// The database could not be read: transient.
  case scanFailed(SyncTicket)
  case answered(SyncTicket, SyncAnswer)
  case committed(SyncTicket)
  /// The cursors could not be written: transient, the rows are sent again.
  case commitFailed(SyncTicket)
  /// The database goes to another account: all that is under way is void, until someone signs in.
  case reset
}
