import ControlAPI
import Devices
import FlightModel
import Linux
import Log
import Recorder
import RecordingModel
import Store

/// The shell around the recorder: feeds it what the sources and people say, and performs what it
/// decides. It lives on the reactor, so that a fix reaches the recorder without a hop.
actor RecordingService {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private var recorder: FlightRecorder
  let store: StoreWriter
  private let filer: FlightFiler
  let log: Logger
  /// The operator's program for alerts.
  let hook: Hook?
  private let told: Told
  /// The recorder counts its batches from one at each start, the store over all starts.
  private let sequenceBase: Int64

  private(set) var commits = CommitFigures()
  private var outcomes: OutcomeBook
  /// Fixes of the newest recording that are on the disk.
  private var recorded: (id: RecordingID?, fixes: Int)
  /// Recordings whose file could not be written; tried again each minute.
  private var failedFiles: Set<RecordingID> = []
  private var pace = FixPace()
  private(set) var lastFiled: FiledFlight?
  /// Recordings whose files are being written.
  private var filing: Set<RecordingID> = []
  private var waiters: [RecordingID: [CheckedContinuation<FlightFiler.Outcome?, Never>]] = [:]
  private var drained: [CheckedContinuation<Void, Never>] = []
  private var isEnding = false
  var boards = BoardBook()

  /// Who is told of what is durable.
  struct Told: Sendable {
    /// After each commit that holds samples; cheap.
    var stored: @Sendable () -> Void
    /// When a recording has ended and all of it is stored, its file too if it has one.
    var finished: @Sendable () -> Void
  }

  init(
    recorder: FlightRecorder, past: Past, store: StoreWriter, filer: FlightFiler,
    loop: EventLoop, log: Logger, hook: Hook?, told: Told
  ) {
    self.recorder = recorder
    sequenceBase = past.lastSequence
    recorded = (past.resume?.recording.id, past.resumedFixes)
    outcomes = OutcomeBook(
      interrupted: Set(past.leftovers + [past.resume?.recording.id].compactMap(\.self)))
    self.store = store
    self.filer = filer
    self.loop = loop
    self.log = log
    self.hook = hook
    self.told = told
  }

  // MARK: What comes in

  /// Who flies what from now on.
  func use(_ declaration: Declaration) { drive(.declaration(declaration)) }

  /// Where rides are not recorded from now on.
  func use(_ zones: [PrivacyZone]) { drive(.privacyZones(zones)) }

  /// Files what earlier starts left and begins to tell the time.
  func begin(leftovers: [RecordingID]) {
    for id in leftovers { finish(id) }
    drive(.tick(SystemClock.monotonic()))
    scheduleTick()
  }

  /// Takes a batch of a source's events; called on the reactor.
  nonisolated func take(_ events: [SourceEvent]) {
    assumeIsolated { $0.takeInOrder(events) }
  }

  private func takeInOrder(_ events: [SourceEvent]) {
    var fixes: [Fix] = []
    for event in events {
      if case .fix(let fix) = event {
        fixes.append(fix)
        continue
      }
      drive(&fixes)
      take(event)
    }
    drive(&fixes)
  }

  /// Fixes that came together go to the recorder together.
  private func drive(_ fixes: inout [Fix]) {
    guard !fixes.isEmpty else { return }
    drive(.fixes(fixes))
    fixes.removeAll(keepingCapacity: true)
  }

  private func take(_ event: SourceEvent) {
    switch event {
    case .fix(let fix): drive(.fix(fix))
    case .sample(let sample): drive(.sample(sample))
    case .receiverGone(let id): drive(.receiverLost(id, SystemClock.monotonic()))
    case .traffic, .receiverAppeared, .linkState: break
    case .boardAppeared, .motor, .boardFacts, .boardGone: takeBoard(event)
    }
  }

  private func scheduleTick() {
    loop.after(milliseconds: 1000, tolerance: 500) { [weak self] in
      self?.assumeIsolated { $0.tick() }
    }
  }

  private func tick() {
    let now = SystemClock.monotonic()
    if SystemClock.isSynchronised() { drive(.clock(SystemClock.wall(), now)) }
    drive(.tick(now))
    pace.note(recorder.status.fixes.kept, at: now)
    scheduleTick()
  }

  func drive(_ event: RecorderEvent) {
    for action in recorder.on(event) { perform(action) }
  }

  // MARK: What goes out

  private func perform(_ action: RecorderAction) {
    switch action {
    case .commit(let batch, let sequence): Task { await commit(batch, sequence) }
    case .finish(let id): finish(id)
    case .writeInterim(let id): finish(id, isInterim: true)
    case .discard(let id): discard(id)
    case .alert(let firing): tell(firing)
    case .warning(let change): tell(change)
    case .accepted(let sentence): log.info(sentence)
    case .rejected(let sentence): log.info(sentence)
    case .log(let severity, let sentence): write(severity, sentence)
    }
  }

  private func commit(_ batch: RecordingBatch, _ sequence: Int64) async {
    var numbered = batch
    numbered.sequence = sequenceBase + sequence
    let began = SystemClock.monotonic()
    do throws(StoreError) {
      noteCommitted(numbered, try await store.commit(numbered), began)
      drive(.committed(sequence: sequence))
    } catch {
      commits.note(failure: "\(error)")
      drive(.commitFailed(sequence: sequence, reason: "\(error)"))
    }
    resumeWhenDrained()
  }

  private func noteCommitted(
    _ batch: RecordingBatch, _ outcome: CommitOutcome, _ began: MonotonicInstant
  ) {
    let now = SystemClock.monotonic()
    commits.note(batch, outcome, took: now.milliseconds(since: began), at: now)
    if !batch.frames.isEmpty || !batch.buckets.isEmpty { told.stored() }
    guard let id = batch.recording?.id else { return }
    if recorded.id != id { recorded = (id, 0) }
    recorded.fixes += batch.fixes.count
  }

  private func write(_ severity: RecorderSeverity, _ sentence: String) {
    switch severity {
    case .info: log.info(sentence)
    case .notice: log.notice(sentence)
    case .warning: log.warning(sentence)
    case .error: log.error(sentence)
    }
  }

  // MARK: Files

  private func finish(_ id: RecordingID, isInterim: Bool = false) {
    guard filing.insert(id).inserted else { return }
    Task {
      if isInterim {
        await filer.fileInterim(id)
        filing.remove(id)
      } else {
        settle(id, await filer.file(id))
      }
      resumeWhenDrained()
    }
  }

  /// Something moved on the ground and never flew: its fixes go, in slices between the commits.
  private func discard(_ id: RecordingID) {
    settle(id, .empty)
    Task {
      while await store.removeSlice(ofDiscarded: id) {}
    }
  }

  private func settle(_ id: RecordingID, _ outcome: FlightFiler.Outcome) {
    filing.remove(id)
    outcomes.note(outcome.counted, of: id)
    switch outcome {
    case .filed(let entry, let path): lastFiled = FiledFlight(entry: entry, path: path)
    case .failed: retryLater(id)
    case .empty, .written: break
    }
    if case .failed = outcome {} else { failedFiles.remove(id) }
    told.finished()
    answer(id, outcome)
  }

  /// A full disk may have space again in a minute; the fixes stay meanwhile.
  private func retryLater(_ id: RecordingID) {
    failedFiles.insert(id)
    loop.after(milliseconds: 60_000) { [weak self] in self?.assumeIsolated { $0.finish(id) } }
  }

  private func answer(_ id: RecordingID, _ outcome: FlightFiler.Outcome?) {
    for waiter in waiters.removeValue(forKey: id) ?? [] { waiter.resume(returning: outcome) }
  }

  /// The outcome of a recording's file, or nil if it is not there after `milliseconds`.
  private func outcome(
    of id: RecordingID, within milliseconds: Int64
  ) async -> FlightFiler.Outcome? {
    await withCheckedContinuation { waiter in
      waiters[id, default: []].append(waiter)
      loop.after(milliseconds: milliseconds) { [weak self] in
        self?.assumeIsolated { $0.answer(id, nil) }
      }
    }
  }

  // MARK: Commands

  /// What the recorder answered to a person.
  struct Reply: Sendable {
    var isAccepted: Bool
    var sentence: String
    var recording: Recording?
    var status: RecorderStatus
  }

  func command(_ command: RecorderCommand) -> Reply {
    let before = recorder.status.recording
    let actions = recorder.on(.command(command))
    var reply = Reply(
      isAccepted: false, sentence: "", recording: before, status: recorder.status)
    for action in actions {
      switch action {
      case .accepted(let sentence): (reply.isAccepted, reply.sentence) = (true, sentence)
      case .rejected(let sentence): reply.sentence = sentence
      default: break
      }
      perform(action)
    }
    return reply
  }

  /// Stops, and waits until the file of the recording is written.
  func stop() async -> (reply: Reply, outcome: FlightFiler.Outcome?) {
    let reply = command(.stop)
    guard reply.isAccepted, let id = reply.recording?.id else { return (reply, nil) }
    return (reply, await outcome(of: id, within: 60_000))
  }

  // MARK: Status and end

  var snapshot: RecordingSnapshot {
    RecordingSnapshot(
      recorder: recorder.status, fixesOfRecording: recorded.fixes,
      fixesPerSecond: pace.perSecond, commits: commits, outcomes: outcomes.tally,
      filing: filing.count, failedFiles: failedFiles.count, lastFiled: lastFiled)
  }

  /// What time it is by the newest fix, recorded or not; nil before the first.
  var timeByFix: UTCInstant? {
    let status = recorder.status
    guard let fix = status.lastFix, let receivedAt = status.lastFixReceivedAt else { return nil }
    let ageMs = SystemClock.monotonic().milliseconds(since: receivedAt)
    return fix.recordedAt.advanced(byMilliseconds: max(0, ageMs))
  }

  /// Whether a recording is open or its file is being written.
  var isBusy: Bool {
    let recording = recorder.status.recording
    return !filing.isEmpty || recording != nil && recording?.progress.end == nil
  }

  /// Whether it flies, as far as the recorder knows.
  var isAirborne: Bool { recorder.status.isAirborne }

  /// A step of the watchdog's round.
  func beat() {}

  /// Commits everything, writes what is due, and returns when it is on the disk or `milliseconds`
  /// have passed; tells whether it is.
  func shutdown(within milliseconds: Int64) async -> Bool {
    isEnding = true
    drive(.shutdown)
    await withCheckedContinuation { done in
      drained.append(done)
      loop.after(milliseconds: milliseconds) { [weak self] in
        self?.assumeIsolated { $0.releaseDrained() }
      }
      resumeWhenDrained()
    }
    return isDrained
  }

  private var isDrained: Bool { recorder.isDrained && filing.isEmpty }

  private func resumeWhenDrained() {
    if isEnding && isDrained { releaseDrained() }
  }

  private func releaseDrained() {
    for done in drained { done.resume() }
    drained.removeAll()
  }
}

extension StoreWriter {
  /// Removes some fixes of a discarded recording; tells whether there are more. What a failure
  /// leaves costs space only.
  fileprivate func removeSlice(ofDiscarded id: RecordingID) -> Bool {
    (try? perform { (database) throws(StoreError) in
      try database.removeFixes(ofDiscarded: id, limit: 500)
    }) ?? false
  }
}
