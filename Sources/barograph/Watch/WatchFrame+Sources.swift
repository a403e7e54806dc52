import ControlAPI
import FlightModel

/// Sources, the fix and the clock.
extension WatchFrame {
  func sources(_ facts: StatusFacts, rows: Int) -> [FrameLine] {
    var title = FrameLine("SOURCE", to: 12)
    title.add("STATE")
    for (word, end) in [("AGE", 25), ("RATE", 34), ("MESSAGES", 46), ("ERRORS", 54)] {
      title.add(word, endingAt: end)
    }
    title.add("  NOTE")
    if facts.sources.isEmpty { return [title, FrameLine("none", .bad)] }
    let named = ordered(facts)
    let all = named.map { line($0.name, $0.source) }
    guard all.count > rows else { return [title] + all }
    if rows == 1, let worst = named.min(by: { badness($0.source) < badness($1.source) }) {
      return [title, line(worst.name, worst.source)]
    }
    let rest = "and \(all.count - rows + 1) more: barograph devices"
    return [title] + all.prefix(rows - 1) + [FrameLine(rest)]
  }

  private func ordered(_ facts: StatusFacts) -> [(name: String, source: SourceStatus)] {
    let named = zip(SourceNames.all(of: facts.sources), facts.sources).map {
      (name: $0, source: $1)
    }
    return switch view.order {
    case .asConfigured: named
    case .byName: named.sorted { $0.name < $1.name }
    case .worstFirst: named.sorted { (badness($0.source), $0.name) < (badness($1.source), $1.name) }
    }
  }

  /// Lower for worse.
  private func badness(_ source: SourceStatus) -> Int {
    switch word(of: source) {
    case "GONE": 0
    case "LOST": 1
    case "NONE": 2
    case "LATE": 3
    default: 4
    }
  }

  private func word(of source: SourceStatus) -> String {
    switch source.link {
    case .gone: "GONE"
    case .connecting: "OPENS"
    case .connected: word(of: scene.aged(source.state, source.ageS, rateHz: nil))
    }
  }

  func word(of state: DataState) -> String {
    state == .absent ? "NONE" : state.rawValue.uppercased()
  }

  func tone(of word: String) -> FrameLine.Tone? {
    switch word {
    case "OK": .good
    case "LATE", "OPENS", "WARN": .warning
    case "-": nil
    default: .bad
    }
  }

  private func line(_ name: String, _ source: SourceStatus) -> FrameLine {
    let word = word(of: source)
    let isFresh = word == "OK" || word == "LATE"
    var line = FrameLine(String(name.prefix(11)), to: 12)
    line.add(word, tone(of: word))
    line.add(WatchText.age(scene.aged(source.ageS)), endingAt: 25)
    line.add(isFresh ? WatchText.rate(source.rateHz) : "-", endingAt: 34)
    line.add(WatchText.grouped(source.messages), endingAt: 46)
    line.add(WatchText.grouped(source.errors.values.reduce(0, &+)), endingAt: 54)
    line.add("  \(note(source))")
    return line
  }

  /// What is wrong, else which receiver is recorded, else where it is.
  private func note(_ source: SourceStatus) -> String {
    if let note = source.note { return note }
    if let active = source.receivers.first(where: \.isActive) {
      let others = source.receivers.count - 1
      return active.name + (others > 0 ? " and \(others) more" : "")
    }
    return source.spoken
  }

  // MARK: Fix and clock

  func position(_ facts: StatusFacts) -> [FrameLine] {
    let state = scene.aged(facts.fix.state, facts.fix.ageS, rateHz: nil)
    let isShown = scene.liveness != .lost && (state == .ok || state == .late)
    return [
      fix(facts.fix, state, isShown), place(isShown ? facts.fix : FixStatus()),
      clock(facts.clock),
    ]
  }

  private func fix(_ fix: FixStatus, _ state: DataState, _ isShown: Bool) -> FrameLine {
    let mode =
      switch isShown ? fix.mode : nil {
      case .threeDimensional: "3D"
      case .twoDimensional: "2D, no height"
      case .some(.none): "no position"
      case nil: word(of: state)
      }
    let isGood = isShown && fix.mode == .threeDimensional && state == .ok
    var line = FrameLine("FIX", to: 7)
    line.add(mode, isGood ? .good : isShown ? .warning : .bad)
    if isShown {
      line.add("   used \(WatchText.text(fix.satellitesUsed))")
      line.add(" / seen \(WatchText.text(fix.satellitesVisible))")
      line.add("   hdop \(WatchText.text(fix.hdop, places: 1))")
      line.add("   eph \(WatchText.text(fix.horizontalErrorM, places: 1)) m")
    }
    line.add("fix age \(WatchText.age(scene.aged(fix.ageS)))", atEdge: width)
    return line
  }

  private func place(_ fix: FixStatus) -> FrameLine {
    var line = FrameLine("POS", to: 7)
    guard let position = fix.position else {
      line.add("-")
      return line
    }
    line.add(WatchText.degrees(position.latitude, "N", "S"))
    line.add("  \(WatchText.degrees(position.longitude, "E", "W"))")
    let isMetric = view.units == .metric
    let height = fix.meanSeaAltitudeM ?? fix.ellipsoidAltitudeM
    let datum = fix.meanSeaAltitudeM == nil && height != nil ? " ell" : ""
    line.add("   alt \(WatchText.text(height, times: isMetric ? 1 : 1 / 0.3048))")
    line.add("\(isMetric ? " m" : " ft")\(datum)")
    line.add("   gs \(WatchText.text(fix.groundSpeedMPerS, times: isMetric ? 3.6 : 3600 / 1852))")
    line.add(isMetric ? " km/h" : " kt")
    line.add("   trk \(WatchText.text(fix.trackDeg))")
    line.add("   " + climb(fix.climbMPerS, isMetric))
    return line
  }

  private func climb(_ climb: Double?, _ isMetric: Bool) -> String {
    guard let climb else { return "-" }
    let sign = climb < 0 ? "" : "+"
    return isMetric
      ? "\(sign)\(Decimal.text(climb, places: 1)) m/s"
      : "\(sign)\(Decimal.text(climb * 60 / 0.3048, places: 0)) ft/min"
  }

  private func clock(_ clock: ClockStatus) -> FrameLine {
    var line = FrameLine("CLOCK", to: 7)
    switch (clock.isPlausible, clock.isSynchronised) {
    case (false, _): line.add("NOT SET", .warning)
    case (_, true): line.add("kept by a time service")
    case (true, _): line.add("set, not kept by a time service")
    case (nil, _): line.add("not compared with GNSS yet")
    }
    if let offset = clock.offsetS { line.add("   GNSS \(WatchText.offset(offset))") }
    if let steps = clock.systemSteps {
      line.add("   steps \(steps)")
      if let at = clock.lastStepAt { line.add(" (last \(time(at)))") }
    }
    return line
  }

  /// A time of day, in UTC or local time as wanted.
  func time(_ instant: UTCInstant) -> String {
    guard view.isLocalTime else { return StatusText.clock(instant) }
    return WatchText.time(instant.advanced(byMilliseconds: Int64(scene.zoneMinutes) * 60_000))
  }
}
