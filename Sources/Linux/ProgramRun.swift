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
    let text = read(output, limit: limit, milliseconds: milliseconds)
    return end(child, wasRead: text != nil) ? text : nil
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

  /// Everything up to the end or the limit; nil when the time is over.
  private static func read(
    _ output: borrowing Descriptor, limit: Int, milliseconds: Int64
  ) -> [UInt8]? {
    let start = SystemClock.monotonic()
    var text: [UInt8] = []
    while text.count < limit {
      let rest = milliseconds - SystemClock.monotonic().milliseconds(since: start)
      var wait = pollfd(fd: output.rawValue, events: Int16(POLLIN), revents: 0)
      let ready = rest > 0 ? poll(&wait, 1, Int32(clamping: rest)) : 0
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return nil }
      guard let block = try? output.readBlock() else { return nil }
      if block.isEmpty { return text }
      text += block
    }
    return Array(text.prefix(limit))
  }

  /// Ends it, and tells whether it had done its work: one that was cut short at the limit counts.
  private static func end(_ child: pid_t, wasRead: Bool) -> Bool {
    if !wasRead { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 { if errno != EINTR { return false } }
    let signal = status & 0x7F
    return wasRead && (status == 0 || signal == SIGPIPE)
  }
}
