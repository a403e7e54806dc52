import ControlAPI
import Linux
import Synchronization

/// Asks the daemon once a second on a thread of its own, and says what a lamp has to tell. What it
/// sees once only is no change yet.
final class LampWatch: Sendable {
  private struct Seen {
    var state = LampState.fault
    var candidate: LampState?
  }

  private let feed: StatusFeed
  private let seen = Mutex(Seen())
  private let changed: @Sendable (LampState) -> Void

  /// `changed` hears of each change, the first answer too, on the thread that asks.
  init(_ feed: StatusFeed, changed: @escaping @Sendable (LampState) -> Void) {
    self.feed = feed
    self.changed = changed
  }

  var state: LampState { seen.withLock { $0.state } }

  func start() throws(SystemError) {
    try Threads.spawn(name: "lamp") { [self] in
      var isFirst = true
      while true {
        if let new = take(LampState(feed.ask()), isFirst) { changed(new) }
        isFirst = false
        Pause.milliseconds(1000)
      }
    }
  }

  /// The state that is new now, if one is.
  private func take(_ state: LampState, _ isFirst: Bool) -> LampState? {
    seen.withLock { seen in
      defer { seen.candidate = state }
      guard isFirst || seen.candidate == state && seen.state != state else { return nil }
      seen.state = state
      return state
    }
  }
}
