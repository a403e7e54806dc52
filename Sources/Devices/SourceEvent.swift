package import FLARM
package import FlightModel
package import RecordingModel

/// What a source has to say, in the order of its arrival.
package enum SourceEvent: Equatable, Sendable {
  case fix(Fix)
  case sample(Sample)
  case traffic(TrafficReport)
  /// A receiver became available.
  case receiverAppeared(ReceiverID)
  /// A receiver is no longer there, or the link to it is not.
  case receiverGone(ReceiverID)
  case linkState(GPSDLink.State)
  /// A motor controller became available, or more is known of its board.
  case boardAppeared(BoardIdentity)
  case motor(MotorSample)
  /// What a board tells seldom.
  case boardFacts(BoardFacts)
  /// A board's link is lost; the key is its identity's.
  case boardGone(key: String, at: MonotonicInstant)
}

extension [SourceEvent] {
  /// Dates fixes that waited in the socket back to when they came: each by its distance in fix time
  /// to the newest of its receiver, but not before the read before, at `earliest`.
  package mutating func dateBackFixes(since earliest: MonotonicInstant) {
    for index in indices {
      guard case .fix(var fix) = self[index], let time = fix.time,
        let newest = newestTime(of: fix.receiver)
      else { continue }
      let wait = Swift.max(0, newest.milliseconds(since: time))
      let arrival = fix.receivedAt.advanced(byMilliseconds: -Swift.min(wait, 60_000))
      fix.receivedAt = Swift.min(fix.receivedAt, Swift.max(earliest, arrival))
      self[index] = .fix(fix)
    }
  }

  private func newestTime(of receiver: ReceiverID) -> UTCInstant? {
    for event in reversed() {
      if case .fix(let fix) = event, fix.receiver == receiver, let time = fix.time { return time }
    }
    return nil
  }
}
