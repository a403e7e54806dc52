import FlightModel
import RecordingModel
import Telemetry

/// What is not durable yet: one batch that the store has been given and those that wait behind it.
///
/// A batch is sent again, the same under the same sequence, until the store has taken it; meanwhile
/// the next one grows. When all of it exceeds its bound, detail goes first: frames, then fixes above
/// one a second, then the oldest fixes; every loss is counted and marked.
struct CommitQueue: Sendable {
  /// Fixes that come at least so far apart, ms, are committed one by one (2 Hz with jitter).
  static let singleMs: Int64 = 400
  /// Others once in this time, ms.
  static let paceMs: Int64 = 1_000
  /// The longest wait between tries, ms.
  static let longestRetryMs: Int64 = 8_000
  /// Batches that wait: one a Recording, so that many mean endless starts and stops on a dead disk.
  static let mostBatches = 64
  /// Markers and events in a batch; far more than a flight has.
  static let mostNotes = 500

  struct Sent: Sendable {
    var sequence: Int64
    var batch: RecordingBatch
    var firstSentAt: MonotonicInstant
    var tries = 1
    /// Set when the store has answered no.
    var retryAt: MonotonicInstant?
  }

  let limit: Int
  var waiting: [RecordingBatch] = []
  var sent: Sent?
  private var nextSequence: Int64 = 1
  private var lastSentAt: MonotonicInstant?
  var lastFixAt: MonotonicInstant?
  private var isUrgent = false
  var bytes = 0
  var shed = Shed()
  var counters = CommitCounters()
  private(set) var lastFailure: String?
  /// Set when frames were shed: the next must be a keyframe.
  var hasLostFrames = false

  /// Losses that no marker tells of yet.
  struct Shed: Sendable {
    var frames = 0
    var fixes = 0
    var from: UTCInstant?
    var to: UTCInstant?
    var causes: String {
      fixes == 0 ? "\(frames) frames" : "\(frames) frames and \(fixes) fixes"
    }
  }

  init(limit: Int) { self.limit = max(limit, 64 << 10) }

  /// What the queue holds, the batch under way included.
  var pendingBytes: Int { bytes + (sent.map { Self.size(of: $0.batch) } ?? 0) }
  var pendingFixes: Int {
    waiting.reduce(sent?.batch.fixes.count ?? 0) { $0 + $1.fixes.count }
  }
  var unansweredSince: MonotonicInstant? { sent?.firstSentAt }
  var isEmpty: Bool { waiting.isEmpty && sent == nil }

  /// Makes sure that what is appended next goes to a Recording.
  mutating func open(_ recording: Recording) {
    if let last = waiting.indices.last {
      if waiting[last].recording?.id == recording.id { return }
      if waiting[last].recording == nil, waiting[last].frames.isEmpty {
        waiting[last].recording = recording
        return
      }
    }
    waiting.append(RecordingBatch(recording: recording))
  }

  /// Makes sure that what is appended next goes to no Recording.
  mutating func openWithoutRecording() {
    if let last = waiting.last, last.recording == nil { return }
    waiting.append(RecordingBatch())
  }

  /// Says what time it was in the frames that have none.
  mutating func assignTime(offsetMs: Int64) {
    waiting[waiting.count - 1].timeOffsetMs = offsetMs
    isUrgent = true
  }

  /// Whether what is appended now goes to this Recording.
  func isOpen(for id: RecordingID) -> Bool {
    waiting.last.map { $0.recording?.id == id } ?? false
  }

  /// Appends a fix. `isLive` says that it came in now, not from the ring.
  mutating func append(_ fix: KeptFix, isLive: Bool) {
    waiting[waiting.count - 1].fixes.append(fix.record)
    bytes += Self.fixBytes
    guard isLive else { return }
    let since = lastFixAt.map { elapsedMs(from: $0, to: fix.receivedAt) }
    if since.map({ $0 >= Self.singleMs }) ?? true { isUrgent = true }
    lastFixAt = fix.receivedAt
  }

  /// The newest fix while it waits, to be improved by a second report of its time.
  mutating func improveNewest(at time: UTCInstant, _ change: (inout FixRecord) -> Void) {
    guard let index = waiting.indices.last, let fix = waiting[index].fixes.indices.last,
      waiting[index].fixes[fix].recordedAt == time
    else { return }
    change(&waiting[index].fixes[fix])
  }

