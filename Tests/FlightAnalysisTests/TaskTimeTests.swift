import FlightModel
import Testing
import Waypoints

@testable import FlightAnalysis

@Suite struct TaskTimeTests {
  @Test func aFlightToAndFroOverTheStartLineIsSoonEvaluated() {
    // 2000 starts and landings out, none of which finishes: each start has its own end.
    let area = ObservationZone(isAssignedArea: true, r1M: 4000)
    for zone in [area, FlownTrack.cylinder] {
      let task = FlightTask(points: [
        FlownTrack.point(0, 0, FlownTrack.startLine), FlownTrack.point(0, 2, zone),
        FlownTrack.point(0, 9, zone), FlownTrack.point(30, 0, FlownTrack.finishLine),
      ])
      let places = (0..<4000).map { (0.5 * Double($0) / 4000, $0.isMultiple(of: 2) ? -1.0 : 1.5) }
      let result = TaskEvaluation.evaluate(task, on: FlownTrack.fixes(places, every: 1))
      #expect(result.startCount == 2000)
      #expect(!result.isCompleted)
    }
  }
}
