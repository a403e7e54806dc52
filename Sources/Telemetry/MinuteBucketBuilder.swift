/// Builds the Minute Buckets of one board from its full-rate samples.
///
/// Each sample is counted once: one that is not later than the newest counted sample of its minute
/// is ignored. A start in mid-minute resumes the stored bucket under the same rule.
package struct MinuteBucketBuilder: Sendable {
  package static let minuteMs: Int64 = 60_000

  package private(set) var boardID: String
  /// The bucket of the running minute, so far; nil before the first sample.
  package private(set) var current: MinuteBucket?
  /// Samples that were not counted: not later than a counted one, or without a usable time.
  package private(set) var ignoredSamples = 0

  /// The minute before the running one: a clock that jumps ahead and returns finds it again.
  private var finished: MinuteBucket?
  private var isResumed: Bool
  private var energy = EnergyMeter()
  private var track = TrackMeter()
  private var newestMs: Int64 = .min

  /// For one board; `stored` is the bucket that the database holds for the minute of the start.
  package init(boardID: String, resuming stored: MinuteBucket? = nil) {
    self.boardID = ContractBounds.boardID(boardID)
    current = stored
    isResumed = stored != nil
    if let stored {
      newestMs = stored.lastSampleAtMs
      track.resume(after: stored.lastSampleAtMs)
    }
  }

  /// Counts a sample; gives the finished bucket when it opens another minute. A resumed bucket to
  /// which nothing came is already stored as it is and not given again.
  package mutating func add(_ sample: TelemetrySample) -> MinuteBucket? {
    guard sample.hasUsableTimes else {
      ignoredSamples += 1
      return nil
    }
    let start = sample.capturedAtMs - sample.capturedAtMs % Self.minuteMs
    var closed: MinuteBucket?
    if current?.bucketStartMs != start {
      closed = isResumed ? nil : current
      open(start, sample.capturedAtMs)
    }
    if current!.sampleCount > 0, sample.capturedAtMs <= current!.lastSampleAtMs {
      ignoredSamples += 1
    } else {
      isResumed = false
      count(sample)
    }
    return closed
  }

  /// Closes the running minute and goes on with another board, whose stored bucket may be resumed.
  package mutating func changeBoard(
    to boardID: String, resuming stored: MinuteBucket? = nil
  ) -> MinuteBucket? {
    let ignored = ignoredSamples
    let closed = isResumed ? nil : current
    self = MinuteBucketBuilder(boardID: boardID, resuming: stored)
    ignoredSamples = ignored
    return closed
  }

  private mutating func open(_ start: Int64, _ capturedAtMs: Int64) {
    let left = current
    if let finished, finished.bucketStartMs == start {
      current = finished
      isResumed = true
    } else {
      current = MinuteBucket(
        boardID: boardID, bucketStartMs: start, firstSampleAtMs: capturedAtMs,
        lastSampleAtMs: capturedAtMs)
      isResumed = false
    }
    // Kept while time runs backwards, so that a single wrong time cannot displace it.
    if let left, left.bucketStartMs < start { finished = left }
  }

  private mutating func count(_ sample: TelemetrySample) {
    if sample.capturedAtMs <= newestMs {
      energy = EnergyMeter()
      track = TrackMeter()
    }
    newestMs = sample.capturedAtMs
    let location = sample.joinedLocation
    current!.countPresence(sample)
    current!.countSpeed(sample.absSpeedCentiKmh(location), at: sample.capturedAtMs)
    current!.countMotion(sample.motion, odometerCm: sample.boundedOdometerCm)
    let work = energy.add(sample.motion, at: sample.capturedAtMs)
    current!.batteryUsedWhMilli = bounded(current!.batteryUsedWhMilli, plus: work.used)
    current!.batteryRegenWhMilli = bounded(current!.batteryRegenWhMilli, plus: work.regained)
    if let location, let leg = track.add(location) { current!.countFix(location, legCm: leg) }
  }
}

/// A sum that stays in the contract's range.
func bounded(_ sum: Int64, plus value: Int64) -> Int64 {
  let (total, overflow) = sum.addingReportingOverflow(value)
  return overflow ? ContractBounds.largestInteger : min(total, ContractBounds.largestInteger)
}
