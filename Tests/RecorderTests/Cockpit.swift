import BoardRules
import FlightModel
import FlightSimulator
import Recorder
import RecordingModel
import Telemetry
import Testing

/// What a store would hold, with the faults that stores have.
struct MemoryStore {
  enum Mood: Equatable { case prompt, refusing(String), stalled }

  struct Kept {
    var recording: Recording
    var fixes: [FixRecord] = []
    var markers: [TelemetryMarker] = []
  }

  var mood = Mood.prompt
  var recordings: [RecordingID: Kept] = [:]
  var frames: [TelemetryFrame] = []
  var buckets: [Int64: MinuteBucket] = [:]
  var events: [DiagnosticEvent] = []
  var exclusions: [MetricExclusionRange] = []
  /// Frames stored without a time so far, by their place in `frames`.
  private var untimed: [Int] = []
  var batches = 0
  var largestBatch = 0
  /// For tests that hand the batches to another store.
  var keepsBatches = false
  var keptBatches: [RecordingBatch] = []
  /// Answers that a stalled store owes.
  var owed: [Int64] = []
  private var lastSequence: Int64 = 0

  /// Applies a batch once, and checks what every batch must hold to.
  mutating func apply(_ batch: RecordingBatch, _ sequence: Int64) {
    guard sequence > lastSequence else { return }
    #expect(sequence == lastSequence + 1)
    lastSequence = sequence
    batches += 1
    if keepsBatches { keptBatches.append(batch) }
    largestBatch = max(largestBatch, batch.fixes.count)
    untimed += batch.frames.indices.filter { batch.frames[$0].capturedAtMs == nil }
      .map { $0 + frames.count }
    frames += batch.frames
    exclusions += batch.exclusions
    if let offset = batch.timeOffsetMs {
      for place in untimed { frames[place].capturedAtMs = frames[place].elapsedRealtimeMs + offset }
      untimed = []
    }
    events += batch.events
    for bucket in batch.buckets { buckets[bucket.bucketStartMs] = bucket }
    guard let recording = batch.recording else {
      #expect(batch.fixes.isEmpty)
      #expect(batch.frames.allSatisfy { $0.capturedAtMs == nil })
      return
    }
    check(batch, of: recording.id)
    append(batch, of: recording)
  }

  private func check(_ batch: RecordingBatch, of id: RecordingID) {
    let known = recordings[id]
    #expect(known?.recording.progress.end == nil, "nothing comes after the end")
    var last = known?.fixes.last?.recordedAt ?? UTCInstant(milliseconds: .min)
    for fix in batch.fixes {
      if fix.recordedAt <= last { Issue.record("a fix goes back in time") }
      last = fix.recordedAt
    }
  }

  /// In place, since a day's fixes are many.
  private mutating func append(_ batch: RecordingBatch, of recording: Recording) {
    recordings[recording.id, default: Kept(recording: recording)].recording = recording
    recordings[recording.id]!.fixes += batch.fixes
    recordings[recording.id]!.markers += batch.markers
  }

  /// Frames that a reader of the table cannot turn into samples.
  var undecodableFrames: Int {
    var decoder = FrameDecoder()
    for frame in frames { _ = decoder.decode(frame) }
    return decoder.skipped.total
  }

  /// A new process counts its sequences anew.
  mutating func restart() {
    lastSequence = 0
    owed = []
    mood = .prompt
  }

  var resumePoint: ResumePoint? {
    let kept = recordings.values.first { $0.recording.progress.end == nil }
    return kept.map {
      let minute = $0.recording.progress.lastFixAt.milliseconds / 60_000 * 60_000
      return ResumePoint(
        recording: $0.recording, lastFixes: Array($0.fixes.suffix(240)), bucket: buckets[minute])
    }
  }
}

/// A box on board: the recorder, a store, a monotonic clock.
struct Cockpit {
  static let floor = UTCInstant(CivilDate(year: 2026, month: 1, day: 1))

  var policy: RecordingPolicy
  var recorder: FlightRecorder
  var store = MemoryStore()
  var finished: [RecordingID] = []
  var discarded: [RecordingID] = []
  var interim: [RecordingID] = []
  var answers: [String] = []
  var refusals: [String] = []
  var journal: [String] = []
  var alerts: [AlertFiring] = []
  var warnings: [BoardWarningChange] = []
  var bootedAt = MonotonicInstant(nanoseconds: 30_000_000_000)
  var now = MonotonicInstant(nanoseconds: 30_000_000_000)
  /// How much faster than life fixes come in.
  var pace: Int64 = 1
  var queueBytes = 6 << 20
  private var origin: Int64?

  private let kind: RecordingKind?

  init(
    _ policy: RecordingPolicy = .auto, kind: RecordingKind? = nil, queueBytes: Int = 6 << 20
  ) {
    self.policy = policy
    self.kind = kind
    self.queueBytes = queueBytes
    recorder = Self.recorder(policy, kind, 1, queueBytes, nil)
  }

