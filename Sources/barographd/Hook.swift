import Linux
import Log

/// A program of the operator's that is run when something has to be told: without a shell, with an
/// empty standard input, and for a minute at most.
struct Hook: Sendable {
  let path: String
  let log: Logger

  private static let patienceMs = 60_000

  /// Runs the program on a thread of its own; a failure is logged and costs nothing else.
  func run(_ arguments: [String]) {
    do throws(SystemError) {
      try Threads.spawn(name: "hook") { watch(arguments) }
    } catch {
      log.warning("the hook could not be run: \(error)")
    }
  }

  private func watch(_ arguments: [String]) {
    do throws(SystemError) {
      let child = try Programs.start(path, arguments)
      let (status, isKilled) = Programs.wait(for: child, milliseconds: Self.patienceMs)
      if isKilled { log.warning("the hook \(path) has not ended within a minute and is killed") }
      if status != 0 { log.warning("the hook \(path) has failed", [.status: String(status)]) }
    } catch {
      log.warning("the hook could not be run: \(error)")
    }
  }
}
