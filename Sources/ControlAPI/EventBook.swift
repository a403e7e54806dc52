package import FlightModel

/// Notices what changes from one look at the facts to the next, and keeps the last of it.
package struct EventBook: Sendable {
  /// More than fit a screen.
  package static let limit = 20

  /// What is known of a source.
  private struct Known {
    var title: String
    var isLost: Bool
    var givesPosition: Bool
  }

  /// Oldest first.
  package private(set) var events: [RecentEvent] = []
  private var recording: RecordingStatus?
  /// By name.
  private var sources: [String: Known] = [:]
  private var hasFix: Bool?
  private var isFixLossTold = false
  private var systemSteps: Int64 = 0
  private var isSupplyLow = false

  package init() {}

  /// Compares with the look before. Before the first, nothing was recorded.
  package mutating func note(_ facts: StatusFacts, at now: UTCInstant) {
    // A box that was never set does not know when something happened.
    let isSet = facts.clock.isPlausible != false && now.date.year >= 2025
    let time = isSet ? now : nil
    noteRecording(facts.recording, time)
    noteSources(facts.sources, time)
    noteFix(facts.fix, time)
    if let steps = facts.clock.systemSteps, steps > systemSteps {
      systemSteps = steps
      add(.clockStep, time)
    }
    if let isLow = facts.host.isSupplyLow, isLow != isSupplyLow {
      isSupplyLow = isLow
      add(isLow ? .lowSupply : .supplyBack, time)
    }
  }

  private mutating func add(_ kind: RecentEvent.Kind, _ at: UTCInstant?, _ subject: String? = nil) {
    events.append(RecentEvent(kind, at: at, subject: subject))
    if events.count > Self.limit { events.removeFirst() }
  }

  private mutating func noteRecording(_ new: RecordingStatus?, _ now: UTCInstant?) {
    let isOther = new?.id != recording?.id
    if isOther, recording != nil { add(.recordingEnd, now) }
    if isOther, let new { add(.recordingStart, new.startedAt) }
    let before = isOther ? nil : recording
    if let at = new?.takeoffAt, before?.takeoffAt == nil { add(.takeoff, at) }
    if let at = new?.landingAt, before?.landingAt == nil { add(.landing, at) }
    recording = new
  }

  // MARK: Sources and fixes

  private mutating func noteSources(_ new: [SourceStatus], _ now: UTCInstant?) {
    for source in new { note(source, now) }
    noteMissing(new, now)
  }

  /// What has not spoken yet cannot be lost.
  private mutating func note(_ source: SourceStatus, _ now: UTCInstant?) {
    let isWell = source.link == .connected && (source.state == .ok || source.state == .late)
    let isLost = source.link == .gone || source.state == .lost
    let known = sources[source.name]
    guard isWell || isLost && known != nil else { return }
    sources[source.name] = Known(
      title: source.spoken, isLost: isLost, givesPosition: source.givesPosition)
    guard isLost != known?.isLost ?? false else { return }
    add(isLost ? .sourceLost : .sourceBack, now, source.spoken)
  }

  /// What is gone from the list was found by itself and taken away.
  private mutating func noteMissing(_ new: [SourceStatus], _ now: UTCInstant?) {
    let names = Set(new.map(\.name))
    for (name, known) in sources.sorted(by: { $0.key < $1.key }) where !names.contains(name) {
      if !known.isLost { add(.sourceLost, now, known.title) }
      sources[name]?.isLost = true
    }
    if sources.count > 4 * Self.limit { sources = sources.filter { names.contains($0.key) } }
  }

  /// The cause is told, not its symptom: a fix is lost alone only while what gives it speaks.
  private mutating func noteFix(_ fix: FixStatus, _ now: UTCInstant?) {
    let isCauseTold = sources.values.contains { $0.isLost && $0.givesPosition }
    let isThere = (fix.state == .ok || fix.state == .late) && fix.mode != Fix.Mode.none
    if hasFix == true, !isThere, !isCauseTold {
      add(.fixLost, now)
      isFixLossTold = true
    } else if hasFix == false, isThere, isFixLossTold {
      add(.fixBack, now)
      isFixLossTold = false
    }
    if isThere || hasFix != nil { hasFix = isThere }
  }
}
