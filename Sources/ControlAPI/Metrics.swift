import Exposition
import FlightModel

/// The status document in Prometheus' text format. What is unknown has no sample; nothing tells
/// where the box is, what its devices are called, or which files it has.
package struct Metrics {
  /// What answers to HTTP are called.
  package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  private let document: StatusDocument
  /// Since 1970, s.
  private let nowS: Double

  /// The whole text. A document that claims nothing gives `barograph_up 0` alone.
  package static func text(of document: StatusDocument) -> String {
    Metrics(document: document).families.map(\.text).joined()
  }

  private init(document: StatusDocument) {
    self.document = document
    nowS = Double(document.generatedAt.milliseconds) / 1000
  }

  private var families: [MetricFamily] {
    let isKnown = ![ServiceState.down, .unknown].contains(document.state)
    var up = MetricFamily("barograph_up", .gauge, "Whether the recorder runs and answers.")
    guard isKnown, let facts = document.facts else {
      up.add(0.0)
      return [up]
    }
    up.add(1.0)
    return [up] + service(facts) + recording(facts) + written(facts) + dropped(facts)
      + disk(facts.storage) + sources(facts.sources) + gnss(facts.fix) + clock(facts.clock)
      + storage(facts.storage) + host(facts.host) + export(facts) + [checks]
  }

  /// When something was that is `ageS` old now; nil for what never was.
  func time(_ ageS: Double?) -> Double? { ageS.map { nowS - $0 } }

  // MARK: The service

  private func service(_ facts: StatusFacts) -> [MetricFamily] {
    var build = MetricFamily("barograph_build_info", .gauge, "1, with the version of the recorder.")
    build.add(1.0, ("version", facts.version))
    let uptime = MetricFamily.gauge(
      "barograph_uptime_seconds", "Time since the recorder's start.", facts.uptimeS)
    var state = MetricFamily("barograph_state", .gauge, "1 for what the recorder is doing, else 0.")
    for word in ServiceState.allCases where word != .down && word != .unknown {
      state.add(word == facts.state ? 1.0 : 0, ("state", word.rawValue))
    }
    return [build, uptime, state]
  }

  /// The worst of each kind of problem.
  private var checks: MetricFamily {
    var family = MetricFamily(
      "barograph_check_status", .gauge, "0 well, 1 a warning, 2 a flight would not be recorded.")
    for check in MetricCheck.allCases {
      let severities = document.problems.filter { MetricCheck(problem: $0.id) == check }
        .map { $0.severity == .critical ? 2.0 : 1 }
      family.add(severities.max() ?? 0, ("check", check.rawValue))
    }
    return family
  }

  // MARK: Recordings

  private func recording(_ facts: StatusFacts) -> [MetricFamily] {
    let active = MetricFamily.gauge(
      "barograph_recording_active", "Whether a recording is open.", facts.recording != nil)
    let start = MetricFamily.gauge(
      "barograph_recording_start_timestamp_seconds", "When the open recording began.",
      facts.recording.map { Double($0.startedAt.milliseconds) / 1000 })
    var ended = MetricFamily(
      "barograph_recordings_total", .counter, "Recordings that ended, by how they came out.")
    let tally = facts.recordings
    ended.add(tally.clean, ("result", "clean"))
    ended.add(tally.recovered, ("result", "recovered"))
    ended.add(tally.discarded, ("result", "discarded"))
    ended.add(tally.failed, ("result", "failed"))
    let unfinished = MetricFamily.gauge(
      "barograph_recordings_unfinished", "Ended recordings whose file is not written yet.",
      facts.unfinishedRecordings)
    return [active, start, ended, unfinished]
  }

  private func written(_ facts: StatusFacts) -> [MetricFamily] {
    let counters = facts.counters
    var records = MetricFamily(
      "barograph_records_written_total", .counter, "Records that are on the disk, by stream.")
    records.add(counters.fixesStored, ("stream", "fix"))
    records.add(counters.frames, ("stream", "frame"))
    records.add(counters.buckets, ("stream", "minute"))
    records.add(counters.markers, ("stream", "marker"))
    let bytes = MetricFamily.counter(
      "barograph_written_bytes_total", "Bytes that the recorder had written to disks.",
      facts.host.writtenBytes)
    return [records, bytes]
  }

  private func dropped(_ facts: StatusFacts) -> [MetricFamily] {
    let counters = facts.counters
    var dropped = MetricFamily(
      "barograph_records_dropped_total", .counter, "Records that were not written, by reason.")
    dropped.add(facts.storage.shedFixes, ("stream", "fix"), ("reason", "queue-full"))
    dropped.add(counters.fixesHidden, ("stream", "fix"), ("reason", "privacy-zone"))
    dropped.add(counters.framesShed, ("stream", "frame"), ("reason", "queue-full"))
    dropped.add(counters.rowsRefused, ("stream", "telemetry"), ("reason", "out-of-bounds"))
    let received = MetricFamily.counter(
      "barograph_fixes_received_total", "Position reports of all receivers.", counters.fixesReceived
    )
    var rejected = MetricFamily(
      "barograph_fixes_rejected_total", .counter, "Position reports that were not used as they are."
    )
    for (reason, count) in counters.fixesRejected.sorted(by: { $0.key < $1.key }) {
      rejected.add(count, ("reason", reason))
    }
    return [dropped, received, rejected]
  }

  // MARK: The disk

  private func disk(_ storage: StorageStatus) -> [MetricFamily] {
    var errors = MetricFamily(
      "barograph_write_errors_total", .counter, "Writes that failed and were tried again.")
    errors.add(storage.failedCommits, ("op", "commit"))
    let durable = MetricFamily.gauge(
      "barograph_last_durable_timestamp_seconds",
      "When a commit was last on the disk; none where nothing is due.",
      time(storage.lastDurableAgeS))
    var sync = MetricFamily(
      "barograph_sync_duration_seconds", .histogram,
      "From handing in a commit until it is on the disk.")
    if let durations = storage.commitDurations {
      sync.add(
        bounds: DurationHistogram.boundsS, counts: durations.counts, sum: durations.sumS)
    }
    var queue = MetricFamily(
      "barograph_queue_records", .gauge, "Records that wait for the disk.")
    queue.add(storage.pendingFixes, ("stream", "fix"))
    let bytes = MetricFamily.gauge(
      "barograph_queue_bytes", "Memory of all that waits for the disk.", storage.pendingBytes)
    let capacity = MetricFamily.gauge(
      "barograph_queue_capacity_bytes", "Memory that may wait; beyond it detail is dropped.",
      storage.pendingBytesLimit)
    return [errors, durable, sync, queue, bytes, capacity]
  }

  private func storage(_ storage: StorageStatus) -> [MetricFamily] {
    let free = MetricFamily.gauge(
      "barograph_storage_free_bytes", "Free space where recordings are kept.", storage.freeBytes)
    let size = MetricFamily.gauge(
      "barograph_storage_size_bytes", "Size of that file system.", storage.totalBytes)
    let database = MetricFamily.gauge(
      "barograph_database_bytes", "Size of the database.", storage.databaseBytes)
    let left = MetricFamily.gauge(
      "barograph_storage_left_seconds", "Time until the space is used at the present rate.",
      storage.hoursLeft.map { $0 * 3600 })
    return [free, size, database, left]
  }

  // MARK: Sources and positions

  private func sources(_ sources: [SourceStatus]) -> [MetricFamily] {
    var up = MetricFamily("barograph_source_up", .gauge, "Whether a source is connected.")
    var last = MetricFamily(
      "barograph_source_last_message_timestamp_seconds", .gauge, "When a source last spoke.")
    var messages = MetricFamily(
      "barograph_source_messages_total", .counter, "Messages of a source.")
    var errors = MetricFamily(
      "barograph_source_errors_total", .counter, "Messages that could not be read, by reason.")
    var reconnects = MetricFamily(
      "barograph_source_reconnects_total", .counter, "How often a source was connected anew.")
    for (name, source) in zip(SourceNames.all(of: sources), sources) {
      let label = ("source", name)
      up.add(source.link == .connected ? 1.0 : 0, label)
      last.add(time(source.ageS), label)
      messages.add(source.messages, label)
      for (reason, count) in source.errors.sorted(by: { $0.key < $1.key }) {
        errors.add(count, label, ("reason", reason))
      }
      reconnects.add(source.reconnects, label)
    }
    return [up, last, messages, errors, reconnects]
  }

  private func gnss(_ fix: FixStatus) -> [MetricFamily] {
    let isShown = fix.state == .ok || fix.state == .late
    let mode = MetricFamily.gauge(
      "barograph_gnss_fix_mode", "0 unknown, 1 no position, 2 without height, 3 with height.",
      isShown ? fix.mode.map { Double($0.rawValue) } ?? 0 : 0)
    var satellites = MetricFamily(
      "barograph_gnss_satellites", .gauge, "Satellites of the receiver that is recorded.")
    satellites.add(isShown ? fix.satellitesUsed.map { Int64($0) } : nil, ("state", "used"))
    satellites.add(isShown ? fix.satellitesVisible.map { Int64($0) } : nil, ("state", "visible"))
    let hdop = MetricFamily.gauge(
      "barograph_gnss_hdop", "Horizontal dilution of precision.", isShown ? fix.hdop : nil)
    let error = MetricFamily.gauge(
      "barograph_gnss_horizontal_error_meters", "Error of the position, 95 %.",
      isShown ? fix.horizontalErrorM : nil)
    let last = MetricFamily.gauge(
      "barograph_gnss_last_fix_timestamp_seconds", "When the last fix came.", time(fix.ageS))
    return [mode, satellites, hdop, error, last]
  }

  private func clock(_ clock: ClockStatus) -> [MetricFamily] {
    let synchronised = MetricFamily.gauge(
      "barograph_clock_synchronized", "Whether a time service keeps the clock right.",
      clock.isSynchronised)
    let offset = MetricFamily.gauge(
      "barograph_clock_offset_seconds", "GNSS time less the box's clock.", clock.offsetS)
    let steps = MetricFamily.counter(
      "barograph_clock_steps_total", "Steps of the box's clock of a second and more.",
      clock.systemSteps)
    return [synchronised, offset, steps]
  }
}
