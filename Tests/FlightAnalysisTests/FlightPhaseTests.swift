import FlightAnalysis
import Testing

@Suite struct FlightPhaseTests {
  @Test func climbIsHeightByTime() {
    let phase = FlightPhase(
      kind: .circling(.left), fixes: 0...9, heightChangeM: 30, durationMs: 20_000)
    #expect(phase.climbMPerS == 1.5)
  }
}
