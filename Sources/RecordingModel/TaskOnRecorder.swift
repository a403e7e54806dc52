package import FlightModel

/// A task as it was declared on this box, or that none is any more.
package struct TaskOnRecorder: Equatable, Sendable {
  package var declaredAt: UTCInstant
  /// The task's id in the table of tasks, which may have changed or gone since.
  package var taskID: String
  package var name: String
  /// The points as they were then, in the contract's form; nil declares that there is none.
  package var turnpointsJSON: String?
  /// Of an assigned-area task, s.
  package var minimumTimeS: Int64?

  package init(
    declaredAt: UTCInstant, taskID: String, name: String, turnpointsJSON: String?,
    minimumTimeS: Int64?
  ) {
    self.declaredAt = declaredAt
    self.taskID = taskID
    self.name = name
    self.turnpointsJSON = turnpointsJSON
    self.minimumTimeS = minimumTimeS
  }
}
