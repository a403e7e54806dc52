import ControlAPI
import FlightModel
import Logbook
import RecordingModel
import Store
import SyncContract
import Waypoints

/// The task that is declared on the recorder.
extension DaemonControl {
  func declaredTask() throws(ControlError) -> RecorderTask? {
    let declared = try query { (contents) throws(StoreError) in try contents.declaredTask() }
    return try declared.map { (declared) throws(ControlError) in
      try document(declared, try Self.task(declared))
    }
  }

  func declareTask(id: String?) throws(ControlError) -> RecorderTask? {
    if let id { try checkTask(id) }
    let declared = try edit { (database) throws(StoreError) in
      try database.declare(taskID: id)
    }
    guard let id else { return nil }
    guard let declared else { throw Self.noTask(id) }
    return try document(declared, try Self.task(declared))
  }

  /// A task that no file can tell is refused before it is declared.
  private func checkTask(_ id: String) throws(ControlError) {
    let row = try query { (contents) throws(StoreError) in try contents.row(of: .tasks, [id]) }
    guard let row else { throw Self.noTask(id) }
    let declared = TaskOnRecorder(
      declaredAt: UTCInstant(milliseconds: 0), taskID: id, name: "",
      turnpointsJSON: row["turnpointsJson"]?.text, minimumTimeS: nil)
    let task = try Self.task(declared)
    guard (2...101).contains(task.points.count) else {
      throw ControlError(
        .badRequest, message: "a declaration has a start, a finish and at most 99 turnpoints",
        hint: "this task has \(task.points.count) points")
    }
  }

  private static func noTask(_ id: String) -> ControlError {
    ControlError(
      .notFound, message: "there is no task \(id)", hint: "barograph tasks list shows them")
  }

  private static func task(_ declared: TaskOnRecorder) throws(ControlError) -> FlightTask {
    do throws(TurnpointsJSON.Failure) {
      return try FlightTask(declared)
    } catch {
      throw ControlError(.badRequest, message: "\(error)", hint: "import the task again")
    }
  }

  private func document(
    _ declared: TaskOnRecorder, _ task: FlightTask
  ) throws(ControlError) -> RecorderTask {
    let positions = task.points.map(\.waypoint.position)
    let metres = zip(positions, positions.dropFirst()).reduce(0.0) { $0 + $1.0.distance(to: $1.1) }
    let takeoff = try status().facts?.recording?.takeoffAt
    return RecorderTask(
      name: declared.name, declaredAt: declared.declaredAt,
      points: task.points.map(\.waypoint.name), distanceM: Int64(metres.rounded()),
      counts: takeoff.map { declared.declaredAt <= $0 })
  }
}

extension FlightTask {
  /// A declared task with its points as they were then.
  init(_ declared: TaskOnRecorder) throws(TurnpointsJSON.Failure) {
    self.init(
      name: declared.name, points: try TurnpointsJSON.decode(declared.turnpointsJSON ?? "[]"),
      minimumTimeS: declared.minimumTimeS, declaredAt: declared.declaredAt)
  }
}
