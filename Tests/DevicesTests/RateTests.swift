import Devices
import FlightModel
import Testing

/// Rates fall in silence where they are shown, and stay where silence is judged by them.
@Suite struct RateTests {
  private func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: 1_000_000_000).advanced(byMilliseconds: milliseconds)
  }

  @Test(arguments: [1, 5, 10])
  func anInstrumentsUsualRateOutlastsItsSilence(hertz: Int) {
    var rate = MessageRate()
    #expect(rate.usual == nil)
    for index in 0..<(20 * hertz) {
      rate.note(index + 1, at: at(Int64(index * 1000 / hertz)))
    }
    let messages = 20 * hertz
    #expect(rate.usual == Double(hertz))
    #expect(rate.perSecond(messages, at: at(25_000))! < Double(hertz))
    #expect(rate.perSecond(messages, at: at(40_000)) == 0)
    #expect(rate.usual == Double(hertz))
    rate.note(messages + 1, at: at(100_000))
    rate.note(messages + 1 + hertz, at: at(101_000))
    #expect(rate.usual == Double(hertz), "the silence is no part of it")
  }

  @Test(arguments: [1, 5, 10])
  func aReceiversUsualRateOutlastsItsSilence(hertz: Int) {
    var rate = RateMeter()
    #expect(rate.usual == nil)
    for index in 0...(20 * hertz) { rate.count(at: at(Int64(index * 1000 / hertz))) }
    #expect(rate.usual == Double(hertz))
    #expect(rate.perSecond(at: at(40_000))! < Double(hertz) / 2)
    #expect(rate.usual == Double(hertz))
    for index in 0...(6 * hertz) { rate.count(at: at(100_000 + Int64(index * 1000 / hertz))) }
    #expect(rate.usual == Double(hertz), "the silence is no part of it")
  }
}
