package import FlightModel
package import NMEA

/// The traffic around us at one moment, as one FLARM sees it.
package struct TrafficReport: Equatable, Sendable {
  package var receiver: ReceiverID
  package var receivedAt: MonotonicInstant
  package var state: OperatingState
  /// Heard within the last seconds, nearest first, without those that forbid tracking.
  package var targets: [TrafficTarget]
}

/// Collects `PFLAA` and `PFLAU` of one device into reports, one for each `PFLAU`.
package struct TrafficPicture: Sendable {
  /// A target that has not been heard for this long is no longer there.
  package static let memoryMilliseconds: Int64 = 4000
  /// More targets than a FLARM reports: the farthest is dropped beyond it.
  package static let capacity = 64

  /// Sentences dropped because their target forbids tracking.
  package private(set) var withheldCount = 0
  /// `PFLAA` sentences that could not be read.
  package private(set) var malformedCount = 0

  private let receiver: ReceiverID
  private var heard: [Heard] = []
  /// Where the search for the next target begins.
  private var next = 0

  private struct Heard {
    var target: TrafficTarget
    var distanceM: Int
    var at: MonotonicInstant
  }

  package init(receiver: ReceiverID) { self.receiver = receiver }

  /// Takes a sentence; a `PFLAU` answers with a report.
  package mutating func take(_ sentence: Sentence, at now: MonotonicInstant) -> TrafficReport? {
    if sentence.code == .target {
      note(sentence, at: now)
      return nil
    }
    guard let state = OperatingState(sentence) else { return nil }
    heard.removeAll { now.milliseconds(since: $0.at) > Self.memoryMilliseconds }
    let nearestFirst = heard.indices.sorted { heard[$0].distanceM < heard[$1].distanceM }
    return TrafficReport(
      receiver: receiver, receivedAt: now, state: state,
      targets: nearestFirst.map { heard[$0].target })
  }

  private mutating func note(_ sentence: Sentence, at now: MonotonicInstant) {
    switch TrafficTarget.decode(sentence) {
    case .withheld: withheldCount += 1
    case .malformed: malformedCount += 1
    case .target(let target): keep(target, at: now)
    }
  }

  private mutating func keep(_ target: TrafficTarget, at now: MonotonicInstant) {
    guard let index = place(of: target.id) else {
      heard.append(Heard(target: target, distanceM: target.distanceM, at: now))
      if heard.count > Self.capacity { dropFarthest() }
      return
    }
    heard[index].target = target
    heard[index].distanceM = target.distanceM
    heard[index].at = now
    next = index + 1
  }

  /// Where a target is held. They come in the same order each time: the search begins behind the one
  /// before. Targets without an id (Mode C) are told apart by nothing: each stays until it is old.
  private func place(of id: String?) -> Int? {
    guard let id else { return nil }
    let start = min(next, heard.count)
    return (start..<heard.count).first { heard[$0].target.id == id }
      ?? (0..<start).first { heard[$0].target.id == id }
  }

  private mutating func dropFarthest() {
    guard let farthest = heard.indices.max(by: { heard[$0].distanceM < heard[$1].distanceM })
    else { return }
    heard.remove(at: farthest)
  }
}
