import ControlAPI
import ControlDoubles
import FlightModel
import Linux
import Synchronization
import Testing

/// A hub whose document the test sets. Each look at the clock is a tenth of a second later, so that
/// a wait costs a few looks and no time.
private final class HubBench: Sendable {
  let state = Mutex((milliseconds: Int64(10_000), samples: 0, fixes: Int64(0), isRecording: false))

  func hub() -> EventHub {
    EventHub(clock: { [self] in
      let now = state.withLock { state in
        state.milliseconds += 100
        return state.milliseconds
      }
      return MonotonicInstant(nanoseconds: now * 1_000_000)
    }) { [self] in
      let (now, fixes, isRecording) = state.withLock { state in
        state.samples += 1
        return (state.milliseconds, state.fixes, state.isRecording)
      }
      return StatusEvent(Self.document(at: now, fixes: fixes, isRecording: isRecording), build: "b")
    }
  }

  var samples: Int { state.withLock { $0.samples } }

  static func document(at milliseconds: Int64, fixes: Int64, isRecording: Bool) -> StatusDocument {
    var facts = factsInFlight()
    facts.uptimeS = Double(milliseconds) / 1000
    facts.counters.fixesReceived = fixes
    if !isRecording { facts.recording = nil }
    var history = ProblemHistory()
    return StatusDocument(
      facts: facts, now: noon.advanced(byMilliseconds: milliseconds), history: &history)
  }
}

/// The next event's number.
private func number(_ stream: ByteStream) throws -> Int? {
  guard let bytes = try stream.next() else { return nil }
  let text = String(decoding: bytes, as: UTF8.self)
  return Int(text.dropFirst(4).prefix { $0 != "\n" })
}

@Suite struct EventHubTests {
  @Test func aWatcherGetsTheWholeDocumentAtOnceAsOneEvent() throws {
    let bench = HubBench()
    let stream = try bench.hub().stream(.page)
    let text = String(decoding: try #require(try stream.next()), as: UTF8.self)
    #expect(text.hasPrefix("id: 1\nevent: status\ndata: {\"schema\":1,"))
    #expect(text.hasSuffix("\"build\":\"b\"}\n\n"))
    #expect(text.split(separator: "\n").count == 3, "one line of data")
  }

  @Test func nothingIsMadeWhileNobodyWatches() throws {
    let bench = HubBench()
    let hub = bench.hub()
    #expect(bench.samples == 0)
    var stream: ByteStream? = try hub.stream(.page)
    #expect(hub.watcherCount == 1)
    _ = try stream?.next()
    stream = nil
    #expect(bench.samples == 1 && hub.watcherCount == 0)
  }

  @Test func watchersShareOneDocument() throws {
    let bench = HubBench()
    let hub = bench.hub()
    bench.state.withLock { $0.isRecording = true }
    let streams = try (0..<12).map { _ in try hub.stream(.page) }
    #expect(try streams.map { try number($0) } == Array(repeating: 1, count: 12))
    #expect(bench.samples == 1)
    #expect(try streams.map { try number($0) } == Array(repeating: 2, count: 12))
    #expect(bench.samples == 2)
  }

  @Test func whileNothingChangesADocumentComesEveryFiveSeconds() throws {
    let bench = HubBench()
    let stream = try bench.hub().stream(.page)
    _ = try stream.next()
    let before = bench.samples
    _ = try stream.next()
    #expect((4...5).contains(bench.samples - before), "a sample a second all the same")
    bench.state.withLock { $0.fixes += 1 }
    let quiet = bench.samples
    _ = try stream.next()
    #expect(bench.samples == quiet + 1, "a change is told with the next")
  }

  @Test func whoReadsSlowlyMissesDocumentsAndGetsTheNewest() throws {
    let bench = HubBench()
    bench.state.withLock { $0.isRecording = true }
    let hub = bench.hub()
    let (slow, fast) = (try hub.stream(.page), try hub.stream(.page))
    _ = try slow.next()
    for _ in 0..<5 { _ = try fast.next() }
    #expect(try number(slow) == 5)
  }

  @Test func aLateWatcherGetsAFreshDocumentAlthoughNothingHasChanged() throws {
    let bench = HubBench()
    let hub = bench.hub()
    _ = try hub.stream(.page).next()
    bench.state.withLock { $0.milliseconds += 60_000 }
    let before = bench.samples
    #expect(try number(try hub.stream(.page)) == 2)
    #expect(bench.samples == before + 1)
  }

  @Test func eachListenerHasItsBound() throws {
    let hub = HubBench().hub()
    let bound = EventHub.Bound(name: "few", most: 2)
    var streams = [try hub.stream(bound), try hub.stream(bound)]
    #expect(throws: ControlError.self) { try hub.stream(bound) }
    streams.append(try hub.stream(.socket))
    streams.removeFirst()
    #expect(throws: Never.self) { _ = try hub.stream(bound) }
  }

  @Test func theEndWakesThoseWhoWait() throws {
    let hub = EventHub { nil }
    let stream = try hub.stream(.page)
    let gate = ThreadGate()
    try Threads.spawn(name: "ending") {
      hub.end()
      gate.open()
    }
    #expect(try stream.next() == nil)
    gate.wait()
    #expect(try hub.stream(.page).next() == nil, "and those who come later")
  }
}

@Suite struct StatusEventTests {
  private func event(_ milliseconds: Int64, fixes: Int64 = 0, isRecording: Bool) -> StatusEvent {
    StatusEvent(
      HubBench.document(at: milliseconds, fixes: fixes, isRecording: isRecording), build: "b")
  }

  @Test func timeAloneIsNoNewsUnlessSomethingIsRecorded() {
    #expect(!event(2000, isRecording: false).isNews(after: event(1000, isRecording: false)))
    #expect(event(2000, isRecording: true).isNews(after: event(1000, isRecording: true)))
    #expect(event(2000, isRecording: false).isNews(after: event(1000, isRecording: true)))
    #expect(
      event(1000, fixes: 1, isRecording: false).isNews(after: event(1000, isRecording: false)))
  }

  @Test(arguments: [(true, 3), (false, 11)])
  func aDocumentIsGoodForTwoIntervalsAndASecond(isRecording: Bool, seconds: Int64) {
    let text = String(decoding: event(0, isRecording: isRecording).bytes(number: 7), as: UTF8.self)
    let end = noon.advanced(byMilliseconds: seconds * 1000)
    #expect(text.contains("\"expires_at\":\"\(end.rfc3339)\""))
  }
}
