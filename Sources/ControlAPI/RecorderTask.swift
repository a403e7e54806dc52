package import FlightModel
package import JSON

/// The task that is declared on the recorder.
package struct RecorderTask: Equatable, Sendable {
  package var name: String
  package var declaredAt: UTCInstant
  /// Names of its points in order.
  package var points: [String]
  /// Along its points, m.
  package var distanceM: Int64
  /// Whether it is in time for the flight that goes on: nil where none does.
  package var counts: Bool?

  package init(
    name: String, declaredAt: UTCInstant, points: [String], distanceM: Int64, counts: Bool? = nil
  ) {
    self.name = name
    self.declaredAt = declaredAt
    self.points = points
    self.distanceM = distanceM
    self.counts = counts
  }
}

/// The answer to `GET /v1/task`: `{"task": …}`, null where none is declared.
package enum RecorderTaskDocument {
  package static func json(_ task: RecorderTask?) -> JSONValue {
    guard let task else { return ["task": nil] }
    return [
      "task": [
        "name": .string(task.name), "declared_at": JSONValue(task.declaredAt),
        "points": .array(task.points.map(JSONValue.string)), "distance_m": .integer(task.distanceM),
        "counts": task.counts.map(JSONValue.bool) ?? nil,
      ]
    ]
  }

  package static func read(_ json: JSONValue) throws(DocumentError) -> RecorderTask? {
    guard let reader = try JSONReader(json).objectIfAny("task") else { return nil }
    return RecorderTask(
      name: try reader.text("name"), declaredAt: try reader.time("declared_at"),
      points: (reader.value["points"]?.array ?? []).compactMap(\.string),
      distanceM: try reader.integer("distance_m"), counts: try reader.flagIfAny("counts"))
  }
}
