package import FlightModel
package import RecordingModel
import SQLite
import SyncContract

/// Every task that was declared on this box, so that a flight keeps the one that was declared before
/// it, whatever was declared since.
enum DeclarationSchema {
  static let declarations: StaticString = """
    CREATE TABLE declarations (
      id INTEGER PRIMARY KEY,
      declared_at INTEGER NOT NULL CHECK (declared_at BETWEEN 0 AND 9007199254740991),
      task_id TEXT NOT NULL,
      name TEXT NOT NULL,
      turnpoints_json TEXT,
      minimum_time_s INTEGER CHECK (minimum_time_s >= 0)
    ) STRICT;
    CREATE INDEX declarations_by_time ON declarations (declared_at);
    """
}

extension StoreDatabase {
  /// Declares the task of an id as of now by the newest fix, nil none; the declaration, or nil if
  /// there is no such task. Throws `noTimeYet`.
  package func declare(taskID: String?) throws(StoreError) -> TaskOnRecorder? {
    try write("declare-task") { (writer) throws(StoreError) in
      try writer.checkTime()
      let row = try taskID.flatMap { (id) throws(StoreError) in
        try StoreContents(connection).row(of: .tasks, [id])
      }
      if taskID != nil && row == nil { return nil }
      let declaration = TaskOnRecorder(
        declaredAt: writer.state.clock.time(settings), taskID: taskID ?? "",
        name: row?["name"]?.text ?? "", turnpointsJSON: row?["turnpointsJson"]?.text,
        minimumTimeS: row?["minimumTimeS"]?.integer)
      try wrap { () throws(SQLiteError) in try insert(declaration) }
      return declaration
    }
  }

  private func insert(_ declaration: TaskOnRecorder) throws(SQLiteError) {
    try connection.run(
      """
      INSERT INTO declarations (declared_at, task_id, name, turnpoints_json, minimum_time_s)
      VALUES (?, ?, ?, ?, ?)
      """
    ) {
      $0.add(declaration.declaredAt.milliseconds)
      $0.add(declaration.taskID)
      $0.add(declaration.name)
      $0.add(declaration.turnpointsJSON)
      $0.add(declaration.minimumTimeS)
    }
  }
}

extension StoreContents {
  /// What is declared now; nil if nothing is.
  package func declaredTask() throws(StoreError) -> TaskOnRecorder? {
    try declaration(through: UTCInstant(milliseconds: .max)).flatMap {
      $0.turnpointsJSON == nil ? nil : $0
    }
  }

  /// The task of a flight: what was declared last at its take-off; where there was none, what was
  /// declared last before its end, which says so by its time and does not count.
  package func declaredTask(
    takeoff: UTCInstant, end: UTCInstant
  ) throws(StoreError) -> TaskOnRecorder? {
    for limit in [takeoff, end] {
      if let found = try declaration(through: limit), found.turnpointsJSON != nil { return found }
    }
    return nil
  }

  private func declaration(through limit: UTCInstant) throws(StoreError) -> TaskOnRecorder? {
    try wrap { () throws(SQLiteError) in
      try connection.first(
        """
        SELECT declared_at, task_id, name, turnpoints_json, minimum_time_s FROM declarations
        WHERE declared_at <= ? ORDER BY id DESC LIMIT 1
        """, { $0.add(limit.milliseconds) }
      ) { row in
        TaskOnRecorder(
          declaredAt: UTCInstant(milliseconds: row.number()), taskID: row.text() ?? "",
          name: row.text() ?? "", turnpointsJSON: row.text(), minimumTimeS: row.int64())
      }
    }
  }
}
