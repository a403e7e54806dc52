package import FlightModel

/// How a flight fared on a task.
package struct TaskResult: Equatable, Sendable {
  /// A point of the task that was reached.
  package struct Reached: Equatable, Sendable {
    /// Index of the task's point.
    package var point: Int
    package var moment: FlightMoment
    /// Where it counts: the crossing of a line, or the best fix in an assigned area.
    package var scoringPosition: Coordinate

    package init(point: Int, moment: FlightMoment, scoringPosition: Coordinate) {
      self.point = point
      self.moment = moment
      self.scoringPosition = scoringPosition
    }
  }

  /// The start that is counted, then every point that was reached after it, in order.
  package var reached: [Reached]
  /// Starts that were made.
  package var startCount: Int
  package var isCompleted: Bool
  /// Along the task's points, m.
  package var declaredDistanceM: Double
  /// What is credited, m: of a landing out, as far as it came towards the next point.
  package var completedDistanceM: Double
  /// Start to finish; nil if it was not finished. An assigned-area task counts at least its minimum.
  package var taskTimeMs: Int64?
  /// m/s; nil if it was not finished.
  package var speedMPerS: Double?

  package init(
    reached: [Reached], startCount: Int, isCompleted: Bool, declaredDistanceM: Double,
    completedDistanceM: Double, taskTimeMs: Int64? = nil, speedMPerS: Double? = nil
  ) {
    self.reached = reached
    self.startCount = startCount
    self.isCompleted = isCompleted
    self.declaredDistanceM = declaredDistanceM
    self.completedDistanceM = completedDistanceM
    self.taskTimeMs = taskTimeMs
    self.speedMPerS = speedMPerS
  }
}
