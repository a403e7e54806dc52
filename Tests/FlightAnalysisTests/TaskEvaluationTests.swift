import FlightModel
import Testing
import Waypoints

@testable import FlightAnalysis

@Suite struct TaskEvaluationTests {
  /// 20 km north and back, over lines.
  private func outAndReturn(_ zone: ObservationZone = FlownTrack.cylinder) -> FlightTask {
    FlightTask(points: [
      FlownTrack.point(0, 0, FlownTrack.startLine), FlownTrack.point(0, 20, zone),
      FlownTrack.point(0, 0, FlownTrack.finishLine),
    ])
  }

  @Test func anOutAndReturnIsTimedFromLineToLine() {
    // The lines are crossed halfway between two fixes.
    let fixes = FlownTrack.fixes([
      (0, -1), (0, 1), (0, 10), (0, 20), (0, 10), (0, 1), (0, -1), (0, -2),
    ])
    let result = TaskEvaluation.evaluate(outAndReturn(), on: fixes)
    #expect(result.isCompleted)
    #expect(result.startCount == 1)
    #expect(FlownTrack.seconds(result.reached.first?.moment) == 30)
    // 500 m before the turnpoint, which is 10 km in a minute: 3 s less.
    #expect(FlownTrack.seconds(result.reached[1].moment) == 177)
    #expect(FlownTrack.seconds(result.reached.last?.moment) == 330)
    #expect(result.taskTimeMs == 300_000)
    #expect(abs(result.completedDistanceM - 40_000) < 0.1)
    #expect(abs((result.speedMPerS ?? 0) - 40_000 / 300) < 0.01)
    #expect(result.reached.map(\.moment.index) == [0, 2, 5])
  }

  @Test func theBestOfSeveralStartsCounts() {
    // Starts after 30 s and after 150 s; the second is faster.
    let fixes = FlownTrack.fixes([
      (0, -1), (0, 1), (0, -1), (0, 1), (0, 20), (0, 1), (0, -1),
    ])
    let result = TaskEvaluation.evaluate(outAndReturn(), on: fixes)
    #expect(result.startCount == 2)
    #expect(FlownTrack.seconds(result.reached.first?.moment) == 150)
  }

  @Test func aStartAfterTheFirstTurnpointCountsOnlyIfItGivesMore() {
    // Finished from the first start; then over the line again, and never to the turnpoint.
    let fixes = FlownTrack.fixes([
      (0, -1), (0, 1), (0, 20), (0, 1), (0, -1), (0, 1), (0, 15),
    ])
    let result = TaskEvaluation.evaluate(outAndReturn(), on: fixes)
    #expect(result.startCount == 2)
    #expect(result.isCompleted)
    #expect(FlownTrack.seconds(result.reached.first?.moment) == 30)
  }

  @Test func aLineFlownTheWrongWayIsNoStart() {
    let fixes = FlownTrack.fixes([(0, 1), (0, -1), (3, -1), (3, 20), (0, 20), (0, 1), (0, -1)])
    let result = TaskEvaluation.evaluate(outAndReturn(), on: fixes)
    #expect(result.startCount == 0)
    #expect(result.reached.isEmpty)
    #expect(result.completedDistanceM == 0)
    #expect(abs(result.declaredDistanceM - 40_000) < 0.1)
  }

  @Test func aLineIsNotCrossedBesideIt() {
    let beside = FlownTrack.fixes([(1.01, -1), (1.01, 1)])
    #expect(TaskEvaluation.evaluate(outAndReturn(), on: beside).startCount == 0)
    let over = FlownTrack.fixes([(0.99, -1), (0.99, 1)])
    #expect(TaskEvaluation.evaluate(outAndReturn(), on: over).startCount == 1)
  }

  @Test func aFixOnTheLineIsOneCrossing() {
    let through = FlownTrack.fixes([(0, -1), (0, 0), (0, 1), (0, 20), (0, 0)])
    let result = TaskEvaluation.evaluate(outAndReturn(), on: through)
    #expect(result.startCount == 1)
    #expect(FlownTrack.seconds(result.reached.first?.moment) == 60)
    // The finish is reached by the last fix, which is on it.
    #expect(result.isCompleted)
    #expect(FlownTrack.seconds(result.reached.last?.moment) == 240)
  }

  @Test func touchingTheLineFromTheWrongSideIsNoStart() {
    let touched = FlownTrack.fixes([(0, 1), (0, 0), (0, 1), (0, 20)])
    #expect(TaskEvaluation.evaluate(outAndReturn(), on: touched).startCount == 0)
    let turned = FlownTrack.fixes([(0, -1), (0, 0), (0, -1)])
    #expect(TaskEvaluation.evaluate(outAndReturn(), on: turned).startCount == 0)
  }

  @Test func theFinishBeforeTheLastTurnpointDoesNotCount() {
    let fixes = FlownTrack.fixes([(0, -1), (0, 1), (0, 5), (0, 1), (0, -1), (0, -5)])
    let result = TaskEvaluation.evaluate(outAndReturn(), on: fixes)
    #expect(!result.isCompleted)
    #expect(result.taskTimeMs == nil)
    #expect(result.speedMPerS == nil)
    #expect(result.reached.count == 1)
    // 5 of 20 km towards the turnpoint.
    #expect(abs(result.completedDistanceM - 5000) < 0.1)
  }

  @Test func aLandingOutCountsTheWayTowardsTheNextPoint() {
    let fixes = FlownTrack.fixes([(0, -1), (0, 1), (0, 20), (0, 8), (2, 9)])
    let result = TaskEvaluation.evaluate(outAndReturn(), on: fixes)
    #expect(result.reached.count == 2)
    #expect(abs(result.completedDistanceM - 32_000) < 0.1)
  }