  mutating func append(_ frame: TelemetryFrame) {
    waiting[waiting.count - 1].frames.append(frame)
    bytes += Self.frameBytes
  }

  /// Puts a bucket in place of an older state of it.
  mutating func put(_ bucket: MinuteBucket) {
    let index = waiting.count - 1
    let same = waiting[index].buckets.lastIndex {
      $0.bucketStartMs == bucket.bucketStartMs && $0.boardID == bucket.boardID
    }
    if let same {
      waiting[index].buckets[same] = bucket
    } else {
      waiting[index].buckets.append(bucket)
      bytes += Self.bucketBytes
    }
  }

  mutating func append(_ marker: TelemetryMarker) {
    let index = waiting.count - 1
    guard waiting[index].markers.count < Self.mostNotes else { return }
    waiting[index].markers.append(marker)
    bytes += Self.noteBytes
  }

  mutating func append(_ event: DiagnosticEvent) {
    let index = waiting.count - 1
    guard waiting[index].events.count < Self.mostNotes else { return }
    waiting[index].events.append(event)
    bytes += Self.noteBytes
  }

  mutating func append(_ ranges: [MetricExclusionRange]) {
    let index = waiting.count - 1
    guard !ranges.isEmpty, waiting[index].exclusions.count < Self.mostNotes else { return }
    waiting[index].exclusions += ranges
    bytes += ranges.count * Self.noteBytes
  }

  /// Closes a Recording's last batch; it is sent as soon as the store is free.
  mutating func seal(_ recording: Recording) {
    open(recording)
    waiting[waiting.count - 1].recording = recording
    isUrgent = true
  }

  /// Sends at the next occasion whatever the pace.
  mutating func hurry() { isUrgent = true }

  // MARK: Sending

  /// Whether a batch is to be sent now.
  func isReady(at now: MonotonicInstant, isForced: Bool) -> Bool {
    if let sent {
      guard let retryAt = sent.retryAt else { return false }
      return isForced || now >= retryAt
    }
    return !waiting.isEmpty && (isForced || isDue(at: now))
  }

  /// The batch to send, when one is ready. `current` is the row of the Recording that runs.
  mutating func next(at now: MonotonicInstant, current: Recording?) -> RecorderAction {
    if let again = sendAgain() { return again }
    if let current, waiting[0].recording?.id == current.id { waiting[0].recording = current }
    markShed()
    let batch = waiting.removeFirst()
    bytes -= Self.size(of: batch)
    if waiting.isEmpty { isUrgent = false }
    sent = Sent(sequence: nextSequence, batch: batch, firstSentAt: now)
    nextSequence += 1
    lastSentAt = now
    return .commit(batch, sequence: nextSequence - 1)
  }

  /// The batch that the store has made durable, if it is the one under way.
  mutating func committed(_ sequence: Int64) -> RecordingBatch? {
    guard let sent, sent.sequence == sequence else { return nil }
    self.sent = nil
    counters.committedBatches += 1
    counters.committedFixes += sent.batch.fixes.count
    lastFailure = nil
    return sent.batch
  }

  /// Notes that the store could not take the batch; false for an answer to another one.
  mutating func failed(_ sequence: Int64, _ reason: String, at now: MonotonicInstant) -> Bool {
    guard var sent, sent.sequence == sequence else { return false }
    let wait = min(Self.longestRetryMs, 1_000 << Int64(min(3, sent.tries - 1)))
    sent.retryAt = now.advanced(byMilliseconds: wait)
    self.sent = sent
    counters.failedBatches += 1
    lastFailure = reason
    return true
  }

  private mutating func sendAgain() -> RecorderAction? {
    guard var again = sent else { return nil }
    again.retryAt = nil
    again.tries += 1
    sent = again
    return .commit(again.batch, sequence: again.sequence)
  }

  private func isDue(at now: MonotonicInstant) -> Bool {
    guard !isUrgent, waiting.count == 1, let lastSentAt else { return true }
    return elapsedMs(from: lastSentAt, to: now) >= Self.paceMs - 50
  }
}
