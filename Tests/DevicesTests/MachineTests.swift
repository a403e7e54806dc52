import Devices
import FlightModel
import Testing

@Suite("Connection machines")
struct MachineTests {
  private func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func waitsLongerAfterEachFailureAndForEver() {
    var link = GPSDLink()
    #expect(link.on(.start, at: at(0)) == [.open(attempt: 1)])
    var waits: [Int64] = []
    for attempt in 1...50 {
      guard case .arm(let wait) = link.on(.failed(attempt: attempt), at: at(0)).first else {
        Issue.record("no wait after failure \(attempt)")
        return
      }
      waits.append(wait)
      #expect(link.on(.timer, at: at(0)) == [.open(attempt: attempt + 1)])
    }
    #expect(waits.prefix(7) == [500, 1000, 2000, 4000, 8000, 15_000, 15_000])
    #expect(waits.allSatisfy { $0 <= 15_000 })
  }

  @Test func startsAnewWithTheShortestWaitOnlyAfterAReport() {
    var link = GPSDLink()
    _ = link.on(.start, at: at(0))
    _ = link.on(.opened(attempt: 1), at: at(0))
    #expect(link.state == .watching)
    // A gpsd that accepts and closes must not be hammered.
    #expect(link.on(.closed, at: at(1)) == [.close, .arm(milliseconds: 500)])
    _ = link.on(.timer, at: at(2))
    _ = link.on(.opened(attempt: 2), at: at(2))
    #expect(link.on(.closed, at: at(3)) == [.close, .arm(milliseconds: 1000)])
    _ = link.on(.timer, at: at(4))
    _ = link.on(.opened(attempt: 3), at: at(4))
    #expect(link.on(.proved, at: at(5)) == [.arm(milliseconds: 15_000)])
    #expect(link.on(.proved, at: at(6)).isEmpty)
    #expect(link.on(.closed, at: at(7)) == [.close, .arm(milliseconds: 500)])
    #expect(link.lossCount == 3)
  }

  @Test func givesUpOnSilence() {
    var link = GPSDLink()
    _ = link.on(.start, at: at(0))
    _ = link.on(.opened(attempt: 1), at: at(0))
    _ = link.on(.received, at: at(100))
    _ = link.on(.proved, at: at(100))
    #expect(link.on(.received, at: at(10_000)).isEmpty)
    #expect(link.on(.timer, at: at(15_100)) == [.arm(milliseconds: 9900)])
    #expect(link.on(.timer, at: at(25_000)) == [.close, .arm(milliseconds: 500)])
    #expect(link.silenceCount == 1)
    #expect(link.on(.timer, at: at(25_500)) == [.open(attempt: 2)])
  }

  @Test func ignoresAttemptsThatNobodyWaitsFor() {
    var link = GPSDLink()
    _ = link.on(.start, at: at(0))
    #expect(link.on(.stop, at: at(1)) == [.disarm])
    #expect(link.on(.opened(attempt: 1), at: at(2)) == [.discard])
    #expect(link.state == .idle)
    #expect(link.on(.start, at: at(3)) == [.open(attempt: 3)])
    #expect(link.on(.failed(attempt: 1), at: at(4)).isEmpty)
    #expect(link.on(.closed, at: at(5)).isEmpty)
  }

  @Test func looksForAFLARMBrieflyAndRarely() {
    var channel = PassThrough()
    #expect(channel.on(.announced, at: at(0)) == [.open(attempt: 1)])
    #expect(channel.on(.opened(attempt: 1), at: at(0)) == [.arm(milliseconds: 20_000)])
    #expect(channel.on(.timer, at: at(20_000)) == [.close, .arm(milliseconds: 600_000)])
    #expect(channel.state == .resting)
    #expect(channel.on(.timer, at: at(620_000)) == [.open(attempt: 2)])
  }

  @Test func keepsAFLARMWhileItSpeaks() {
    var channel = PassThrough()
    _ = channel.on(.announced, at: at(0))
    _ = channel.on(.opened(attempt: 1), at: at(0))
    #expect(channel.on(.heard, at: at(1000)) == [.arm(milliseconds: 30_000)])
    #expect(channel.on(.heard, at: at(20_000)).isEmpty)
    #expect(channel.on(.timer, at: at(31_000)) == [.arm(milliseconds: 19_000)])
    #expect(channel.state == .keeping)
    #expect(channel.on(.timer, at: at(50_000)) == [.close, .arm(milliseconds: 2000)])
    #expect(channel.on(.timer, at: at(52_000)) == [.open(attempt: 2)])
  }

  @Test func looksAgainWhenADeviceIsAnnouncedAnew() {
    var channel = PassThrough()
    _ = channel.on(.announced, at: at(0))
    _ = channel.on(.opened(attempt: 1), at: at(0))
    #expect(channel.on(.withdrawn, at: at(5)) == [.close, .disarm])
    #expect(channel.on(.announced, at: at(6)) == [.open(attempt: 3)])
    #expect(channel.on(.opened(attempt: 1), at: at(7)) == [.discard])
  }
}
