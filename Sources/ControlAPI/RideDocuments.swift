package import FlightModel
package import JSON

/// A ride as the API tells it: what minute buckets of one board add up to.
package struct RideSummary: Equatable, Sendable {
  /// `20260704-0912-3f2a`: the start (UTC) and the board.
  package var id: String
  package var boardID: String
  /// As the board is called now.
  package var boardName: String
  package var isBoardDeleted: Bool
  package var startedAt: UTCInstant
  package var endedAt: UTCInstant
  package var samples: Int64
  /// By GNSS, or by the odometer where there is no GNSS.
  package var distanceM: Double
  package var movingS: Int64
  /// Over the moving samples.
  package var averageSpeedKmh: Double?
  package var maximumSpeedKmh: Double
  package var usedWh: Double
  package var regeneratedWh: Double
  package var minimumVoltageV: Double?
  package var maximumMosfetC: Double?
  package var maximumMotorC: Double?
  package var faults: Int64

  package init(
    id: String, boardID: String, boardName: String, isBoardDeleted: Bool, startedAt: UTCInstant,
    endedAt: UTCInstant
  ) {
    self.id = id
    self.boardID = boardID
    self.boardName = boardName
    self.isBoardDeleted = isBoardDeleted
    self.startedAt = startedAt
    self.endedAt = endedAt
    samples = 0
    distanceM = 0
    movingS = 0
    maximumSpeedKmh = 0
    usedWh = 0
    regeneratedWh = 0
    faults = 0
  }

  package var json: JSONValue {
    [
      "id": .string(id), "board_id": .string(boardID), "board_name": .string(boardName),
      "board_deleted": .bool(isBoardDeleted), "started_at": .string(startedAt.rfc3339),
      "ended_at": .string(endedAt.rfc3339), "samples": .integer(samples),
      "distance_m": JSONValue(distanceM, places: 2), "moving_s": .integer(movingS),
      "average_speed_kmh": JSONValue(averageSpeedKmh, places: 2),
      "maximum_speed_kmh": JSONValue(maximumSpeedKmh, places: 2),
      "used_wh": JSONValue(usedWh, places: 3),
      "regenerated_wh": JSONValue(regeneratedWh, places: 3),
      "minimum_voltage_v": JSONValue(minimumVoltageV, places: 3),
      "maximum_mosfet_c": JSONValue(maximumMosfetC, places: 1),
      "maximum_motor_c": JSONValue(maximumMotorC, places: 1), "faults": .integer(faults),
    ]
  }

  package init(json: JSONValue) throws(DocumentError) { try self.init(JSONReader(json)) }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      id: try reader.text("id"), boardID: try reader.text("board_id"),
      boardName: try reader.text("board_name"), isBoardDeleted: try reader.flag("board_deleted"),
      startedAt: try reader.time("started_at"), endedAt: try reader.time("ended_at"))
    samples = try reader.integer("samples")
    distanceM = try reader.number("distance_m")
    movingS = try reader.integer("moving_s")
    averageSpeedKmh = try reader.numberIfAny("average_speed_kmh")
    maximumSpeedKmh = try reader.number("maximum_speed_kmh")
    usedWh = try reader.number("used_wh")
    regeneratedWh = try reader.number("regenerated_wh")
    minimumVoltageV = try reader.numberIfAny("minimum_voltage_v")
    maximumMosfetC = try reader.numberIfAny("maximum_mosfet_c")
    maximumMotorC = try reader.numberIfAny("maximum_motor_c")
    faults = try reader.integer("faults")
  }
}

/// The answer to `GET /v1/rides`.
package enum RideList {
  package static func json(_ rides: [RideSummary]) -> JSONValue {
    ["rides": .array(rides.map(\.json))]
  }

  package static func read(_ json: JSONValue) throws(DocumentError) -> [RideSummary] {
    var rides: [RideSummary] = []
    for item in try JSONReader(json).list("rides") { rides.append(try RideSummary(item)) }
    return rides
  }
}
