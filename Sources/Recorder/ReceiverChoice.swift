package import FlightModel

/// Chooses the one receiver whose fixes are filed; the others stand by.
///
/// Silence and quality are measured on the standby receiver's own fix times, so that a replay faster
/// than life decides as the flight did and a wrong clock cannot win by being wrong. What a standby
/// receiver reported lately is kept, so that a change leaves no hole.
package struct ReceiverChoice: Sendable {
  /// What becomes of a report.
  package enum Decision: Equatable, Sendable {
    case active
    case standby
    case changed(ReceiverChange)
  }

  /// Another receiver became the active one.
  package struct ReceiverChange: Equatable, Sendable {
    package var from: ReceiverID
    package var to: ReceiverID
    package var reason: String
    /// The new one's late reports, oldest first; the newest report is the last.
    package var backlog: [Fix]
  }

  /// A standby receiver takes over after so much silence of the active one, ms.
  static let silenceMs: Int64 = 3_000
  /// It does after being better for so long, ms.
  static let betterMs: Int64 = 30_000
  /// Receivers that are remembered; more than a cockpit has.
  static let most = 8
  /// Late reports kept of each: five seconds at 20 Hz.
  static let backlogFixes = 100

  fileprivate struct Candidate: Sendable {
    var id: ReceiverID
    var heardAt: MonotonicInstant
    var mode = Fix.Mode.none
    var errorCm: Int32?
    /// Mean interval of its fix times, ms.
    var intervalMs: Double = 1_000
    var time: UTCInstant?
    var isLost = false
    /// Its time when the active one was last heard with a position, and when it became better.
    var silentFrom: UTCInstant?
    var betterFrom: UTCInstant?
    /// Its time when a report of the active one was last filed, while its own would be.
    var uselessFrom: UTCInstant?
    var backlog: [Fix] = []
  }

  private var candidates: [Candidate] = []
  private var activeIndex: Int?

  package init() {}

  /// The active receiver, once there was any.
  package var active: ReceiverID? { activeIndex.map { candidates[$0].id } }

  /// Takes a report and says whether it is filed; `isNews` if its time goes on with the recording.
  package mutating func take(_ fix: Fix, isNews: Bool) -> Decision {
    let index = indexOfCandidate(for: fix)
    candidates[index].note(fix)
    guard let activeIndex else {
      self.activeIndex = index
      return .active
    }
    if index == activeIndex {
      if candidates.count > 1, fix.mode >= .twoDimensional {
        for other in candidates.indices { candidates[other].silentFrom = nil }
      }
      return .active
    }
    candidates[index].remember(fix)
    if !isNews { candidates[index].uselessFrom = nil }
    guard let reason = reasonToChange(to: index, isNews: isNews) else { return .standby }
    return .changed(change(to: index, reason))
  }

  /// Says that a report of the active receiver was filed, so that it is of use.
  package mutating func noteFiled() {
    guard candidates.count > 1 else { return }
    for other in candidates.indices { candidates[other].uselessFrom = nil }
  }

  /// Says that a link is gone; gives the change if another receiver can take over at once.
  package mutating func lose(_ id: ReceiverID) -> ReceiverChange? {
    guard let index = candidates.firstIndex(where: { $0.id == id }) else { return nil }
    candidates[index].isLost = true
    candidates[index].mode = .none
    guard index == activeIndex else { return nil }
    let heir = candidates.indices.filter { $0 != index && candidates[$0].isUsable }
      .max { candidates[$0].heardAt < candidates[$1].heardAt }
    return heir.map { change(to: $0, "its link is gone") }
  }

  private mutating func indexOfCandidate(for fix: Fix) -> Int {
    if let known = candidates.firstIndex(where: { $0.id == fix.receiver }) { return known }
    let new = Candidate(id: fix.receiver, heardAt: fix.receivedAt)
    guard candidates.count >= Self.most else {
      candidates.append(new)
      return candidates.count - 1
    }
    let oldest = candidates.indices.filter { $0 != activeIndex }
      .min { candidates[$0].heardAt < candidates[$1].heardAt }!
    candidates[oldest] = new
    return oldest
  }

  private mutating func reasonToChange(to index: Int, isNews: Bool) -> String? {
    guard candidates[index].isUsable, let time = candidates[index].time, let activeIndex else {
      return nil
    }
    let active = candidates[activeIndex]
    if active.isLost { return "its link is gone" }
    if active.time == nil { return "it has had no position yet" }
    if candidates[index].silentFrom == nil { candidates[index].silentFrom = time }
    if time.milliseconds(since: candidates[index].silentFrom!) >= Self.silenceMs {
      return active.mode >= .twoDimensional ? "it is silent" : "it has no position"
    }
    if isNews {
      if candidates[index].uselessFrom == nil { candidates[index].uselessFrom = time }
      if time.milliseconds(since: candidates[index].uselessFrom!) >= Self.silenceMs {
        return "its times do not go on"
      }
    }
    guard candidates[index].isBetter(than: active) else {
      candidates[index].betterFrom = nil
      return nil
    }
    if candidates[index].betterFrom == nil { candidates[index].betterFrom = time }
    let better = time.milliseconds(since: candidates[index].betterFrom!) >= Self.betterMs
    return better ? "the other is better" : nil
  }

  private mutating func change(to index: Int, _ reason: String) -> ReceiverChange {
    let change = ReceiverChange(
      from: candidates[activeIndex!].id, to: candidates[index].id, reason: reason,
      backlog: candidates[index].backlog)
    activeIndex = index
    for other in candidates.indices {
      candidates[other].silentFrom = nil
      candidates[other].betterFrom = nil
      candidates[other].uselessFrom = nil
    }
    candidates[index].backlog.removeAll()
    return change
  }
}

extension ReceiverChoice.Candidate {
  /// Whether it has a position now.
  fileprivate var isUsable: Bool { !isLost && mode >= .twoDimensional && time != nil }

  fileprivate mutating func note(_ fix: Fix) {
    isLost = false
    heardAt = fix.receivedAt
    mode = fix.mode
    errorCm = fix.horizontalErrorCm
    guard fix.mode >= .twoDimensional, let new = fix.time else { return }
    if let time {
      let step = new.milliseconds(since: time)
      if (1...10_000).contains(step) { intervalMs += (Double(step) - intervalMs) / 8 }
    }
    time = new
  }

  fileprivate mutating func remember(_ fix: Fix) {
    if backlog.count >= ReceiverChoice.backlogFixes {
      backlog.removeFirst(ReceiverChoice.backlogFixes / 2)
    }
    backlog.append(fix)
  }

  /// A higher mode, half the error, or twice the rate without a much larger error.
  fileprivate func isBetter(than other: Self) -> Bool {
    if mode != other.mode { return mode > other.mode }
    let known = errorCm != nil && other.errorCm != nil
    let (mine, its) = (Double(errorCm ?? 0), Double(other.errorCm ?? 0))
    if known, mine * 2 <= its { return true }
    return intervalMs * 2 <= other.intervalMs && (!known || mine <= its * 1.5)
  }
}
