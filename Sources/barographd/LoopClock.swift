import FlightModel
import Linux
import Services
import SyncEngine
import Synchronization

/// The clocks of this machine, and one alarm on an event loop.
final class LoopClock: SyncClock, UploadClock {
  private let loop: EventLoop
  private let armed = Mutex<EventLoop.Timer?>(nil)

  init(loop: EventLoop) { self.loop = loop }

  func now() -> MonotonicInstant { SystemClock.monotonic() }

  func utcNowMs() -> Int64 { SystemClock.wall().milliseconds }

  /// Called on the loop, like every timer of it. A tolerance lets the alarm ring with other work.
  func arm(at moment: MonotonicInstant?, _ ring: @escaping @Sendable () -> Void) {
    let before = armed.withLock { timer in
      defer { timer = nil }
      return timer
    }
    if let before { loop.cancel(before) }
    guard let moment else { return }
    let delay = max(0, moment.milliseconds(since: now()))
    let timer = loop.after(milliseconds: delay, tolerance: min(1000, delay / 10)) { ring() }
    armed.withLock { $0 = timer }
  }
}
