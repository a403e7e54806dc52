import Configuration
import ControlAPI
import Devices
import FlightModel
import Linux
import Recorder
import RecordingModel
import Synchronization

/// Puts together the one status document from what the parts say of themselves.
final class StatusReporter: Sendable {
  private let settled: ConfigurationFiles.Settled
  let folder: StateFolder
  private let startedAt: MonotonicInstant
  private let history = Mutex(ProblemHistory())
  private let host: HostWatch

  init(
    settled: ConfigurationFiles.Settled, folder: StateFolder, startedAt: MonotonicInstant,
    host: HostWatch
  ) {
    self.settled = settled
    self.host = host
    self.folder = folder
    self.startedAt = startedAt
  }

  /// What the parts said at one moment.
  struct Inputs: Sendable {
    var service: RecordingSnapshot
    var sources: [GPSDStatus]
    var instruments: Instruments.Report
    var isStopping: Bool
    /// Files that broken databases were moved to since the start.
    var databasesSetAside: [String]
    /// What the running check of the database found, if anything.
    var databaseFault: String?
    /// Why there is no page although one is wanted.
    var pageFault: String?
    var lastFlight: FlightSummary?
    var sync: SyncFacts
    var imports = ImportFacts()
    /// What services want of a person.
    var serviceProblems: [Problem] = []
    /// What was seen since the start.
    var observed = ObservedFacts()
  }

  /// The document as of now; may block on the file system, so never on a loop.
  func document(_ inputs: Inputs) -> StatusDocument {
    let facts = facts(inputs, now: SystemClock.monotonic())
    var rules = HealthRules()
    rules.databaseShareAlarm = Int64(settled.configuration.storage.databaseShare)
    rules.freeBytesAlarm = Int64(settled.configuration.storage.minimumFreeMiB) << 20
    return history.withLock { [rules] in
      StatusDocument(facts: facts, now: SystemClock.wall(), history: &$0, rules: rules)
    }
  }

  private func facts(_ inputs: Inputs, now: MonotonicInstant) -> StatusFacts {
    var facts = changing(inputs, now)
    facts.storage = storage(inputs, now)
    facts.counters = counters(inputs)
    facts.recordings = inputs.service.outcomes
    facts.host = host.status(at: now)
    facts.events = inputs.observed.events.events
    facts.lastFlight = inputs.lastFlight
    facts.sync = inputs.sync
    facts.imports = inputs.imports
    facts.unfinishedRecordings = Int64(inputs.service.filing + inputs.service.failedFiles)
    facts.reported = reported(inputs)
    return facts
  }

  /// What events are noticed by: recording, sources, fix, clock and supply. Nothing of it blocks.
  func changing(_ inputs: Inputs) -> StatusFacts { changing(inputs, SystemClock.monotonic()) }

  private func changing(_ inputs: Inputs, _ now: MonotonicInstant) -> StatusFacts {
    let recorder = inputs.service.recorder
    var facts = StatusFacts(
      state: inputs.state, version: ProductVersion.text, uptimeS: seconds(since: startedAt, now),
      policy: settled.configuration.recording.policy.rawValue,
      storage: StorageStatus(directory: folder.path))
    facts.recording = recording(inputs.service)
    facts.sources = inputs.sources.map { source($0, active: recorder.activeReceiver, now) }
    facts.sources += InstrumentReport.all(inputs, settled.configuration, now).compactMap(\.source)
    facts.fix = fix(inputs, now)
    facts.clock = clock(inputs, now)
    facts.host = host.last(at: now)
    return facts
  }

  private func recording(_ service: RecordingSnapshot) -> RecordingStatus? {
    guard let recording = service.recorder.recording, recording.progress.end == nil else {
      return nil
    }
    let progress = recording.progress
    let phase =
      switch service.recorder.phase {
      case .riding: "riding"
      case .resting: "resting"
      default: progress.isAirborne ? "airborne" : progress.landingAt == nil ? "ground" : "landed"
      }
    return RecordingStatus(
      id: recording.id.rawValue, kind: recording.kind.rawValue, phase: phase,
      startedAt: recording.startedAt, takeoffAt: progress.takeoffAt,
      landingAt: progress.landingAt,
      elapsedS: Double(progress.lastFixAt.milliseconds(since: recording.startedAt)) / 1000,
      fixes: Int64(service.fixesOfRecording))
  }

  /// What instruments there are as of now.
  func instruments(_ inputs: Inputs) -> InstrumentsDocument {
    InstrumentsDocument(inputs, settled.configuration)
  }

