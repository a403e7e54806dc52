import Linux
import Synchronization

/// The operator's program for the lamp's states, run one at a time: while it runs only the newest
/// state waits.
final class LampHook: Sendable {
  private struct Work {
    var waiting: LampState?
    var isRunning = false
  }

  private static let patienceMs = 60_000

  private let path: String
  private let work = Mutex(Work())

  init(_ path: String) throws(SystemError) {
    guard Files.exists(path) else {
      throw SystemError(operation: "stat", subject: path, code: 2)
    }
    self.path = path
  }

  func tell(_ state: LampState) {
    let mustStart = work.withLock { work in
      defer { work.isRunning = true }
      work.waiting = state
      return !work.isRunning
    }
    guard mustStart else { return }
    do throws(SystemError) {
      try Threads.spawn(name: "hook") { [self] in while let state = next() { run(state) } }
    } catch {
      work.withLock { $0.isRunning = false }
      Output.complain("barograph: the hook could not be run: \(error)\n")
    }
  }

  private func next() -> LampState? {
    work.withLock { work in
      defer { work.waiting = nil }
      work.isRunning = work.waiting != nil
      return work.waiting
    }
  }

  private func run(_ state: LampState) {
    do throws(SystemError) {
      let child = try Programs.start(path, [state.rawValue])
      let (status, isKilled) = Programs.wait(for: child, milliseconds: Self.patienceMs)
      if isKilled { Output.complain("barograph: the hook \(path) was killed after a minute\n") }
      if status != 0 { Output.complain("barograph: the hook \(path) has failed\n") }
    } catch {
      Output.complain("barograph: the hook could not be run: \(error)\n")
    }
  }
}
