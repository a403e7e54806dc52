import Devices
import FlightModel
import Testing

@Suite("Reading a fast receiver once a second")
struct ReadPaceTests {
  private func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  private func fix(_ receiver: String = "a", time: Int64?, receivedAt: Int64) -> Fix {
    Fix(
      receiver: ReceiverID(receiver), time: time.map(UTCInstant.init(milliseconds:)),
      receivedAt: at(receivedAt), mode: .threeDimensional)
  }

  private func arrivals(_ events: [SourceEvent]) -> [Int64] {
    events.compactMap { if case .fix(let fix) = $0 { fix.receivedAt.milliseconds } else { nil } }
  }

  @Test func waitsOnlyForWhatIsCommittedOnceASecond() {
    var pace = ReadPace()
    // The last two: replays that would fill the socket.
    let rates: [Double?] = [nil, 0.2, 1, 2, 2.2, 3, 10, 20, 50, 200]
    let isPaced = rates.map { rate in
      _ = pace.note(fixesPerSecond: rate)
      return pace.isPaced
    }
    #expect(isPaced == [false, false, false, false, false, true, true, true, false, false])
  }

  @Test func tellsWhenItChangesAndEndsOnceNothingHasCome() {
    var pace = ReadPace()
    let changes = [5, 6, nil, nil, 5].map { pace.note(fixesPerSecond: $0) }
    #expect(changes == [true, false, true, false, true])
  }

  @Test func eachReadIsOneCommit() {
    // The recorder sends a batch when 950 ms have gone since the one before; a longer wait would
    // make the last fixes of a cut more than a second old.
    #expect(950...1_000 ~= ReadPace.intervalMs)
  }

  @Test func datesFixesBackByTheirTimes() {
    var events = [500, 600, 700, 800].map { SourceEvent.fix(fix(time: $0, receivedAt: 2_000)) }
    events.dateBackFixes(since: at(1_000))
    #expect(arrivals(events) == [1_700, 1_800, 1_900, 2_000])
  }

  @Test func datesNothingBeforeTheReadBeforeNorForward() {
    let jumps: [Int64?] = [-90_000, 0, nil, 9_000_000_000_000, 900]
    var events = jumps.map { SourceEvent.fix(fix(time: $0, receivedAt: 2_000)) }
    events.dateBackFixes(since: at(1_520))
    #expect(arrivals(events) == [1_520, 1_520, 2_000, 2_000, 2_000])
  }

  @Test func datesEachReceiverByItsOwnNewest() {
    var events: [SourceEvent] = [
      .fix(fix("a", time: 100, receivedAt: 2_000)), .fix(fix("b", time: 7_000, receivedAt: 2_000)),
      .receiverGone(ReceiverID("c")), .fix(fix("a", time: 300, receivedAt: 2_000)),
    ]
    events.dateBackFixes(since: at(0))
    #expect(arrivals(events) == [1_800, 2_000, 2_000])
    #expect(events[2] == .receiverGone(ReceiverID("c")))
  }

  @Test func ratesAreTrueHoweverFixesAreRead() throws {
    for together in [1, 5] {
      var reader = ReportReader()
      for second in 0..<120 {
        let read = at(Int64(second / together * together) * 100 + 1_000)
        _ = reader.take(Lines.tpv(second: second), at: read)
      }
      let rate = try #require(reader.fixesPerSecond(at: at(13_000)))
      #expect(abs(rate - 10) < 0.01, "\(together) together")
    }
  }
}