  // MARK: Sources

  private func source(
    _ gpsd: GPSDStatus, active: ReceiverID?, _ now: MonotonicInstant
  ) -> SourceStatus {
    let age = gpsd.lastReceivedAt.map { seconds(since: $0, now) }
    let counters = gpsd.counters
    return SourceStatus(
      name: "gpsd://\(gpsd.host):\(gpsd.port)", link: Self.link(gpsd.state),
      state: DataState(ageS: age, rateHz: nil), ageS: age,
      rateHz: gpsd.receivers.compactMap(\.fixesPerSecond).max(),
      messages: Int64(counters.lines), reconnects: Int64(max(0, gpsd.openCount - 1)),
      errors: [
        "overlong": Int64(counters.garbage.overlong),
        "not-a-report": Int64(counters.garbage.notAReport),
        "malformed": Int64(counters.garbage.malformed),
        "without-device": Int64(counters.garbage.withoutDevice),
      ],
      receivers: gpsd.receivers.map { receiver($0, active: active, now) },
      note: Self.note(gpsd))
  }

  private func receiver(
    _ receiver: Devices.ReceiverStatus, active: ReceiverID?, _ now: MonotonicInstant
  ) -> ControlAPI.ReceiverStatus {
    let age = receiver.lastFixAt.map { seconds(since: $0, now) }
    return ControlAPI.ReceiverStatus(
      name: receiver.id.name, isActive: receiver.id == active,
      state: receiver.isPresent ? DataState(ageS: age, rateHz: receiver.usualRate) : .lost,
      ageS: age, rateHz: receiver.fixesPerSecond, fixes: Int64(receiver.fixCount))
  }

  private static func link(_ state: GPSDLink.State) -> LinkState {
    switch state {
    case .watching: .connected
    case .opening, .idle: .connecting
    case .waiting: .gone
    }
  }

  private static func note(_ gpsd: GPSDStatus) -> String? {
    if gpsd.state != .watching { return gpsd.lastTrouble }
    let flarm = gpsd.receivers.lazy.compactMap(\.flarm).first
    let repaired = gpsd.counters.repairedAltitudes
    let notes = [
      flarm.map { "FLARM behind it: \($0.targetCount) aircraft near" },
      repaired > 0 ? "\(repaired) heights mixed up with pressure were repaired" : nil,
    ].compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }

  // MARK: Problems

  private func reported(_ inputs: Inputs) -> [Problem] {
    var problems = inputs.serviceProblems
    if let complaint = settled.complaint {
      problems.append(
        Problem(
          id: "configuration-wrong", severity: .warning, message: complaint,
          fix: "correct the file and restart barographd"))
    }
    for path in inputs.databasesSetAside {
      problems.append(
        Problem(
          id: "database-set-aside", subject: path, severity: .warning,
          message: "a broken database was set aside as \(path); recording goes on in a new one",
          fix: "copy it away for repair (sqlite3 \(path) .recover) and check the card"))
    }
    if let fault = inputs.databaseFault {
      problems.append(
        Problem(
          id: "database-damaged", severity: .critical,
          message: "the database is damaged: \(fault)",
          fix: "nothing to do now: it is set aside when this flight has ended; check the card"))
    }
    if let fault = inputs.pageFault {
      problems.append(
        Problem(
          id: "page-closed", severity: .warning, message: "there is no page: \(fault)",
          fix: "correct [page] in barograph.conf; it is tried again every 30 s"))
    }
    return problems
  }

  func seconds(since earlier: MonotonicInstant, _ now: MonotonicInstant) -> Double {
    Double(max(0, now.milliseconds(since: earlier))) / 1000
  }
}

extension StatusReporter.Inputs {
  fileprivate var state: ServiceState {
    if isStopping { return .stopping }
    switch service.recorder.phase {
    case .waitingForFix, .resuming: return .waitingForFix
    case .armed: return service.filing > 0 ? .finishing : .armed
    case .idle: return service.filing > 0 ? .finishing : .idle
    case .rolling, .recording, .airborne, .riding, .resting, .waitingForTime: return .recording
    case .landed: return .landed
    case .stopped: return .stopping
    }
  }

  /// Of the receiver that is recorded, while they came last.
  var fixesPerSecond: Double? {
    let active = service.recorder.activeReceiver
    return sources.lazy.flatMap(\.receivers).first { $0.id == active }?.usualRate
      ?? service.fixesPerSecond
  }
}
