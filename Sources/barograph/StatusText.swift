import CommandLineInterface
import ControlAPI
import FlightModel

/// The status document as a person reads it: what is going on first, the verdict last, an age on
/// every value, at most about fifteen lines.
struct StatusText {
  let document: StatusDocument
  let hasColour: Bool
  var units = ReadingUnits()

  var lines: [String] {
    guard let facts = document.facts, document.state != .unknown else {
      return [word(for: document.state)] + problemLines + [verdict]
    }
    var rows: [Row] = []
    for source in facts.sources { rows.append(row(of: source)) }
    rows.append(row(of: facts.fix))
    rows.append(row(of: facts.storage))
    rows.append(row(of: facts.clock))
    let width = max(6, rows.map(\.name.count).max() ?? 0)
    return [headline(facts)] + rows.map { $0.text(nameWidth: width, paint: paint) }
      + syncLines(facts.sync) + importLines(facts.imports) + lastFlightLines(facts) + problemLines
      + [verdict]
  }

  /// One line of the table.
  private struct Row {
    var name: String
    var state: String
    var age: String
    var details: [String]

    func text(nameWidth: Int, paint: (String, String) -> String) -> String {
      let padded = state + String(repeating: " ", count: max(0, 4 - state.count))
      let age = String(repeating: " ", count: max(0, 10 - age.count)) + age
      let start = "  " + name.printable + String(repeating: " ", count: nameWidth - name.count)
      let line = "\(start)  \(paint(padded, state))  \(age)"
      return details.isEmpty ? line : line + "  " + details.joined(separator: ", ").printable
    }
  }

  /// Only while there is something to do.
  private func importLines(_ imports: ImportFacts) -> [String] {
    var parts: [String] = []
    if imports.waiting > 0 { parts.append("\(Counted.text(imports.waiting, "file")) in the inbox") }
    if imports.analysisWaiting > 0 {
      parts.append("\(Counted.text(imports.analysisWaiting, "flight")) to be analysed")
    }
    let outdated = Int64(imports.outdatedFiles.count)
    if outdated > 0 {
      parts.append(
        "\(Counted.text(outdated, "file")) with a newer edition (barograph files update)")
    }
    return parts.isEmpty ? [] : ["  logbook      " + parts.joined(separator: ", ")]
  }

  // MARK: What is going on

  private func headline(_ facts: StatusFacts) -> String {
    let word = word(for: document.state)
    guard let recording = facts.recording else {
      let what = Self.words(for: facts) ?? "since \(Self.duration(facts.uptimeS))"
      return "\(word)  \(what)"
    }
    var parts = ["\(recording.kind) \(recording.id)"]
    if let landing = recording.landingAt {
      parts.append("landed \(Self.clock(landing))")
    } else if let takeoff = recording.takeoffAt {
      parts.append("airborne since \(Self.clock(takeoff))")
    } else {
      parts.append(recording.phase == "ground" ? "on the ground" : recording.phase)
    }
    parts.append("elapsed \(Self.duration(recording.elapsedS))")
    parts.append("\(recording.fixes) fixes")
    return "\(word)  \(parts.joined(separator: ", "))"
  }

  private func row(of source: SourceStatus) -> Row {
    var details: [String] = []
    if let rate = source.rateHz { details.append("\(Decimal.text(rate, places: 1))/s") }
    let errors = source.errors.values.reduce(0, &+)
    if errors > 0 { details.append("\(errors) errors") }
    if let active = source.receivers.first(where: \.isActive) {
      let others = source.receivers.count - 1
      details.append(active.name + (others > 0 ? " and \(others) more" : ""))
    }
    let state = source.link == .connected ? Self.word(for: source.state) : "GONE"
    return Row(name: source.spoken, state: state, age: Self.age(source.ageS), details: details)
  }

  private func row(of fix: FixStatus) -> Row {
    var row = Row(
      name: "fix", state: Self.word(for: fix.state), age: Self.age(fix.ageS), details: [])
    // What is lost is history: its values are not shown as if they were true.
    guard fix.state == .ok || fix.state == .late else {
      row.details = ["no position"]
      return row
    }
    switch fix.mode {
    case .threeDimensional: row.details.append("3D")
    case .twoDimensional: row.details.append("2D, no altitude")
    case .some(.none): row.details.append("no position")
    case nil: break
    }
    if let count = fix.satellitesUsed { row.details.append("\(count) satellites") }
    if let error = fix.horizontalErrorM {
      row.details.append("+-\(units.text(height: error))")
    }
    if let altitude = fix.meanSeaAltitudeM {
      row.details.append("\(units.text(height: altitude)) MSL")
    } else if let altitude = fix.ellipsoidAltitudeM {
      row.details.append("\(units.text(height: altitude)) ellipsoid")
    }
    if let speed = fix.groundSpeedMPerS {
      row.details.append(units.text(speed: speed, places: 0))
    }
    if fix.pressureAltitudeM != nil { row.details.append("pressure sensor") }
    return row
  }

  private func row(of storage: StorageStatus) -> Row {
    let isFailing = storage.consecutiveFailures > 0
    var details: [String] = []
    if storage.lastDurableAgeS == nil { details.append("none yet") }
    if let free = storage.freeBytes { details.append("\(Decimal.size(bytes: free)) free") }
    // Beyond a few weeks the number says nothing.
    if let hours = storage.hoursLeft, hours < 1000 {
      details.append("room for about \(Decimal.text(hours, places: 0)) h")
    }
    if storage.pendingFixes > 0 { details.append("\(storage.pendingFixes) fixes waiting") }
    if storage.failedCommits > 0 { details.append("\(storage.failedCommits) failed writes") }
    let isUnused = storage.lastDurableAgeS == nil
    return Row(
      name: "last write", state: isFailing ? "FAIL" : isUnused ? "-" : "OK",
      age: Self.age(storage.lastDurableAgeS),
      details: details)
  }

