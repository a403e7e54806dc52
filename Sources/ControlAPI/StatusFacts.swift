package import FlightModel

/// How far a value can be trusted now.
package enum DataState: String, Sendable, CaseIterable {
  /// Fresh.
  case ok
  /// More than three updates are missing.
  case late
  /// Silent for longer than its limit; the last value is history.
  case lost
  /// Never seen since the start.
  case absent
}

/// Whether a source can be reached, apart from whether data comes.
package enum LinkState: String, Sendable, CaseIterable {
  case connecting
  case connected
  /// Not reachable; tried again by itself.
  case gone
}

/// What the recorder as a whole is doing.
package enum ServiceState: String, Sendable, CaseIterable {
  case starting
  /// No position yet, so no date either.
  case waitingForFix = "waiting-for-fix"
  /// Receives fixes and will record by itself at take-off.
  case armed
  /// Records only when told to.
  case idle
  case recording
  /// Recording still, but on the ground after a landing that may yet be revoked.
  case landed
  /// Writing the IGC file of a recording that ended.
  case finishing
  case stopping
  /// Not running; only the command says this.
  case down
  /// The command could not find out.
  case unknown
}

/// One receiver behind a source.
package struct ReceiverStatus: Equatable, Sendable {
  package var name: String
  /// Whether its fixes are the ones that are recorded.
  package var isActive: Bool
  package var state: DataState
  package var ageS: Double?
  package var rateHz: Double?
  package var fixes: Int64

  package init(
    name: String, isActive: Bool, state: DataState, ageS: Double? = nil, rateHz: Double? = nil,
    fixes: Int64 = 0
  ) {
    self.name = name
    self.isActive = isActive
    self.state = state
    self.ageS = ageS
    self.rateHz = rateHz
    self.fixes = fixes
  }
}

/// One link that data comes through.
package struct SourceStatus: Equatable, Sendable {
  /// As configured: `gpsd://localhost:2947`; the id of an instrument.
  package var name: String
  /// How people are told of it, where that is not the name: `FLARM on ttyUSB0`.
  package var title: String?
  /// What an instrument was recognised as; nil for gpsd and while nothing is.
  package var kind: String?
  /// Whether it must be there: it is configured, not found by itself.
  package var isConfigured: Bool
  package var link: LinkState
  package var state: DataState
  /// Since its last message.
  package var ageS: Double?
  package var rateHz: Double?
  package var messages: Int64
  package var reconnects: Int64
  /// Counts by reason, in a fixed order of names.
  package var errors: [String: Int64]
  package var receivers: [ReceiverStatus]
  /// Whether positions come from here, so that recording depends on it.
  package var givesPosition: Bool
  /// One sentence for people, the reason of the last failure for example.
  package var note: String?
  /// What to do about that.
  package var remedy: String?

  package init(
    name: String, title: String? = nil, kind: String? = nil, isConfigured: Bool = true,
    link: LinkState, state: DataState, ageS: Double? = nil, rateHz: Double? = nil,
    messages: Int64 = 0, reconnects: Int64 = 0, errors: [String: Int64] = [:],
    receivers: [ReceiverStatus] = [], givesPosition: Bool = true, note: String? = nil,
    remedy: String? = nil
  ) {
    self.name = name
    self.title = title
    self.kind = kind
    self.isConfigured = isConfigured
    self.link = link
    self.state = state
    self.ageS = ageS
    self.rateHz = rateHz
    self.messages = messages
    self.reconnects = reconnects
    self.errors = errors
    self.receivers = receivers
    self.givesPosition = givesPosition
    self.note = note
    self.remedy = remedy
  }

  /// What people are told of it.
  package var spoken: String { title ?? name }
}

/// The newest fix of the active receiver.
package struct FixStatus: Equatable, Sendable {
  package var state: DataState
  package var ageS: Double?
  package var mode: Fix.Mode?
  package var time: UTCInstant?
  package var position: Coordinate?
  /// Above the WGS84 ellipsoid.
  package var ellipsoidAltitudeM: Double?
  package var meanSeaAltitudeM: Double?
  /// Above 1013.25 hPa, from a real sensor.
  package var pressureAltitudeM: Double?
  package var groundSpeedMPerS: Double?
  package var trackDeg: Double?
  package var climbMPerS: Double?
  /// 95 %.
  package var horizontalErrorM: Double?
  package var verticalErrorM: Double?
  package var satellitesUsed: Int?
  package var satellitesVisible: Int?
  /// Horizontal dilution of precision.
  package var hdop: Double?

  package init(state: DataState = .absent, ageS: Double? = nil) {
    self.state = state
    self.ageS = ageS
  }
}

/// The recording that is open.
package struct RecordingStatus: Equatable, Sendable {
  package var id: Int64
  /// `flight` or `ride`.
  package var kind: String
  /// `ground`, `airborne` or `landed`; of a ride `riding` or `resting`.
  package var phase: String
  package var startedAt: UTCInstant
  package var takeoffAt: UTCInstant?
  package var landingAt: UTCInstant?
  /// By the monotonic clock.
  package var elapsedS: Double
  /// Kept in it so far.
  package var fixes: Int64

  package init(
    id: Int64, kind: String, phase: String, startedAt: UTCInstant, takeoffAt: UTCInstant? = nil,
    landingAt: UTCInstant? = nil, elapsedS: Double, fixes: Int64
  ) {
    self.id = id
    self.kind = kind
    self.phase = phase
    self.startedAt = startedAt
    self.takeoffAt = takeoffAt
    self.landingAt = landingAt
    self.elapsedS = elapsedS
    self.fixes = fixes
  }
}

/// Everything that the daemon measured at one moment; the status document is made from it.
package struct StatusFacts: Equatable, Sendable {
  package var state: ServiceState
  package var version: String
  package var uptimeS: Double
  /// `auto`, `always` or `manual`.
  package var policy: String
  package var recording: RecordingStatus?
  package var sources: [SourceStatus] = []
  package var fix = FixStatus()
  package var clock = ClockStatus()
  package var storage: StorageStatus
  package var counters = Counters()
  package var recordings = RecordingTally()
  package var host = HostStatus()
  /// The last twenty things that happened, oldest first.
  package var events: [RecentEvent] = []
  package var lastFlight: FlightSummary?
  package var sync = SyncFacts(state: .off)
  package var imports = ImportFacts()
  /// Recordings that ended and whose IGC file is not written yet.
  package var unfinishedRecordings: Int64 = 0
  /// Problems that only the daemon can know of: a database set aside, a failed export.
  package var reported: [Problem] = []

  package init(
    state: ServiceState, version: String, uptimeS: Double, policy: String, storage: StorageStatus
  ) {
    self.state = state
    self.version = version
    self.uptimeS = uptimeS
    self.policy = policy
    self.storage = storage
  }

  /// Whether it was stopped by hand in the air: under the policy `auto` nothing else makes it idle,
  /// and it is armed again after the landing.
  package var awaitsLanding: Bool { state == .idle && policy == "auto" }
}
