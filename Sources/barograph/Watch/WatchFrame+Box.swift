import CommandLineInterface
import ControlAPI
import FlightModel

/// Disk, box, problems and events.
extension WatchFrame {
  func disk(_ storage: StorageStatus) -> FrameLine {
    var line = FrameLine("DISK", to: 7)
    guard let free = storage.freeBytes, let total = storage.totalBytes, total > 0 else {
      line.add("-")
      return line
    }
    let share = min(1, max(0, 1 - Double(free) / Double(total)))
    let filled = Int((share * 20).rounded())
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
    line.add("[\(bar)] \(Decimal.text(share * 100, places: 0)) % used")
    line.add("   \(Decimal.size(bytes: free)) free")
    // Beyond a few weeks the number says nothing.
    if let hours = storage.hoursLeft, hours < 1000 {
      line.add("   about \(Decimal.span(seconds: hours * 3600)) at this rate")
    }
    return line
  }

  func written(_ facts: StatusFacts) -> FrameLine {
    let storage = facts.storage
    let isFailing = storage.consecutiveFailures > 0
    var line = FrameLine("WRITE", to: 7)
    if isFailing { line.add("FAIL  ", .bad) }
    let age = scene.aged(storage.lastDurableAgeS).map { "\(WatchText.age($0)) ago" }
    line.add("durable \(age ?? "-")")
    line.add("   slowest sync \(storage.slowestCommitMs.map { "\($0) ms" } ?? "-")")
    line.add("   errors \(storage.failedCommits)", isFailing ? .bad : nil)
    let dropped = storage.shedFixes &+ facts.counters.framesShed
    line.add("   dropped \(dropped)", dropped > 0 ? .warning : nil)
    if let waiting = storage.pendingBytes, let limit = storage.pendingBytesLimit, limit > 0 {
      line.add("   queue \(Decimal.text(100 * Double(waiting) / Double(limit), places: 0)) %")
    }
    return line
  }

  func host(_ host: HostStatus) -> FrameLine {
    var line = FrameLine("HOST", to: 7)
    line.add("cpu \(WatchText.text(host.cpuShare, times: 100)) %")
    if let degrees = host.temperatureC { line.add("   \(Decimal.text(degrees, places: 0)) C") }
    line.add("   rss \(host.residentBytes.map { Decimal.size(bytes: $0) } ?? "-")")
    guard let isLow = host.isSupplyLow else { return line }
    line.add("   supply: ")
    let count = host.lowSupplies ?? 0
    if count > 0 {
      line.add("low \(count)x since the start, ")
    } else if host.wasSupplyLow == true {
      line.add("low since boot, ")
    }
    line.add(isLow ? "LOW now" : "OK now", isLow ? .bad : nil)
    return line
  }

  func sync(_ sync: SyncFacts) -> FrameLine {
    var line = FrameLine("SYNC", to: 7)
    line.add(sync.line)
    return line
  }

  // MARK: Problems and events

  /// A title and at most `rows` lines: whole sentences while they have room, else two lines a problem,
  /// else one.
  func problems(_ problems: [Problem], rows: Int) -> [FrameLine] {
    guard !problems.isEmpty else { return [FrameLine("PROBLEMS none")] }
    let worst: FrameLine.Tone =
      problems.contains { $0.severity == .critical } ? .bad : .warning
    let title = FrameLine("PROBLEMS \(problems.count)", worst)
    let whole = problems.flatMap(paragraph)
    if whole.count <= rows { return [title] + whole }
    if problems.count * 2 <= rows { return [title] + problems.flatMap { [line($0), remedy($0)] } }
    if problems.count == 1 || rows < 2 { return [title] + problems.prefix(rows).map(line) }
    let shown = problems.count <= rows ? rows : rows - 1
    let rest = problems.count - shown
    return [title] + problems.prefix(shown).map(line)
      + (rest > 0 ? [FrameLine("       and \(rest) more: barograph status")] : [])
  }

  private func paragraph(_ problem: Problem) -> [FrameLine] {
    var short = problem
    let message = HelpText.wrap(problem.message, width: columns - 18)
    short.message = message[0]
    let remedy = HelpText.wrap("try: \(problem.fix)", width: columns - 7)
    return [line(short)]
      + (message.dropFirst() + remedy).map { FrameLine(String(repeating: " ", count: 7) + $0) }
  }

  private func line(_ problem: Problem) -> FrameLine {
    let isBad = problem.severity == .critical
    var line = FrameLine(isBad ? "FAIL" : "WARN", isBad ? .bad : .warning)
    line.add("   ")
    if let since = problem.since { line.add("\(time(since))  ") }
    line.add(problem.message)
    return line
  }

  private func remedy(_ problem: Problem) -> FrameLine { FrameLine("       try: \(problem.fix)") }

  /// Newest first, as many as fit.
  func events(_ events: [RecentEvent]) -> FrameLine {
    var line = FrameLine("EVENTS")
    if events.isEmpty { line.add(" none") }
    for event in events.reversed() {
      let text = "\(event.at.map { time($0) } ?? "--:--:--") \(WatchText.words(for: event))"
      let room = columns - line.width - 2
      if text.utf8.count > room { break }
      line.add(line.width == 6 ? " \(text)" : "    \(text)")
    }
    return line
  }
}
