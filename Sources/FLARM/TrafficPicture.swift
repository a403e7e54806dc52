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
  private var heard: [(target: TrafficTarget, at: MonotonicInstant)] = []

  package init(receiver: ReceiverID) { self.receiver = receiver }

  /// Takes a sentence; a `PFLAU` answers with a report.
  package mutating func take(_ sentence: Sentence, at now: MonotonicInstant) -> TrafficReport? {
    if sentence.hasAddress("PFLAA") {
      note(TrafficTarget.decode(sentence), at: now)
      return nil
    }
    guard let state = OperatingState(sentence) else { return nil }
    heard.removeAll { now.milliseconds(since: $0.at) > Self.memoryMilliseconds }
    let targets = heard.map(\.target).sorted { $0.distanceM < $1.distanceM }
    return TrafficReport(receiver: receiver, receivedAt: now, state: state, targets: targets)
  }

  private mutating func note(_ decoding: TrafficTarget.Decoding, at now: MonotonicInstant) {
    switch decoding {
    case .withheld: withheldCount += 1
    case .malformed: malformedCount += 1
    case .target(let target):
      // Targets without an id (Mode C) are told apart by nothing: each stays until it is old.
      heard.removeAll { $0.target.id != nil && $0.target.id == target.id }
      heard.append((target, now))
      if heard.count > Self.capacity { dropFarthest() }
    }
  }

  private mutating func dropFarthest() {
    let distances = heard.map(\.target.distanceM)
    guard let farthest = distances.indices.max(by: { distances[$0] < distances[$1] })
    else { return }
    heard.remove(at: farthest)
  }
}
