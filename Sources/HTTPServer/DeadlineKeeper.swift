import FlightModel
import Glibc
import Linux

/// Closes connections that outlive their deadline. The C library's own time-out would not do: a
/// client that sends a byte a second is never idle, and a handler that thinks always is.
///
/// One sleeping thread shuts the descriptor down (`shutdown(2)`), which makes the connection's own
/// thread notice and clean up. A connection is taken off the list before its descriptor is closed,
/// so that a new file behind the same number is never touched.
struct DeadlineKeeper: Sendable {
  private struct State {
    var deadlines: [Int32: MonotonicInstant] = [:]
    var isStopped = false
    var isEnding = false
    /// When the thread looks next by itself.
    var nextLook = State.never

    static let never = MonotonicInstant(nanoseconds: .max)

    mutating func cutOverdue(at now: MonotonicInstant) {
      for (descriptor, deadline) in deadlines where deadline <= now {
        shutdown(descriptor, Int32(SHUT_RDWR))
        deadlines[descriptor] = nil
      }
      nextLook = deadlines.values.min() ?? Self.never
    }
  }

  private let state = Monitor(State())

  /// Starts the thread, which ends by itself after `stop`.
  func start() {
    try? Threads.spawn(name: "deadlines") { [state] in
      state.wait { state in
        if state.isStopped { return .done(()) }
        state.cutOverdue(at: SystemClock.monotonic())
        return .wait(until: state.nextLook)
      }
    }
  }

  /// Closes nothing any more.
  func stop() { state.change { $0.isStopped = true } }

  /// Closes every connection now, and those that come from now on.
  func endAll() {
    state.change { state in
      state.isEnding = true
      for descriptor in state.deadlines.keys { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  /// Gives the connection of a descriptor a new deadline, `seconds` from now.
  func set(_ descriptor: Int32, seconds: Int) {
    state.adjust { state in
      if state.isEnding { shutdown(descriptor, Int32(SHUT_RDWR)) }
      let deadline = SystemClock.monotonic().advanced(byMilliseconds: Int64(seconds) * 1000)
      state.deadlines[descriptor] = deadline
      // Most deadlines move on, and the thread need not wake for that.
      return deadline < state.nextLook
    }
  }

  func remove(_ descriptor: Int32) {
    state.adjust { state in
      state.deadlines[descriptor] = nil
      return false
    }
  }
}
