import Exposition

/// The box, and what leaves it or comes to it.
extension Metrics {
  func host(_ host: HostStatus) -> [MetricFamily] {
    let low = MetricFamily.gauge(
      "barograph_undervoltage_active", "Whether the board finds its supply too low.",
      host.isSupplyLow)
    let events = MetricFamily.counter(
      "barograph_undervoltage_events_total", "How often the supply became too low.",
      host.lowSupplies)
    let temperature = MetricFamily.gauge(
      "barograph_host_temperature_celsius", "Temperature of the processor.", host.temperatureC)
    let cpu = MetricFamily.gauge(
      "barograph_host_cpu_ratio", "Of all processors, busy lately.", host.cpuShare)
    let memory = MetricFamily.gauge(
      "process_resident_memory_bytes", "Memory of the recorder.", host.residentBytes)
    let seconds = MetricFamily.counter(
      "process_cpu_seconds_total", "Processor time of the recorder.", host.cpuS)
    return [low, events, temperature, cpu, memory, seconds]
  }

  func export(_ facts: StatusFacts) -> [MetricFamily] {
    let sync = facts.sync
    var last = MetricFamily(
      "barograph_export_last_success_timestamp_seconds", .gauge,
      "When the server last took something, or had everything.")
    last.add(time(sync.lastSuccessAgeS), ("target", "server"))
    var rows = MetricFamily("barograph_export_pending_rows", .gauge, "Rows that wait for a server.")
    var files = MetricFamily(
      "barograph_export_pending_files", .gauge, "Files that wait for a server.")
    if sync.state != .off {
      rows.add(sync.pendingRows, ("target", "server"))
      files.add(sync.pendingFiles, ("target", "server"))
    }
    let inbox = MetricFamily.gauge(
      "barograph_inbox_files", "Files that wait to be taken in.", facts.imports.waiting)
    let quarantine = MetricFamily.gauge(
      "barograph_quarantined_files", "Files that could not be taken in.", facts.imports.quarantined)
    return [last, rows, files, inbox, quarantine]
  }
}

/// The kinds of problems as a label has them, a closed set.
enum MetricCheck: String, CaseIterable {
  case clock, configuration, database, disk, fix, logbook, other, source, supply, sync

  /// The kind of a problem's id.
  init(problem id: String) {
    switch id.prefix(while: { $0 != "-" }) {
    case "clock": self = .clock
    case "configuration": self = .configuration
    case "database": self = .database
    case "disk", "storage", "fixes": self = .disk
    case "fix": self = .fix
    case "source": self = .source
    case "supply": self = .supply
    case "sync": self = .sync
    case "igc", "import", "inbox", "files", "analysis", "stick": self = .logbook
    case "no": self = id == "no-fix" ? .fix : .source
    default: self = .other
    }
  }
}
