import ControlAPI
import FlightModel

/// The screen of `barograph watch`, made from what is known alone: the same scene and view give the
/// same lines.
struct WatchFrame {
  /// Fewer rows cost the events, then the box, then sources and problems.
  static let fullHeight = 24
  /// Narrower screens cut their lines.
  static let layoutWidth = 80

  let scene: WatchScene
  let view: WatchView
  let width: Int
  let height: Int

  init(_ scene: WatchScene, view: WatchView = WatchView(), width: Int = 80, height: Int = 24) {
    self.scene = scene
    self.view = view
    self.width = max(1, width)
    self.height = max(1, height)
  }

  /// The width that columns are laid out for.
  var columns: Int { max(Self.layoutWidth, width) }

  /// As many as there are rows.
  var lines: [FrameLine] {
    let head = [header, banner, rule]
    let foot = [rule, footer]
    let rows = height - head.count - foot.count
    guard rows > 0 else { return Array((head + foot).prefix(height)) }
    var body = body(rows: rows)
    if scene.liveness != .live, !view.isHelpShown { body = body.map(\.faded) }
    body += Array(repeating: FrameLine(), count: max(0, rows - body.count))
    return head + body.prefix(rows) + foot
  }

  /// All that there is to show without keys, an empty line behind it.
  static func plainText(of scene: WatchScene) -> String {
    let frame = WatchFrame(scene, height: 400)
    let lines = [frame.header, frame.banner, frame.rule] + frame.body(rows: 395) + [FrameLine()]
    return lines.map { $0.rendered(width: 500, hasColour: false) + "\n" }.joined()
  }

  var rule: FrameLine { .rule(columns) }

  private func body(rows: Int) -> [FrameLine] {
    if view.isHelpShown { return help }
    guard let facts = scene.document?.facts else { return nothingKnown }
    let problems = scene.document?.problems ?? []
    var box = [disk(facts.storage), written(facts)]
    var events = [self.events(facts.events)]
    if height >= Self.fullHeight - 1 { box += [self.host(facts.host)] }
    if facts.sync.state != .off, height >= Self.fullHeight { box.append(sync(facts.sync)) }
    if height < Self.fullHeight { events = [] }
    // Title of sources, two rules, three lines of the fix, a rule, title of problems.
    let fixed = 1 + 1 + 3 + 1 + box.count + 1 + 1 + events.count
    let room = max(2, rows - fixed)
    let forProblems = min(problems.count * 2, 2)
    let sourceRows = max(1, min(facts.sources.count, room - forProblems))
    return sources(facts, rows: sourceRows) + [rule] + position(facts) + [rule] + box + [rule]
      + self.problems(problems, rows: max(0, room - sourceRows)) + events
  }

  // MARK: Head and foot

  private var header: FrameLine {
    var line = FrameLine(scene.host, .strong)
    line.add("  barograph \(scene.document?.facts?.version ?? "")")
    line.add(clock, atEdge: width)
    return line
  }

  /// `2026-07-04 14:13:54Z  (16:13:54 +02)`.
  private var clock: String {
    guard scene.now.date.year >= 2025 else { return "clock not set" }
    let local = scene.now.advanced(byMilliseconds: Int64(scene.zoneMinutes) * 60_000)
    let (day, time) = (StatusText.day(scene.now), StatusText.clock(scene.now))
    guard scene.zoneMinutes != 0 else { return "\(day) \(time)" }
    let zone = WatchText.zone(minutes: scene.zoneMinutes)
    return view.isLocalTime
      ? "\(StatusText.day(local)) \(WatchText.time(local)) \(zone)  (\(time))"
      : "\(day) \(time)  (\(WatchText.time(local)) \(zone))"
  }

  private var banner: FrameLine {
    let state = scene.document?.state.rawValue.uppercased() ?? "NOTHING KNOWN"
    let age = WatchText.age(scene.ageS)
    switch scene.liveness {
    case .lost: return lostBanner(state, age)
    case .live, .late:
      var line = FrameLine(state, tone(of: scene.document?.state))
      line.add("  \(headline)")
      if view.isPaused { line.add("  PAUSED", .warning) }
      let isLate = scene.liveness == .late
      let reply = "\(scene.liveness.rawValue)   reply \(age) ago"
      line.add(reply, isLate ? .warning : nil, atEdge: width)
      return line
    }
  }

  /// What was is not shown as if it were.
  private func lostBanner(_ state: String, _ age: String) -> FrameLine {
    var line = FrameLine("LOST", .bad)
    guard scene.document != nil else {
      line.add("  \(scene.trouble?.message ?? "no answer yet"); asking again")
      return line
    }
    line.add("  no answer for \(age), it was \(state): \(scene.trouble?.message ?? "it is silent")")
    return line
  }

  private func tone(of state: ServiceState?) -> FrameLine.Tone? {
    switch state {
    case .recording, .landed, .armed, .finishing: .good
    case .down, .unknown, nil: .bad
    default: .warning
    }
  }

  private var headline: String {
    guard let facts = scene.document?.facts else { return "" }
    guard let recording = facts.recording else {
      return StatusText.words(for: facts) ?? ""
    }
    let elapsed = StatusText.duration(scene.aged(recording.elapsedS) ?? 0)
    return "\(recording.kind) \(recording.id)  \(recording.phase)  elapsed \(elapsed)"
  }

  private var footer: FrameLine {
    var line = FrameLine("q quit  p pause  t UTC/local  u units  s sort  d doctor  ? help")
    line.add("by \(view.order.text)", atEdge: width)
    return line
  }

  private var nothingKnown: [FrameLine] {
    guard let fix = scene.trouble?.fix else { return [] }
    return [FrameLine(), FrameLine("try: \(fix)")]
  }

  private var help: [FrameLine] {
    [
      "q  Ctrl-C   leave", "p           hold the screen still, or go on",
      "t           UTC or local time",
      "u           m, km/h, m/s or ft, kt, ft/min",
      "s           sources as configured, the worst first, or by name",
      "d           run barograph doctor", "Ctrl-L      paint the screen anew", "",
      "OK    fresh             LATE  a few messages are missing",
      "LOST  silent too long   GONE  cannot be reached   NONE  has said nothing yet", "",
      "LIVE, LATE, LOST above: how old the recorder's own answer is. Without answers",
      "ages grow, values become dashes, and it is asked again each second.", "",
      "Any key goes back.",
    ].map { FrameLine($0) }
  }
}