  /// What a recorder of these tests is told.
  static var configuration: RecorderConfiguration {
    RecorderConfiguration(
      boardID: "board", bootID: "boot", nextRecordingID: RecordingID(9), dateFloor: floor)
  }

  private static func recorder(
    _ policy: RecordingPolicy, _ kind: RecordingKind?, _ id: Int64, _ queueBytes: Int,
    _ point: ResumePoint?
  ) -> FlightRecorder {
    FlightRecorder(
      configuration: RecorderConfiguration(
        policy: policy, kind: kind, boardID: "board", bootID: "boot",
        nextRecordingID: RecordingID(id), dateFloor: floor, queueBytes: queueBytes),
      resuming: point)
  }

  mutating func perform(_ event: RecorderEvent) {
    for action in recorder.on(event) {
      switch action {
      case .commit(let batch, let sequence): commit(batch, sequence)
      case .finish(let id):
        #expect(store.recordings[id]?.recording.progress.end != nil)
        finished.append(id)
      case .discard(let id): discarded.append(id)
      case .writeInterim(let id): interim.append(id)
      case .accepted(let text): answers.append(text)
      case .rejected(let text): refusals.append(text)
      case .log(_, let text): journal.append(text)
      case .alert(let firing): alerts.append(firing)
      case .warning(let change): warnings.append(change)
      }
    }
  }

  private mutating func commit(_ batch: RecordingBatch, _ sequence: Int64) {
    switch store.mood {
    case .prompt:
      store.apply(batch, sequence)
      perform(.committed(sequence: sequence))
    case .refusing(let reason): perform(.commitFailed(sequence: sequence, reason: reason))
    case .stalled:
      store.apply(batch, sequence)
      store.owed.append(sequence)
    }
  }

  /// A stalled store answers.
  mutating func wake() {
    store.mood = .prompt
    let owed = store.owed
    store.owed = []
    for sequence in owed { perform(.committed(sequence: sequence)) }
  }

  /// Lets monotonic time pass with a tick each second.
  mutating func wait(seconds: Int64) {
    for _ in 0..<seconds {
      now = now.advanced(byMilliseconds: 1_000)
      perform(.tick(now))
    }
  }

  /// Feeds simulated fixes at the pace set, ticking between them.
  mutating func fly(
    _ fixes: some Sequence<SimulatedFix>, receiver: ReceiverID = ReceiverID("/dev/simulated"),
    withPressure: Bool = false
  ) {
    for simulated in fixes {
      let base = origin ?? simulated.elapsedMs
      origin = base
      let at = bootedAt.advanced(byMilliseconds: (simulated.elapsedMs - base) / pace + 80)
      while now.milliseconds(since: at) < -1_000 {
        now = now.advanced(byMilliseconds: 1_000)
        perform(.tick(now))
      }
      now = max(now, at)
      if withPressure {
        perform(
          .sample(
            Sample(
              source: "baro", receivedAt: now,
              reading: .pressureAltitudeCm(simulated.pressureAltitudeCm))))
      }
      var fix = Fix(simulated, receiver: receiver)
      fix.receivedAt = now
      perform(.fix(fix))
    }
  }

  /// The power fails and is back: only what the store holds is left, and the clock begins anew.
  mutating func cutPower() {
    let next = (store.recordings.keys.max()?.rawValue ?? 0) + 1
    store.restart()
    recorder = Self.recorder(policy, kind, next, queueBytes, store.resumePoint)
    origin = nil
    bootedAt = MonotonicInstant(nanoseconds: 9_000_000_000)
    now = bootedAt
  }

  /// Recordings that were not discarded, in order.
  var kept: [MemoryStore.Kept] {
    store.recordings.values.filter { $0.recording.progress.end != .discarded }
      .sorted { $0.recording.id < $1.recording.id }
  }

  var discardedCount: Int {
    store.recordings.values.count { $0.recording.progress.end == .discarded }
  }
}

extension MemoryStore.Kept {
  var takeoff: UTCInstant? { recording.progress.takeoffAt }
  var landing: UTCInstant? { recording.progress.landingAt }
  var gaps: [TelemetryMarker] { markers.filter { $0.kind == .gap } }

  /// Located fixes before take-off.
  var fixesBeforeTakeoff: Int {
    takeoff.map { time in fixes.count { $0.recordedAt < time && $0.mode >= .twoDimensional } } ?? 0
  }
  var fixesAfterLanding: Int {
    landing.map { time in fixes.count { $0.recordedAt > time && $0.mode >= .twoDimensional } } ?? 0
  }

  /// The simulated fixes of a range that are missing here.
  func missing(_ due: some Sequence<SimulatedFix>) -> Int {
    let times = Set(fixes.map(\.recordedAt))
    return due.count { !times.contains($0.trueTime) }
  }
}

/// Seconds between two moments, absolute.
func distance(_ left: UTCInstant?, _ right: UTCInstant) -> Double {
  left.map { Double(abs($0.milliseconds(since: right))) / 1000 } ?? .infinity
}
