package import FlightModel
import Linux

/// The status for everyone who watches: one sample a second whoever looks and however many, none
/// when nobody does.
///
/// There is no thread for it. Watchers wait for the next document; the first whose wait is over makes
/// it for all. A watcher that reads slowly misses documents and holds up nobody.
package final class EventHub: Sendable {
  /// Watchers over one listener.
  package struct Bound: Sendable {
    package var name: String
    package var most: Int

    package init(name: String, most: Int) {
      self.name = name
      self.most = most
    }

    /// Of 16 connections some must be left for commands.
    package static let socket = Bound(name: "socket", most: 8)
    package static let page = Bound(name: "page", most: 16)
  }

  private struct State {
    var number: UInt64 = 0
    var event: StatusEvent?
    var bytes: [UInt8] = []
    /// When the newest document was made, and when it was last sent.
    var sampledAt: MonotonicInstant?
    var sentAt: MonotonicInstant?
    var isSampling = false
    /// A watcher has come that has nothing yet: the next sample is sent whatever it says.
    var isAwaited = false
    var mustSend = false
    var hasEnded = false
    var watchers: [String: Int] = [:]

    func isDue(_ event: StatusEvent, _ now: MonotonicInstant) -> Bool {
      guard !mustSend, let last = self.event, let sentAt else { return true }
      return event.isNews(after: last) || now.milliseconds(since: sentAt) >= StatusEvent.quietMs
    }
  }

  private static let intervalMs: Int64 = 1000

  private let state = Monitor(State())
  private let sample: @Sendable () -> StatusEvent?
  private let clock: @Sendable () -> MonotonicInstant

  /// `sample` makes the document; it may block, and gives nil where it cannot.
  package init(
    clock: @escaping @Sendable () -> MonotonicInstant = SystemClock.monotonic,
    sample: @escaping @Sendable () -> StatusEvent?
  ) {
    self.clock = clock
    self.sample = sample
  }

  /// A watcher's events, the newest document first.
  package func stream(_ bound: Bound) throws(ControlError) -> ByteStream {
    guard let watcher = Watcher(self, bound) else {
      throw ControlError(
        .busy, message: "\(bound.most) others watch already", hint: "close one of their pages")
    }
    return ByteStream { () throws(ControlError) in watcher.next() }
  }

  /// Ends every stream, and those that come from now on.
  package func end() { state.change { $0.hasEnded = true } }

  /// How many watch.
  package var watcherCount: Int { state.change { $0.watchers.values.reduce(0, +) } }

  // MARK: Watchers

  private final class Watcher {
    private let hub: EventHub
    private let bound: Bound
    private var seen: UInt64

    init?(_ hub: EventHub, _ bound: Bound) {
      guard let seen = hub.enter(bound) else { return nil }
      (self.hub, self.bound, self.seen) = (hub, bound, seen)
    }

    deinit { hub.leave(bound) }

    func next() -> [UInt8]? {
      guard let (number, bytes) = hub.next(after: seen) else { return nil }
      seen = number
      return bytes
    }
  }

  /// The number of the last event that the watcher does not want; nil if there is no room.
  private func enter(_ bound: Bound) -> UInt64? {
    let now = clock()
    return state.change { state in
      guard state.watchers[bound.name, default: 0] < bound.most else { return nil }
      state.watchers[bound.name, default: 0] += 1
      let isFresh = state.sampledAt.map { now.milliseconds(since: $0) < Self.intervalMs } ?? false
      guard isFresh, state.number > 0 else {
        state.isAwaited = true
        return state.number
      }
      return state.number - 1
    }
  }

  private func leave(_ bound: Bound) {
    state.change { $0.watchers[bound.name, default: 1] -= 1 }
  }

  private enum Turn {
    case ended
    case event(UInt64, [UInt8])
    case sample
  }

  private func next(after seen: UInt64) -> (UInt64, [UInt8])? {
    while true {
      switch turn(after: seen) {
      case .ended: return nil
      case .event(let number, let bytes): return (number, bytes)
      case .sample: publish(sample())
      }
    }
  }

  private func turn(after seen: UInt64) -> Turn {
    state.wait { state in
      if state.hasEnded { return .done(.ended) }
      if state.number > seen { return .done(.event(state.number, state.bytes)) }
      let now = clock()
      let due = state.isAwaited ? now : state.sampledAt?.advanced(byMilliseconds: Self.intervalMs)
      if state.isSampling { return .wait(until: now.advanced(byMilliseconds: Self.intervalMs)) }
      if let due, due > now { return .wait(until: due) }
      (state.isSampling, state.mustSend, state.isAwaited) = (true, state.isAwaited, false)
      return .done(.sample)
    }
  }

  private func publish(_ event: StatusEvent?) {
    let now = clock()
    state.change { state in
      (state.isSampling, state.sampledAt) = (false, now)
      guard let event, state.isDue(event, now) else { return }
      (state.event, state.sentAt) = (event, now)
      state.number += 1
      state.bytes = event.bytes(number: state.number)
    }
  }
}
