import FlightModel
import Glibc

/// Another program, run for what it prints. Blocks its thread.
package enum ProgramRun {
  /// What a program printed to its standard output, at most `limit` bytes of it; nil if it cannot be
  /// run, fails, or takes longer than `milliseconds`. It is ended in any case.
  package static func output(
    of arguments: [String], limit: Int = 1 << 20, milliseconds: Int64 = 10_000
  ) -> [UInt8]? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let output = Descriptor(owning: ends[0])
    let child = start(arguments, output: ends[1])
    close(ends[1])
    guard let child else { return nil }
    let deadline = SystemClock.monotonic().advanced(byMilliseconds: milliseconds)
    let (text, isWhole) = read(output, limit: limit, until: deadline)
    // What was cut at the limit is an answer, though its program goes on writing.
    let isDone = end(child, isWhole ? deadline : SystemClock.monotonic())
    return isDone || text.count == limit ? text : nil
  }

  private static func start(_ arguments: [String], output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var child = pid_t()
    let code = posix_spawnp(&child, arguments[0], &actions, nil, &words, &variables)
    return code == 0 ? child : nil
  }

  /// That of this program, with words in English, no pager and no colours.
  private static var environment: [String] {
    let fixed = ["LC_ALL=C.UTF-8", "SYSTEMD_PAGER=", "SYSTEMD_COLORS=0"]
    let names = fixed.map { $0.prefix { $0 != "=" } }
    var kept: [String] = []
    var pointer = environ
    while let entry = pointer.pointee {
      let text = String(cString: entry)
      if !names.contains(text.prefix { $0 != "=" }) { kept.append(text) }
      pointer += 1
    }
    return kept + fixed
  }

  /// What comes up to the limit, and whether that was all.
  private static func read(
    _ output: borrowing Descriptor, limit: Int, until deadline: MonotonicInstant
  ) -> (text: [UInt8], isWhole: Bool) {
    var text: [UInt8] = []
    while text.count < limit {
      let rest = deadline.milliseconds(since: SystemClock.monotonic())
      var wait = pollfd(fd: output.rawValue, events: Int16(POLLIN), revents: 0)
      let ready = rest > 0 ? poll(&wait, 1, Int32(clamping: rest)) : 0
      if ready < 0, errno == EINTR { continue }
      guard ready > 0, let block = try? output.readBlock(limit: min(65_536, limit - text.count))
      else { return ([], false) }
      if block.isEmpty { return (text, true) }
      text += block
    }
    return (text, false)
  }

  /// Waits for its end until then, and ends it; whether it had done its work.
  private static func end(_ child: pid_t, _ deadline: MonotonicInstant) -> Bool {
    var status: Int32 = 0
    while true {
      let isLate = SystemClock.monotonic() >= deadline
      if isLate { kill(child, SIGKILL) }
      let found = waitpid(child, &status, isLate ? 0 : WNOHANG)
      if found == child { return status == 0 }
      if found < 0, errno != EINTR { return false }
      if !isLate { usleep(5000) }
    }
  }
}
