package import Glibc
package import Linux
import Synchronization

/// A program run by a test: its output as lines, its end as a status. It is killed when the last
/// owner lets go, so that no test leaves one behind.
package final class ChildProcess: Sendable {
  /// How a program ended.
  package enum Ending: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  package let identifier: pid_t
  /// Lines of standard output and standard error together, without their line ends.
  package let lines: AsyncStream<String>
  /// Shared with the thread that reads the output, which must not keep the owner alive.
  private let outcome = Outcome()

  /// Starts `arguments[0]`, found on the PATH, with this process's environment changed by
  /// `environment`, and `input`, at most 64 KiB, as its standard input. It is also killed when this
  /// process dies before it.
  package init(
    _ arguments: [String], environment: [String: String] = [:], input: String = ""
  ) throws(SystemError) {
    let ends = try Self.pipe()
    let given = try Self.pipe()
    _ = input.utf8.withContiguousStorageIfAvailable { write(given[1], $0.baseAddress, $0.count) }
    close(given[1])
    defer { close(given[0]) }
    identifier = try Self.spawn(
      arguments, environment: environment, input: given[0], output: ends[1])
    close(ends[1])
    Guardian.shared.watch(identifier)
    let (lines, feed) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(20_000))
    self.lines = lines
    let (output, identifier, outcome) = (ends[0], identifier, outcome)
    try Threads.spawn(name: "child-output") {
      Self.readLines(from: output) { feed.yield($0) }
      close(output)
      outcome.reap(identifier)
      Guardian.shared.forget(identifier)
      feed.finish()
    }
  }

  deinit { send(SIGKILL) }

  /// Sends a signal (kill(2)); one to a program that has ended does nothing.
  package func send(_ signal: Int32) { outcome.send(signal, to: identifier) }

  /// Waits for the end.
  package func waitForEnd() async -> Ending { await outcome.wait() }

  /// Runs a program to its end and gives back everything that it printed.
  package static func run(
    _ arguments: [String], environment: [String: String] = [:], input: String = ""
  ) async throws -> (ending: Ending, output: [String]) {
    let child = try ChildProcess(arguments, environment: environment, input: input)
    var output: [String] = []
    for await line in child.lines { output.append(line) }
    return (await child.waitForEnd(), output)
  }

  private static func pipe() throws(SystemError) -> [Int32] {
    var ends: [Int32] = [0, 0]
    try systemCall("pipe", "a program") { Glibc.pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  private static func spawn(
    _ arguments: [String], environment: [String: String], input: Int32, output: Int32
  ) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    var attributes = unblocked()
    defer { posix_spawnattr_destroy(&attributes) }
    let argv = arguments.map { strdup($0) } + [nil]
    let envp = merged(environment).map { strdup($0) } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var identifier = pid_t()
    let code = posix_spawnp(&identifier, arguments[0], &actions, &attributes, argv, envp)
    guard code == 0 else {
      throw SystemError(operation: "posix_spawn", subject: arguments[0], code: code)
    }
    return identifier
  }

  /// A program starts with no signal blocked, as from a shell: Swift's threads block most, and a
  /// shell that never hears of its children waits for ever.
  private static func unblocked() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    return attributes
  }

  private static func merged(_ changes: [String: String]) -> [String] {
    var entries: [String] = []
    var pointer = environ
    while let entry = pointer.pointee {
      let text = String(cString: entry)
      if changes[String(text.prefix { $0 != "=" })] == nil { entries.append(text) }
      pointer += 1
    }
    return entries + changes.map { "\($0.key)=\($0.value)" }
  }

  private static func readLines(from descriptor: Int32, _ emit: (String) -> Void) {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 8192)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      pending += buffer.prefix(count)
      while let end = pending.firstIndex(of: 0x0A) {
        emit(String(decoding: pending[..<end], as: UTF8.self))
        pending.removeSubrange(...end)
      }
    }
    if !pending.isEmpty { emit(String(decoding: pending, as: UTF8.self)) }
  }
}

/// How a child ended, once it has; a signal is never sent to a number that may be someone else's by
/// now.
private final class Outcome: Sendable {
  private struct State {
    var ending: ChildProcess.Ending?
    var waiters: [CheckedContinuation<ChildProcess.Ending, Never>] = []
  }

  private let state = Mutex(State())

  func send(_ signal: Int32, to identifier: pid_t) {
    state.withLock { if $0.ending == nil { kill(identifier, signal) } }
  }

  func wait() async -> ChildProcess.Ending {
    await withCheckedContinuation { waiter in
      let known = state.withLock { state in
        if state.ending == nil { state.waiters.append(waiter) }
        return state.ending
      }
      if let known { waiter.resume(returning: known) }
    }
  }

  func reap(_ identifier: pid_t) {
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    let waiters = state.withLock { state in
      var status: Int32 = 0
      waitpid(identifier, &status, 0)
      let low = status & 0x7F
      state.ending = low == 0 ? .exit((status >> 8) & 0xFF) : .signal(low)
      return state.waiters
    }
    let ending = state.withLock { $0.ending! }
    for waiter in waiters { waiter.resume(returning: ending) }
  }
}
