import Glibc
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
      let child = try start(arguments)
      var waitedMs = 0
      var status: Int32 = 0
      while waitpid(child, &status, WNOHANG) == 0 {
        if waitedMs == Self.patienceMs {
          log.warning("the hook \(path) has not ended within a minute and is killed")
          kill(child, SIGKILL)
        }
        usleep(100_000)
        waitedMs += 100
      }
      if status != 0 { log.warning("the hook \(path) has failed", [.status: String(status)]) }
    } catch {
      log.warning("the hook could not be run: \(error)")
    }
  }

  /// Signals that this process blocks are given back to the program.
  private func start(_ arguments: [String]) throws(SystemError) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let code = posix_spawn(&child, path, &actions, &attributes, &words, environ)
    guard code == 0 else { throw SystemError(operation: "posix_spawn", subject: path, code: code) }
    return child
  }
}
