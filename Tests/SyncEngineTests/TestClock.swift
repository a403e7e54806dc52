import FlightModel
import SyncEngine
import Synchronization

/// Time that passes only when told to, and one alarm.
final class TestClock: SyncClock {
  private struct State {
    var elapsedMs: Int64 = 0
    var utcOffsetMs: Int64 = 1_790_000_000_000
    var alarm: (moment: MonotonicInstant, ring: @Sendable () -> Void)?
  }

  private static let start = MonotonicInstant(nanoseconds: 5_000_000_000)
  private let state = Mutex(State())

  func now() -> MonotonicInstant {
    Self.start.advanced(byMilliseconds: state.withLock { $0.elapsedMs })
  }

  func utcNowMs() -> Int64 { state.withLock { $0.utcOffsetMs + $0.elapsedMs } }

  func arm(at moment: MonotonicInstant?, _ ring: @escaping @Sendable () -> Void) {
    state.withLock { state in state.alarm = moment.map { ($0, ring) } }
  }

  /// Milliseconds until the alarm; nil if none is set.
  var wait: Int64? {
    let now = now()
    return state.withLock { $0.alarm?.moment.milliseconds(since: now) }
  }

  /// Lets time pass up to the alarm, at most so much, and rings it. What is left of `atMost`.
  func step(atMost milliseconds: Int64) -> Int64 {
    let pause = min(max(0, wait ?? milliseconds), milliseconds)
    let now = now().advanced(byMilliseconds: pause)
    let ring = state.withLock { state in
      state.elapsedMs += pause
      guard let alarm = state.alarm, alarm.moment <= now else {
        return nil as (@Sendable () -> Void)?
      }
      state.alarm = nil
      return alarm.ring
    }
    ring?()
    return milliseconds - pause
  }

  /// Sets the date, as a person or a time server does.
  func jump(byMilliseconds delta: Int64) { state.withLock { $0.utcOffsetMs += delta } }
}
