import FlightModel
import RecordingModel
import Telemetry

/// What goes when the store has taken nothing for too long.
extension CommitQueue {
  static let fixBytes = MemoryLayout<FixRecord>.stride
  static let frameBytes = MemoryLayout<TelemetryFrame>.stride
  static let bucketBytes = MemoryLayout<MinuteBucket>.stride
  /// A marker or an event with its text.
  static let noteBytes = 512

  static func size(of batch: RecordingBatch) -> Int {
    batch.fixes.count * fixBytes + batch.frames.count * frameBytes
      + batch.buckets.count * bucketBytes
      + (batch.markers.count + batch.events.count + batch.exclusions.count) * noteBytes
  }

  /// Sheds until the queue is within its bound; a sentence for the journal if something went.
  mutating func bound() -> String? {
    guard pendingBytes > limit || waiting.count > Self.mostBatches else { return nil }
    let before = counters
    // What is under way may be durable already: only what waits can go.
    if pendingBytes > limit { shedFrames() }
    if pendingBytes > limit { thinFixes() }
    while pendingBytes > limit, shedOldestFixes() {}
    while waiting.count > Self.mostBatches { shedOldestBatch() }
    let frames = counters.shedFrames - before.shedFrames
    let fixes = counters.shedFixes - before.shedFixes
    guard frames + fixes > 0 else { return nil }
    return
      "the store is too slow or refuses: gave up \(frames) frames and \(fixes) fixes so far"
  }

  private mutating func shedFrames() {
    for index in waiting.indices where !waiting[index].frames.isEmpty {
      let gone = waiting[index].frames.count
      waiting[index].frames = []
      bytes -= gone * Self.frameBytes
      counters.shedFrames += gone
      shed.frames += gone
      hasLostFrames = true
    }
  }

  private mutating func thinFixes() {
    for index in waiting.indices {
      var lastSecond = Int64.min
      keepFixes(ofBatch: index) { fix in
        let second = fix.recordedAt.milliseconds / 1000
        defer { lastSecond = second }
        return second != lastSecond || fix.isPilotEvent
      }
    }
  }

  /// Gives up the oldest eighth of the oldest batch that has fixes; false when there is none.
  private mutating func shedOldestFixes() -> Bool {
    guard let index = waiting.firstIndex(where: { !$0.fixes.isEmpty }) else { return false }
    var toShed = max(1, waiting[index].fixes.count / 8)
    keepFixes(ofBatch: index) { _ in
      toShed -= 1
      return toShed < 0
    }
    return true
  }

  private mutating func keepFixes(ofBatch index: Int, _ isKept: (FixRecord) -> Bool) {
    var kept: [FixRecord] = []
    for fix in waiting[index].fixes {
      if isKept(fix) {
        kept.append(fix)
      } else {
        shed.from = min(shed.from ?? fix.recordedAt, fix.recordedAt)
        shed.to = max(shed.to ?? fix.recordedAt, fix.recordedAt)
      }
    }
    let gone = waiting[index].fixes.count - kept.count
    bytes -= gone * Self.fixBytes
    counters.shedFixes += gone
    shed.fixes += gone
    waiting[index].fixes = kept
  }

  private mutating func shedOldestBatch() {
    keepFixes(ofBatch: 0) { _ in false }
    counters.shedFrames += waiting[0].frames.count
    shed.frames += waiting[0].frames.count
    hasLostFrames = hasLostFrames || !waiting[0].frames.isEmpty
    bytes -= Self.size(of: waiting[0])
    waiting.removeFirst()
  }

  /// Tells of what was shed in the batch that is about to be sent.
  mutating func markShed() {
    guard shed.frames + shed.fixes > 0, let recording = waiting[0].recording else { return }
    let from = shed.from ?? recording.progress.lastFixAt
    waiting[0].markers.append(
      TelemetryMarker(
        occurredAtMs: from.milliseconds, elapsedRealtimeMs: lastFixAt?.milliseconds ?? 0,
        kind: .gap, boardID: recording.boardID, message: "store: gave up \(shed.causes)",
        gapMs: shed.to?.milliseconds(since: from) ?? 0))
    bytes += Self.noteBytes
    shed = Shed()
  }
}
