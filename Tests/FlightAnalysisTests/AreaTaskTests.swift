import FlightModel
import SeededRandom
import Testing
import Waypoints

@testable import FlightAnalysis

@Suite struct AreaTaskTests {
  private func area(_ r1M: Double, a1Deg: Double = 180) -> ObservationZone {
    ObservationZone(isAssignedArea: true, r1M: r1M, a1Deg: a1Deg)
  }

  private var twoAreas: FlightTask {
    FlightTask(
      points: [
        FlownTrack.point(0, 0, FlownTrack.startLine), FlownTrack.point(0, 30, area(10_000)),
        FlownTrack.point(30, 30, area(10_000)), FlownTrack.point(0, 0, ObservationZone(r1M: 500)),
      ], minimumTimeS: 3600)
  }

  @Test func theFarthestFixesOfTheAreasCount() {
    let fixes = FlownTrack.fixes([
      (0, -1), (0, 1), (0, 21), (0, 35), (5, 35), (25, 35), (35, 35), (30, 25), (0, 0),
    ])
    let result = TaskEvaluation.evaluate(twoAreas, on: fixes)
    #expect(result.isCompleted)
    #expect(result.reached.map(\.moment.index) == [0, 3, 6, 7])
    let corner = (35.0 * 35 + 35 * 35).squareRoot()
    #expect(abs(result.completedDistanceM - (35 + 35 + corner) * 1000) < 3)
    // 7.5 minutes, and an hour is the least.
    #expect(result.taskTimeMs == 3_600_000)
    #expect(abs(result.speedMPerS! - result.completedDistanceM / 3600) < 1e-9)
  }

  @Test func aLandingOutsideTheNextAreaCountsToItsEdge() {
    let fixes = FlownTrack.fixes([(0, -1), (0, 1), (0, 35), (10, 30)])
    let result = TaskEvaluation.evaluate(twoAreas, on: fixes)
    // From (0, 35) to the nearest point of the next area, (20, 30), less the 10 km that are missing.
    // The fix at (10, 30) is on the edge of the first area as well.
    #expect(!result.isCompleted)
    let leg = (20.0 * 20 + 5 * 5).squareRoot()
    #expect(abs(result.completedDistanceM - (35 + leg - 10) * 1000) < 5)
  }

  @Test func aLandingBeforeTheFirstAreaCountsFromTheStart() {
    let fixes = FlownTrack.fixes([(0, -1), (0, 1), (0, 12)])
    let result = TaskEvaluation.evaluate(twoAreas, on: fixes)
    #expect(abs(result.completedDistanceM - 12_000) < 1)
  }

  @Test func startAndFinishAreNoAreasWhateverTheirZonesSay() {
    var task = twoAreas
    task.points[3].zone.isAssignedArea = true
    let fixes = FlownTrack.fixes([(0, -1), (0, 1), (0, 35), (30, 35), (10, 10)])
    let marked = TaskEvaluation.evaluate(task, on: fixes)
    #expect(marked == TaskEvaluation.evaluate(twoAreas, on: fixes))
    task.points[1].zone.isAssignedArea = false
    task.points[2].zone.isAssignedArea = false
    let result = TaskEvaluation.evaluate(task, on: fixes)
    // The way from the last turnpoint to 14 km before the finish.
    let legs = 60_000 + (30.0 * 30 + 30 * 30).squareRoot() * 1000
    #expect(abs(result.completedDistanceM - (legs - 200.0.squareRoot() * 1000)) < 20)
  }

  @Test func anAreaOnlyCutBetweenTwoFixesIsReached() {
    let task = FlightTask(points: [
      FlownTrack.point(0, 0, FlownTrack.startLine), FlownTrack.point(0, 30, area(10_000)),
      FlownTrack.point(0, 0, FlownTrack.finishLine),
    ])
    let fixes = FlownTrack.fixes([(0, -1), (0, 1), (-12, 28), (12, 28), (0, 1), (0, -1)])
    let result = TaskEvaluation.evaluate(task, on: fixes)
    #expect(result.isCompleted)
    #expect(result.completedDistanceM > 58_000)
  }

  @Test func overlappingAreasAreTakenInOrder() {
    // Both areas hold all fixes between; the best is far out in the first, then in the second.
    let task = FlightTask(points: [
      FlownTrack.point(0, 0, FlownTrack.startLine), FlownTrack.point(0, 20, area(15_000)),
      FlownTrack.point(5, 20, area(15_000)), FlownTrack.point(0, 0, FlownTrack.finishLine),
    ])
    let fixes = FlownTrack.fixes([
      (0, -1), (0, 1), (0, 30), (0, 10), (10, 30), (0, 1), (0, -1),
    ])
    let result = TaskEvaluation.evaluate(task, on: fixes)
    let expected = AreaBruteForce.best(task, fixes)
    #expect(result.isCompleted)
    #expect(abs(result.completedDistanceM - expected) < 0.01)
  }

  @Test func anyTrackScoresAsEveryChoiceTriedOut() {
    var finished = 0
    var landedOut = 0
    for seed in UInt64(0)..<150 {
      var chance = SeededGenerator(seed: seed)
      let (task, fixes) = AreaBruteForce.make(&chance)
      let result = TaskEvaluation.evaluate(task, on: fixes)
      let expected = AreaBruteForce.best(task, fixes)
      if result.isCompleted { finished += 1 } else if result.reached.count > 2 { landedOut += 1 }
      #expect(abs(result.completedDistanceM - expected) < 0.01, "seed \(seed)")
    }
    #expect(finished > 5)
    #expect(landedOut > 10)
  }

  @Test func manyFixesInAnAreaAreQuick() {
    // 3000 fixes in each of two areas, wandering.
    var chance = SeededGenerator(seed: 5)
    var places: [(Double, Double)] = [(0, -1), (0, 1)]
    for centre in [(0.0, 30.0), (30, 30)] {
      var angle = 0.0
      for index in 0..<3000 {
        angle += Double.random(in: -0.3...0.3, using: &chance)
        let radius = 5 + 4 * Double(index % 500) / 500
        places.append((centre.0 + radius * (angle - angle.rounded()), centre.1 + radius / 2))
      }
    }
    places += [(0, 1), (0, -1)]
    var task = twoAreas
    task.points[3].zone = FlownTrack.finishLine
    let fixes = FlownTrack.fixes(places, every: 1)
    #expect(TaskEvaluation.evaluate(task, on: fixes).isCompleted)
  }
}
