import ControlAPI
import ControlDoubles
import FlightModel
import Testing

@Suite struct ObservedFactsTests {
  private let booted = MonotonicInstant(nanoseconds: 60_000_000_000)

  @Test func aStepOfTheClockIsAnEventOnce() {
    var observed = ObservedFacts()
    let facts = factsInFlight()
    observed.note(facts, at: noon, sinceBoot: booted)
    let before = observed.events.events.count
    let later = booted.advanced(byMilliseconds: 5000)
    observed.note(facts, at: noon.advanced(byMilliseconds: 3_605_000), sinceBoot: later)
    observed.note(
      facts, at: noon.advanced(byMilliseconds: 3_610_000),
      sinceBoot: later.advanced(byMilliseconds: 5000))
    #expect(observed.clock.count == 1)
    #expect(observed.clock.lastMs == 3_600_000)
    let new = observed.events.events.dropFirst(before)
    #expect(new.map(\.kind) == [.clockStep])
    #expect(new.first?.at == noon.advanced(byMilliseconds: 3_605_000))
  }

  @Test func stepsAreCountedHereWhateverTheFactsSay() {
    var observed = ObservedFacts()
    var facts = factsInFlight()
    facts.clock.systemSteps = 7
    observed.note(facts, at: noon, sinceBoot: booted)
    #expect(observed.clock.count == 0)
    #expect(!observed.events.events.contains { $0.kind == .clockStep })
  }

  @Test func whatEndsBetweenTwoQuestionsIsRemembered() {
    var observed = ObservedFacts()
    var facts = factsInFlight()
    observed.note(facts, at: noon, sinceBoot: booted)
    facts.recording = nil
    let later = noon.advanced(byMilliseconds: 5000)
    observed.note(facts, at: later, sinceBoot: booted.advanced(byMilliseconds: 5000))
    #expect(observed.events.events.last == RecentEvent(.recordingEnd, at: later))
  }
}
