import Exposition
import Linux

/// What a receiver does and holds, in Prometheus' text format. Nothing tells who has an account,
/// what a device is called or what was flown.
package struct ReceiverMetrics: Sendable {
  private let counters: ReceiverCounters
  private let overview: ReceiverOverview
  private let version: String
  private let clock: ReceiverClock
  private let sensors = HostSensors()
  private let startedAtMs: Int64

  /// Begins to count the uptime.
  package init(
    counters: ReceiverCounters, overview: ReceiverOverview, version: String,
    clock: ReceiverClock = .system
  ) {
    self.counters = counters
    self.overview = overview
    self.version = version
    self.clock = clock
    startedAtMs = clock.monotonicMs()
  }

  /// The whole text. Blocks its thread; where the storage does not answer it says so, and what the
  /// storage holds has no samples.
  package func text() -> String {
    var census: ReceiverCensus?
    do throws(StorageFailure) {
      census = try overview.census()
    } catch {
      counters.note(error)
    }
    let figures = counters.figures
    let families =
      service(isStorageUp: census != nil) + traffic(figures) + taken(figures)
      + (census.map { held($0) + devices($0) } ?? []) + process
    return families.map(\.text).joined()
  }

  private func service(isStorageUp: Bool) -> [MetricFamily] {
    var build = MetricFamily(
      "barograph_receiver_build_info", .gauge, "1, with the version of the receiver.")
    build.add(1.0, ("version", version))
    let uptime = MetricFamily.gauge(
      "barograph_receiver_uptime_seconds", "Time since the receiver's start.",
      Double(clock.monotonicMs() - startedAtMs) / 1000)
    let storage = MetricFamily.gauge(
      "barograph_receiver_storage_up", "Whether the storage answered when this was made.",
      isStorageUp)
    return [build, uptime, storage]
  }

  private func traffic(_ figures: ReceiverCounters.Figures) -> [MetricFamily] {
    var requests = MetricFamily(
      "barograph_receiver_requests_total", .counter, "Requests of devices, by class of answer.")
    let sorted = figures.requests.sorted {
      ($0.key.route, $0.key.answer) < ($1.key.route, $1.key.answer)
    }
    for (series, count) in sorted {
      requests.add(count, ("route", series.route), ("class", series.answer))
    }
    let received = MetricFamily.counter(
      "barograph_receiver_received_bytes_total", "Bytes of bodies that came, as they travelled.",
      figures.receivedBytes)
    let sent = MetricFamily.counter(
      "barograph_receiver_sent_bytes_total", "Bytes of bodies that were answered.",
      figures.sentBytes)
    return [requests, received, sent]
  }

  private func taken(_ figures: ReceiverCounters.Figures) -> [MetricFamily] {
    let rows = MetricFamily.counter(
      "barograph_receiver_rows_accepted_total", "Rows of batches that were applied.", figures.rows)
    let files = MetricFamily.counter(
      "barograph_receiver_files_accepted_total", "Files that were stored and not there before.",
      figures.files)
    let bytes = MetricFamily.counter(
      "barograph_receiver_files_accepted_bytes_total", "Bytes of these files, unpacked.",
      figures.fileBytes)
    var errors = MetricFamily(
      "barograph_receiver_storage_errors_total", .counter,
      "What the storage was asked and could not do, by reason.")
    for (kind, count) in figures.failures.sorted(by: { $0.key < $1.key }) {
      errors.add(count, ("reason", kind))
    }
    return [rows, files, bytes, errors]
  }

  private func held(_ census: ReceiverCensus) -> [MetricFamily] {
    let total = census.total
    return [
      .gauge("barograph_receiver_accounts", "Accounts.", Int64(census.accounts.count)),
      .gauge("barograph_receiver_flights", "Flights of all accounts.", total.flights),
      .gauge("barograph_receiver_rides", "Rides of all accounts.", total.rides),
      .gauge("barograph_receiver_files_bytes", "Bytes of all files.", total.bytes),
      .gauge("barograph_receiver_database_bytes", "Size of the database.", census.databaseBytes),
    ]
  }

  private func devices(_ census: ReceiverCensus) -> [MetricFamily] {
    var devices = MetricFamily(
      "barograph_receiver_devices", .gauge,
      "Devices that may send, by how long ago they were last heard of.")
    let classes = census.devices.map { LastContact(at: $0.lastUsedAtMs, nowMs: census.madeAtMs) }
    for contact in LastContact.allCases {
      devices.add(Int64(classes.filter { $0 == contact }.count), ("contact", contact.rawValue))
    }
    let newest = census.devices.compactMap(\.lastUsedAtMs).max()
    let last = MetricFamily.gauge(
      "barograph_receiver_last_contact_timestamp_seconds", "When any device was last heard of.",
      newest.map { Double($0) / 1000 })
    return [devices, last]
  }

  private var process: [MetricFamily] {
    let reading = sensors.read()
    return [
      .gauge(
        "process_resident_memory_bytes", "Memory of the receiver.", reading.residentBytes),
      .counter("process_cpu_seconds_total", "Processor time of the receiver.", reading.cpuS),
    ]
  }
}

/// How long ago a device was heard of.
enum LastContact: String, CaseIterable {
  case hour, day, week, longer, never

  init(at ms: Int64?, nowMs: Int64) {
    guard let ms else {
      self = .never
      return
    }
    switch nowMs - ms {
    case ...3_600_000: self = .hour
    case ...86_400_000: self = .day
    case ...604_800_000: self = .week
    default: self = .longer
    }
  }
}
