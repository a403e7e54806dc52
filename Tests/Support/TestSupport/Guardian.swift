import Glibc
import Synchronization

/// A shell that outlives this process by a moment, to kill what it has left running: a test that
/// crashes lets go of nothing.
final class Guardian: Sendable {
  static let shared = Guardian()

  /// Reads `+PID`, `-PID` and `/FOLDER` until this process is gone, then kills what is left of the
  /// processes and removes the folders. They are asked with SIGQUIT first: a database server frees its
  /// shared memory.
  private static let script = """
    trap '' INT TERM HUP
    set --
    while read -r word; do
      case $word in /*) set -- "$@" "$word"; continue ;; esac
      number=${word#?}; left=
      for each in $all; do [ "$each" = "$number" ] || left="$left $each"; done
      all=$left
      case $word in +*) all="$all $number" ;; esac
    done
    for each in $all; do kill -3 "$each"; done
    for round in 1 2 3 4 5 6 7 8 9 10; do
      left=
      for each in $all; do kill -0 "$each" && left=1; done
      [ -z "$left" ] && break
      sleep 0.2
    done
    for each in $all; do kill -9 "$each"; done
    [ $# -eq 0 ] || rm -rf -- "$@"
    """

  /// The shell's standard input, -1 if there is no shell; lines are whole under the lock.
  private let input: Mutex<Int32>

  private init() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      input = Mutex(-1)
      return
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let isRunning = Self.spawn(reading: ends[0])
    close(ends[0])
    if !isRunning { close(ends[1]) }
    input = Mutex(isRunning ? ends[1] : -1)
  }

  /// The process is to be killed when this one dies.
  func watch(_ identifier: pid_t) { tell("+\(identifier)\n") }

  /// The process has ended.
  func forget(_ identifier: pid_t) { tell("-\(identifier)\n") }

  /// The folder is to be removed when this process dies.
  func removeAtEnd(_ folder: String) { tell("\(folder)\n") }

  private func tell(_ line: String) {
    let bytes = Array(line.utf8)
    input.withLock { input in
      guard input >= 0 else { return }
      // A guardian that has gone cannot be told; the tests go on without.
      _ = write(input, bytes, bytes.count)
    }
  }

  private static func spawn(reading input: Int32) -> Bool {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    for output in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
    }
    let words: [String] = ["sh", "-c", script]
    let argv = words.map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    var identifier = pid_t()
    return posix_spawn(&identifier, "/bin/sh", &actions, nil, argv, environ) == 0
  }
}
