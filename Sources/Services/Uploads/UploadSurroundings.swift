package import FlightModel
package import ServicePlan

/// The database and the files as uploads need them. What it throws is transient: it is tried again.
package protocol UploadStore: Sendable {
  /// Every record that is not at its end, those that wait for a person among them; the oldest first.
  func openUploads() async throws -> [UploadRecord]
  func upload(_ key: UploadKey) async throws -> UploadRecord?
  /// Enters a record, durably; one that is there already stays as it is.
  func add(_ record: UploadRecord) async throws
  /// Writes a record, durably.
  func keep(_ record: UploadRecord) async throws
  /// Forgets what is open at a service; what is done there stays known.
  func forgetUploads(to service: Service) async throws
  /// A flight with its file; nil if it was deleted.
  func flight(_ id: String) async throws -> FlightToUpload?
}

/// One clock and one alarm.
package protocol UploadClock: Sendable {
  func now() -> MonotonicInstant
  /// Calls `ring` once at a moment, instead of at the one before; nil never.
  func arm(at moment: MonotonicInstant?, _ ring: @escaping @Sendable () -> Void)
}

/// Who hears of what needs a person, and of what is done.
package protocol UploadListener: Sendable {
  func tell(_ record: UploadRecord)
  /// A service does not accept the login any more.
  func tellLogin(_ service: Service)
}
