import ControlAPI
import FlightModel
import Testing

@Suite struct ClockStepsTests {
  /// Steps seen in a series of readings, `seconds` of both clocks.
  private func steps(_ readings: [(wall: Double, sinceBoot: Double)]) -> ClockSteps {
    var steps = ClockSteps()
    for reading in readings {
      steps.note(
        wall: UTCInstant(milliseconds: Int64(reading.wall * 1000)),
        sinceBoot: MonotonicInstant(nanoseconds: Int64(reading.sinceBoot * 1e9)))
    }
    return steps
  }

  @Test func aClockThatRunsOrIsSlewedDoesNotStep() {
    let steps = steps([(1000, 5), (1005, 10), (1010.9, 15), (1015.8, 20), (1025, 30)])
    #expect(steps.count == 0)
    #expect(steps.lastAt == nil && steps.lastMs == nil)
  }

  @Test func stepsBothWaysAreCountedWithTheNewestOne() {
    let steps = steps([(0, 5), (1_783_156_350, 10), (1_783_156_353, 15), (1_783_156_358, 20)])
    #expect(steps.count == 2)
    #expect(steps.lastAt?.milliseconds == 1_783_156_353_000)
    #expect(steps.lastMs == -2000)
  }
}
