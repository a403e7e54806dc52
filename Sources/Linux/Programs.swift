package import Glibc

/// Other programs: started without a shell, found by their path alone.
package enum Programs {
  /// Starts a program with an empty standard input, or that of this process. Signals that this
  /// process blocks are given back to it (posix_spawn(3)).
  package static func start(
    _ path: String, _ arguments: [String], inheritsInput: Bool = false
  ) throws(SystemError) -> pid_t {
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
    if !inheritsInput {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let code = posix_spawn(&child, path, &actions, &attributes, &words, environ)
    guard code == 0 else { throw SystemError(operation: "posix_spawn", subject: path, code: code) }
    return child
  }

  /// Waits until a program has ended, and kills it after `milliseconds`; its status as waitpid(2)
  /// gives it, and whether it was killed. Blocks.
  package static func wait(
    for child: pid_t, milliseconds: Int
  ) -> (status: Int32, isKilled: Bool) {
    var (waited, status, isKilled) = (0, Int32(0), false)
    while waitpid(child, &status, WNOHANG) == 0 {
      if waited >= milliseconds, !isKilled {
        kill(child, SIGKILL)
        isKilled = true
      }
      usleep(100_000)
      waited += 100
    }
    return (status, isKilled)
  }
}
