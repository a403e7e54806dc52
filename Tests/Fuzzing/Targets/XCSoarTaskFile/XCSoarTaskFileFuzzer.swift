import FlightAnalysis
import FlightModel
import FuzzDriver
import Logbook
import Waypoints

/// Any file in place of a task of XCSoar; what comes out is flown, and goes through the text of the
/// contract.
@main
enum XCSoarTaskFileFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      guard let file = try? XCSoarTaskFile.read(Array(bytes)) else { return }
      let points = file.task.points
      let again = try? TurnpointsJSON.decode(TurnpointsJSON.encode(points))
      Fuzzer.expect(again?.count == points.count, "the contract's text gives another task")
      let result = TaskEvaluation.evaluate(file.task, on: flight(points))
      Fuzzer.expect(result.completedDistanceM >= 0, "a distance below 0")
      Fuzzer.expect(result.completedDistanceM.isFinite, "a distance without end")
      Fuzzer.expect(result.reached.count <= points.count, "more points than the task has")
      if points.count <= 8, let range = AreaRange(file.task) {
        Fuzzer.expect(range.shortestM <= range.longestM + 1, "the shortest is the longest")
      }
    }
  }

  /// From a little before each point to a little behind it.
  private static func flight(_ points: [TaskPoint]) -> [TrackFix] {
    let places = points.flatMap { point in
      [-9.0, -2, 0, 3].map {
        LocalPlane(around: point.waypoint.position).place(SIMD2($0, $0) * 300)
      }
    }
    return places.enumerated().map { index, place in
      TrackFix(
        time: UTCInstant(milliseconds: Int64(index) * 60_000), position: place, gnssAltitudeM: 1000)
    }
  }
}
