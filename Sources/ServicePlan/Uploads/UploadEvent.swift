package import FlightModel
package import SyncPlan

/// What the queue is told.
package enum UploadEvent: Equatable, Sendable {
  /// What is not at its end in the database; those that the queue knows already stay as it knows them.
  case found([UploadRecord])
  /// A person wants a flight uploaded; with what the database has of it.
  case asked(UploadKey, UploadRecord?)
  /// There is an account at a service, a new one or a corrected one. `isLocal` is one of this machine,
  /// which needs no network.
  case connected(Service, isLocal: Bool)
  /// Nothing more is sent there; what was open is forgotten.
  case disconnected(Service)
  /// Whose flights are to be made public.
  case publishing(Set<Service>)
  case network(SyncNetwork)
  case unmeteredOnly(Bool)
  /// The time of the last `wake` has come; early is harmless.
  case wake
  /// What `keep` came to.
  case kept(UploadKey, isDone: Bool)
  case sent(UploadKey, Result<Placement, ServiceFault>)
  case looked(UploadKey, Result<Sighting, ServiceFault>)
  /// What `publish` came to; nil is done.
  case published(UploadKey, ServiceFault?)
}

/// What the queue wants done, in this order. One of `keep`, `send`, `look` and `publish` at a time,
/// each answered by its event.
package enum UploadAction: Equatable, Sendable {
  /// Write a record, durably.
  case keep(UploadRecord)
  case send(UploadKey)
  /// See whether the flight is there, under this id if there is one.
  case look(UploadKey, id: String?)
  case publish(UploadKey, id: String)
  /// The network may not be used any more: give the request up. It is answered all the same.
  case cancel(UploadKey)
  /// Tell people of a record that needs them, or of the end of one.
  case tell(UploadRecord)
  /// The service does not accept the login: tell people.
  case tellLogin(Service)
  /// Send `wake` at this moment, and forget the one before; nil: nothing but an event goes on.
  case wake(MonotonicInstant?)
}

/// What keeps the flights of a service from going there now.
package enum UploadObstacle: Equatable, Sendable {
  case notConnected
  /// The service does not accept the login.
  case login
  case offline
  /// Only unmetered networks may be used; `isMeteringKnown` is false where nothing tells.
  case metered(isMeteringKnown: Bool)
  /// The service wants to be left alone until then.
  case retryLater(MonotonicInstant)
}

/// The numbers of the queue, in milliseconds; back-off is that of `SyncTimings`.
package enum UploadTimings {
  /// After a request without an answer a service that does not compare files gets so long to finish
  /// what it may have begun, before a flight that cannot be seen there is sent again.
  package static let settleMs: Int64 = 60_000
  /// Between two looks for a flight that a service says it has.
  package static let knownMs: Int64 = 3_600_000
}
