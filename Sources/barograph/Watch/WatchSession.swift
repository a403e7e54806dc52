import CommandLineInterface
import ControlAPI
import Glibc
import Linux
import Synchronization

/// `barograph watch` on a terminal: keys, signals and answers change what is known, and it is painted.
actor WatchSession {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let feed: StatusFeed
  private let signals: SignalQueue
  private let terminal = ScreenTerminal()
  private let hasColour = Output().hasColour
  private var view = WatchView()
  private var memory = WatchMemory()
  /// What a held screen shows.
  private var held: WatchScene?
  /// What still comes after the end, in the same turn of the loop, must not touch the terminal.
  private var isOver = false
  /// Written before the loop ends, read after.
  private nonisolated let code = Mutex<Int32>(0)

  /// Runs until a person or a signal ends it; the exit code.
  static func run(_ feed: StatusFeed) throws(Failure) -> Int32 {
    do throws(SystemError) {
      let signals = try SignalQueue([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGCONT])
      let session = WatchSession(feed, signals: signals, loop: try EventLoop(name: "watch"))
      try session.follow()
      Task(executorPreference: session.loop) { await session.begin() }
      session.loop.run()
      return session.code.withLock { $0 }
    } catch {
      throw Failure(
        .internalError, "watch-failed", "the screen cannot be watched: \(error)",
        hint: "try barograph watch --once")
    }
  }

  private init(_ feed: StatusFeed, signals: consuming SignalQueue, loop: EventLoop) {
    self.feed = feed
    self.signals = signals
    self.loop = loop
  }

  private func begin() {
    terminal.enter()
    do throws(SystemError) {
      _ = try loop.watch(STDIN_FILENO, for: .readable) { [self] _ in
        assumeIsolated { $0.takeKeys() }
      }
      _ = try loop.watch(signals.descriptor, for: .readable) { [self] _ in
        assumeIsolated { $0.takeSignals() }
      }
    } catch {
      return end(71)
    }
    tick()
  }

  private func end(_ code: Int32) {
    guard !isOver else { return }
    isOver = true
    self.code.withLock { $0 = code }
    terminal.leave()
    loop.stop()
  }

  // MARK: Answers

  /// Listens to the daemon on a thread of its own, so that a silent one holds up no key; tries again
  /// a second after the end of a stream.
  private nonisolated func follow() throws(SystemError) {
    try Threads.spawn(name: "feed") { [self] in
      while true {
        feed.follow { document in
          Task(executorPreference: loop) { await self.take(document) }
        }
        Pause.milliseconds(1000)
      }
    }
  }

  private func take(_ document: StatusDocument) {
    memory.take(document, at: SystemClock.monotonic())
    paint()
  }

  /// Ages go on by themselves.
  private func tick() {
    paint()
    loop.after(milliseconds: 1000) { [self] in assumeIsolated { $0.tick() } }
  }

  private func paint(isAnew: Bool = false) {
    let (width, height) = terminal.size
    let scene = held ?? memory.scene(at: SystemClock.monotonic())
    let frame = WatchFrame(scene, view: view, width: width, height: height)
    terminal.paint(frame.lines, width: width, hasColour: hasColour, isAnew: isAnew)
  }

  // MARK: Keys and signals

  private func takeKeys() {
    guard let keys = terminal.keys() else { return end(129) }
    for key in keys where !isOver { take(view.take(key)) }
    held = view.isPaused ? held ?? memory.scene(at: SystemClock.monotonic()) : nil
    paint()
  }

  private func take(_ action: WatchView.Action) {
    switch action {
    case .none: break
    case .quit: end(0)
    case .interrupt: end(130)
    case .repaint: paint(isAnew: true)
    case .suspend:
      terminal.leave()
      kill(getpid(), SIGSTOP)
      terminal.enter()
    case .doctor: runDoctor()
    }
  }

  private func takeSignals() {
    while !isOver, let signal = try? signals.next() {
      switch signal {
      case SIGWINCH: paint()
      case SIGCONT:
        terminal.enter()
        paint(isAnew: true)
      default: return end(128 + signal)
      }
    }
  }

  /// Shows what the doctor says on the usual screen, until a key.
  private func runDoctor() {
    terminal.leave()
    do throws(SystemError) {
      let socket = ["--socket", feed.daemon.socketPath]
      let child = try Programs.start("/proc/self/exe", ["doctor"] + socket, inheritsInput: true)
      _ = Programs.wait(for: child, milliseconds: 120_000)
    } catch {
      Output.complain("barograph: \(error)\n")
    }
    Output.complain("\n-- Enter goes back --\n")
    var line = [UInt8](repeating: 0, count: 256)
    _ = read(STDIN_FILENO, &line, line.count)
    terminal.enter()
    paint(isAnew: true)
  }
}
