import FlightModel
import Glibc
import Linux
import Testing

/// An actor that lives on a loop, to set things up there.
private actor Bench {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private(set) var log: [String] = []

  init(_ loop: EventLoop) { self.loop = loop }

  func isOnLoop() -> Bool { loop.isCurrent }

  /// Starts timers in the given order of delays and returns the names in the order they ran.
  func runTimers(
    _ delays: [(String, Int64)], tolerance: [String: Int64] = [:], cancelling: Set<String> = []
  ) async -> [String] {
    await withCheckedContinuation { done in
      var ran: [String] = []
      var timers: [String: EventLoop.Timer] = [:]
      for (name, delay) in delays {
        timers[name] = loop.after(milliseconds: delay, tolerance: tolerance[name] ?? 0) {
          ran.append(name)
          if ran.count == delays.count - cancelling.count { done.resume(returning: ran) }
        }
      }
      for name in cancelling { loop.cancel(timers[name]!) }
    }
  }

  /// Reads a pipe until its end and returns what came.
  func readAll(_ descriptor: Int32) async throws -> [UInt8] {
    try await withCheckedThrowingContinuation { done in
      var bytes: [UInt8] = []
      var watch: EventLoop.Watch?
      do {
        watch = try loop.watch(descriptor, for: .readable) { [loop] _ in
          var buffer = [UInt8](repeating: 0, count: 64)
          let count = read(descriptor, &buffer, 64)
          if count > 0 { return bytes += buffer.prefix(count) }
          loop.cancel(watch!)
          done.resume(returning: bytes)
        }
      } catch {
        done.resume(throwing: error)
      }
    }
  }

  /// Watches two readable pipes; whichever handler runs first cancels the other. Returns how many
  /// handlers ran once the loop has gone round again.
  func watchTwoCancellingEachOther(_ first: Int32, _ second: Int32) async throws -> Int {
    var runs = 0
    var watches: [EventLoop.Watch] = []
    let handler: (EventLoop.Readiness) -> Void = { [loop] _ in
      runs += 1
      watches.forEach(loop.cancel)
    }
    watches = [
      try loop.watch(first, for: .readable, handler: handler),
      try loop.watch(second, for: .readable, handler: handler),
    ]
    await withCheckedContinuation { done in
      loop.after(milliseconds: 30) { done.resume() }
    }
    return runs
  }

  func watch(_ descriptor: Int32) throws { _ = try loop.watch(descriptor, for: .readable) { _ in } }
}

private func pipePair() -> (read: Int32, write: Int32) {
  var ends: [Int32] = [0, 0]
  precondition(pipe(&ends) == 0)
  return (ends[0], ends[1])
}

@Suite struct EventLoopTests {
  @discardableResult
  private func withBench<Result: Sendable>(
    _ body: (Bench) async throws -> Result
  ) async throws -> Result {
    let loop = try EventLoop(name: "test")
    try loop.start()
    defer { loop.stop() }
    return try await body(Bench(loop))
  }

  @Test func actorsOnALoopRunOnItsThread() async throws {
    try await withBench { bench in
      #expect(await bench.isOnLoop())
      #expect(!bench.loop.isCurrent)
    }
  }

  @Test func timersRunInOrderOfTheirDeadlines() async throws {
    let order = try await withBench { bench in
      await bench.runTimers([("late", 20), ("never", 5), ("early", 1)], cancelling: ["never"])
    }
    #expect(order == ["early", "late"])
  }

  @Test func aTolerantTimerRunsWithAnotherThatIsDue() async throws {
    let order = try await withBench { bench in
      await bench.runTimers([("tolerant", 10), ("other", 40)], tolerance: ["tolerant": 60_000])
    }
    #expect(order == ["tolerant", "other"])
  }

  @Test func aTolerantTimerWakesTheThreadAtLast() async throws {
    let order = try await withBench { bench in
      await bench.runTimers([("tolerant", 1)], tolerance: ["tolerant": 20])
    }
    #expect(order == ["tolerant"])
  }

  @Test func aTaskMayPreferALoopToThePool() async throws {
    try await withBench { bench in
      let loop = bench.loop
      let wasThere = await Task(executorPreference: loop) {
        let before = loop.isCurrent
        await loop.pause(milliseconds: 1)
        return before && loop.isCurrent
      }.value
      #expect(wasThere)
    }
  }

  @Test func aWatchSeesEveryByteAndTheEnd() async throws {
    let ends = pipePair()
    let sent = (0..<1000).map { UInt8($0 & 0xFF) }
    let received = try await withBench { bench in
      async let all = bench.readAll(ends.read)
      for byte in sent { _ = withUnsafeBytes(of: byte) { write(ends.write, $0.baseAddress, 1) } }
      close(ends.write)
      return try await all
    }
    close(ends.read)
    #expect(received == sent)
  }

  @Test func anEventFetchedForACancelledWatchIsNotDelivered() async throws {
    let (first, second) = (pipePair(), pipePair())
    for end in [first.write, second.write] { _ = write(end, "x", 1) }
    let runs = try await withBench { bench in
      try await bench.watchTwoCancellingEachOther(first.read, second.read)
    }
    #expect(runs == 1)
    for end in [first.read, first.write, second.read, second.write] { close(end) }
  }

  @Test func watchingADescriptorThatIsNotOpenIsAnError() async throws {
    try await withBench { bench in
      await #expect(throws: SystemError.self) { try await bench.watch(1_000_000) }
    }
  }

  @Test func aLoopThatHasEndedLivesOnNoThread() async throws {
    let loop = try EventLoop(name: "ended")
    loop.stop()
    let (during, after) = await withCheckedContinuation { done in
      // A thread that goes on after the loop, as one with a recycled identity does.
      do {
        try Threads.spawn(name: "host") {
          loop.run()
          done.resume(returning: (true, loop.isCurrent))
        }
      } catch {
        done.resume(returning: (false, true))
      }
    }
    #expect(during)
    #expect(!after)
  }

  @Test func stopRunsWhatWasEnqueuedAndEndsTheThread() async throws {
    let loop = try EventLoop(name: "ending")
    try loop.start()
    let bench = Bench(loop)
    #expect(await bench.isOnLoop())
    loop.stop()
    // Hangs for ever, and so fails, if the thread does not end.
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      do {
        try Threads.spawn(name: "joiner") {
          loop.join()
          done.resume()
        }
      } catch {
        done.resume(throwing: error)
      }
    }
  }
}