  @Test func goingAwayFromTheNextPointCountsNothing() {
    let fixes = FlownTrack.fixes([(0, -1), (0.9, 0.1), (20, -30)])
    let result = TaskEvaluation.evaluate(outAndReturn(), on: fixes)
    #expect(result.completedDistanceM < 200)
    #expect(result.completedDistanceM >= 0)
  }

  @Test func aCylinderIsEnteredBetweenTwoFixes() {
    let fixes = FlownTrack.fixes([(0, -1), (0, 1), (-2, 20.4), (2, 20.4), (0, 1), (0, -1)])
    let result = TaskEvaluation.evaluate(outAndReturn(), on: fixes)
    #expect(result.isCompleted)
    // 300 m before the middle of a way of 4 km in a minute.
    #expect(abs(FlownTrack.seconds(result.reached[1].moment)! - 145.5) < 0.01)
    let passed = FlownTrack.fixes([(0, -1), (0, 1), (-2, 20.6), (2, 20.6), (0, 1), (0, -1)])
    #expect(!TaskEvaluation.evaluate(outAndReturn(), on: passed).isCompleted)
  }

  @Test func aStartCylinderIsLeftAndAFinishCylinderEntered() {
    let task = FlightTask(points: [
      FlownTrack.point(0, 0, ObservationZone(r1M: 5000)),
      FlownTrack.point(0, 20, FlownTrack.cylinder),
      FlownTrack.point(0, 0, ObservationZone(r1M: 2000)),
    ])
    let fixes = FlownTrack.fixes([(0, 0), (0, 10), (0, 20), (0, 10), (0, 0)])
    let result = TaskEvaluation.evaluate(task, on: fixes)
    #expect(result.startCount == 1)
    #expect(FlownTrack.seconds(result.reached.first?.moment) == 30)
    #expect(FlownTrack.seconds(result.reached.last?.moment) == 228)
    let stayed = FlownTrack.fixes([(0, 0), (0, 4)])
    #expect(TaskEvaluation.evaluate(task, on: stayed).startCount == 0)
  }

  @Test func altitudeLimitsHoldAtTheCrossingAndInTheZone() {
    var start = FlownTrack.startLine
    start.highestM = 1500
    var turnpoint = FlownTrack.cylinder
    turnpoint.lowestM = 800
    var task = outAndReturn(turnpoint)
    task.points[0].zone = start
    let places = [(0.0, -1.0), (0, 1), (0, 20), (0, 1), (0, -1)]
    func completed(_ altitudes: [Int32]) -> [Int] {
      let fixes = FlownTrack.fixes(places, altitudes: altitudes)
      let result = TaskEvaluation.evaluate(task, on: fixes)
      return [result.startCount, result.reached.count]
    }
    #expect(completed([1400, 1600, 1000, 900, 900]) == [1, 3])
    #expect(completed([1402, 1600, 1000, 900, 900]) == [0, 0])
    #expect(completed([1400, 1600, 799, 900, 900]) == [1, 3])
    #expect(completed([1400, 600, 700, 600, 900]) == [1, 1])
  }

  @Test func aStartZoneIsNotLeftByClimbing() {
    var zone = ObservationZone(r1M: 5000)
    zone.highestM = 1500
    let task = FlightTask(points: [
      FlownTrack.point(0, 0, zone), FlownTrack.point(0, 20, FlownTrack.cylinder),
    ])
    let fixes = FlownTrack.fixes(
      [(0, 0), (0, 2), (0, 10)], altitudes: [1000, 2000, 2000])
    #expect(TaskEvaluation.evaluate(task, on: fixes).startCount == 0)
  }

  @Test func onlyWhatIsBetweenTakeOffAndLandingCounts() {
    let fixes = FlownTrack.fixes([(0, -1), (0, 1), (0, -1), (0, 1), (0, 20), (0, 1), (0, -1)])
    let part = FlightPart(
      takeoff: FlightMoment(time: fixes[2].time, index: 2),
      landing: FlightMoment(time: fixes[4].time, index: 4))
    let result = TaskEvaluation.evaluate(outAndReturn(), on: fixes, part: part)
    #expect(result.startCount == 1)
    #expect(result.reached.map(\.moment.index) == [2, 3])
  }

  @Test func voidAndBackwardFixesDoNotCount() {
    var fixes = FlownTrack.fixes([(0, -1), (0, 1), (0, 20), (0, 1), (0, -1)])
    fixes[2].isValid = false
    let result = TaskEvaluation.evaluate(outAndReturn(), on: fixes)
    #expect(result.reached.count == 1)
  }

  @Test func aTaskDeclaredAfterTakeOffDoesNotCount() {
    var task = outAndReturn()
    let takeoff = FlightMoment(time: FlownTrack.begin, index: 0)
    #expect(TaskEvaluation.isDeclared(task, before: takeoff))
    task.declaredAt = FlownTrack.begin
    #expect(TaskEvaluation.isDeclared(task, before: takeoff))
    task.declaredAt = FlownTrack.begin.advanced(byMilliseconds: 1000)
    #expect(!TaskEvaluation.isDeclared(task, before: takeoff))
    #expect(TaskEvaluation.isDeclared(task, before: nil))
  }

  @Test func nothingGivesNothing() {
    let none = TaskEvaluation.evaluate(FlightTask(points: []), on: [])
    #expect(none.reached.isEmpty && !none.isCompleted && none.declaredDistanceM == 0)
    #expect(TaskEvaluation.evaluate(outAndReturn(), on: []).startCount == 0)
    let one = FlownTrack.fixes([(0, 0)])
    #expect(TaskEvaluation.evaluate(outAndReturn(), on: one).startCount == 0)
  }
}