  private func row(of clock: ClockStatus) -> Row {
    var details: [String] = []
    switch clock.isPlausible {
    case true: details.append("set")
    case false: details.append("clock not set")
    default: details.append("not compared with GNSS yet")
    }
    if let offset = clock.offsetS {
      details.append(
        "GNSS \(offset < 0 ? "" : "+")\(Decimal.span(seconds: offset))")
    }
    if clock.steps > 0 { details.append(clock.steps == 1 ? "1 step" : "\(clock.steps) steps") }
    let state = clock.isPlausible.map { $0 ? "OK" : "LOST" } ?? "-"
    return Row(name: "clock", state: state, age: Self.age(clock.ageS), details: details)
  }

  /// A box that never had to do with a server is not reminded of it.
  private func syncLines(_ sync: SyncFacts) -> [String] {
    if sync.state == .off && sync.server == nil { return [] }
    return ["  sync         \(sync.line.printable)"]
  }

  private func lastFlightLines(_ facts: StatusFacts) -> [String] {
    guard let flight = facts.lastFlight else { return [] }
    let start = flight.takeoffAt ?? flight.firstFixAt
    return [
      "  last flight  \(Self.day(start)) \(Self.clock(start)), \(Self.duration(Double(flight.durationS)))"
        + ", \(flight.filename.printable)"
    ]
  }

  // MARK: Problems and verdict

  /// At most four are spelled out.
  private var problemLines: [String] {
    var lines: [String] = []
    for problem in document.problems.prefix(4) {
      let word = problem.severity == .critical ? "FAIL" : "WARN"
      let since = problem.since.map { " (since \(Self.clock($0)))" } ?? ""
      let text =
        HelpText.wrap(problem.message.printable + since, width: 74)
        + HelpText.wrap(problem.fix.printable, width: 74)
      lines.append("\(paint(word, word))  \(text[0])")
      lines += text.dropFirst().map { "      \($0)" }
    }
    if document.problems.count > 4 {
      lines.append("      and \(document.problems.count - 4) more: barograph status --json")
    }
    return lines
  }

  private var verdict: String {
    let count = document.problems.count
    let number = count == 1 ? "one problem" : "\(count) problems"
    return switch document.exitCode {
    case .healthy: paint("Healthy.", "OK")
    case .warnings: paint("Working, with \(number).", "WARN")
    case .notSafelyRecording: paint("NOT SAFE: a flight would not be recorded whole.", "FAIL")
    case .notRunning: paint("NOT RUNNING: nothing is recorded.", "FAIL")
    case .cannotTell: paint("CANNOT TELL whether anything is recorded.", "FAIL")
    }
  }

  private func word(for state: ServiceState) -> String {
    let word = state.rawValue.uppercased()
    let kind =
      switch state {
      case .recording, .landed, .armed, .finishing: "OK"
      case .down, .unknown: "FAIL"
      default: ""
      }
    return paint(word, kind)
  }

  private static func word(for state: DataState) -> String {
    state == .absent ? "NONE" : state.rawValue.uppercased()
  }

  /// Colour says again what the word says.
  private func paint(_ text: String, _ kind: String) -> String {
    guard hasColour else { return text }
    let code =
      switch kind {
      case "OK": "32"
      case "WARN", "LATE": "33"
      case "FAIL", "LOST", "GONE", "NONE": "1;31"
      default: ""
      }
    return code.isEmpty ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}

extension StatusText {
  /// What a state without an open recording means, where its word does not say it.
  static func words(for facts: StatusFacts) -> String? {
    switch facts.state {
    case .armed: "will record at take-off"
    case .idle where facts.awaitsLanding: "stopped by hand; armed again after the landing"
    case .idle: "records when told to (barograph record start)"
    case .waitingForFix: "the receiver has no position and date yet"
    case .recording: "a ride; its time is set once a fix or the clock tells it"
    case .finishing: "writing the IGC file of the last recording"
    default: nil
    }
  }

  /// `0.1 s ago`, `3 min ago`; `-` when there never was one.
  static func age(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite else { return "-" }
    return switch seconds {
    case ..<10: "\(Decimal.text(max(0, seconds), places: 1)) s ago"
    case ..<120: "\(Int(seconds)) s ago"
    case ..<7200: "\(Int(seconds / 60)) min ago"
    case ..<172_800: "\(Int(seconds / 3600)) h ago"
    default: "\(Decimal.text(seconds / 86_400, places: 0)) d ago"
    }
  }

  /// `1:12:44`.
  static func duration(_ seconds: Double) -> String {
    let whole = Int64(exactly: max(0, seconds).rounded(.down)) ?? 0
    return "\(whole / 3600):\(twoDigits(whole / 60 % 60)):\(twoDigits(whole % 60))"
  }

  /// `13:02:10Z`.
  static func clock(_ time: UTCInstant) -> String {
    String(time.rfc3339.dropFirst(11).prefix(8)) + "Z"
  }

  /// `2026-07-04`.
  static func day(_ time: UTCInstant) -> String { String(time.rfc3339.prefix(10)) }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
