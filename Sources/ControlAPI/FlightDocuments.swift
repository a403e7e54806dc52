import FlightModel
package import JSON
package import RecordingModel

/// The answer to `GET /v1/flights`.
package enum FlightList {
  package static func json(_ flights: [FlightSummary]) -> JSONValue {
    ["flights": .array(flights.map(\.json))]
  }

  package static func read(_ json: JSONValue) throws(DocumentError) -> [FlightSummary] {
    var flights: [FlightSummary] = []
    for item in try JSONReader(json).list("flights") { flights.append(try FlightSummary(item)) }
    return flights
  }
}

extension FlightSummary {
  /// The entry as JSON.
  package var json: JSONValue {
    var object = JSONObject()
    for part in [facts, notes.json, results.json] {
      for member in part.object?.members ?? [] { object[member.key] = member.value }
    }
    return .object(object)
  }

  private var facts: JSONValue {
    [
      "id": .string(id), "recording_id": JSONValue(recordingID), "filename": .string(filename),
      "igc_path": JSONValue(igcPath), "igc_bytes": .integer(igcBytes),
      "imported_at": JSONValue(importedAt), "pilot": .string(declaration.pilot),
      "crew": .string(declaration.crew), "glider_type": .string(declaration.gliderType),
      "registration": .string(declaration.registration),
      "competition_id": .string(declaration.competitionID),
      "competition_class": .string(declaration.competitionClass),
      "first_fix_at": JSONValue(firstFixAt), "last_fix_at": JSONValue(lastFixAt),
      "fix_count": .integer(fixCount), "takeoff_at": JSONValue(takeoffAt),
      "landing_at": JSONValue(landingAt), "duration_s": .integer(durationS),
      "height_gained_m": .integer(heightGainedM),
    ]
  }

  /// Reads an entry.
  package init(json: JSONValue) throws(DocumentError) { try self.init(JSONReader(json)) }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      id: try reader.text("id"), recordingID: try reader.integerIfAny("recording_id"),
      filename: try reader.text("filename"), igcPath: try reader.textIfAny("igc_path"),
      igcBytes: try reader.integer("igc_bytes"), declaration: try Declaration(reader),
      firstFixAt: try reader.time("first_fix_at"), lastFixAt: try reader.time("last_fix_at"),
      fixCount: try reader.integer("fix_count"), takeoffAt: try reader.timeIfAny("takeoff_at"),
      landingAt: try reader.timeIfAny("landing_at"), durationS: try reader.integer("duration_s"),
      heightGainedM: try reader.integer("height_gained_m"),
      importedAt: try reader.timeIfAny("imported_at"), notes: try FlightNotes(reader),
      results: try FlightResults(reader))
  }
}

extension FlightNotes {
  fileprivate var json: JSONValue {
    [
      "in_logbook": .bool(inLogbook), "is_recorded_here": .bool(isRecordedHere),
      "is_read": .bool(isRead), "is_favorite": .bool(isFavorite), "is_contest": .bool(isContest),
      "is_field_landing": .bool(isFieldLanding), "comments": .string(comments),
      "water_ballast_l": JSONValue(waterBallastL), "last_opened_at": JSONValue(lastOpenedAt),
    ]
  }

  fileprivate init(_ reader: JSONReader) throws(DocumentError) {
    self.init()
    inLogbook = try reader.flagIfAny("in_logbook") ?? true
    isRecordedHere = try reader.flagIfAny("is_recorded_here") ?? false
    isRead = try reader.flagIfAny("is_read") ?? false
    isFavorite = try reader.flagIfAny("is_favorite") ?? false
    isContest = try reader.flagIfAny("is_contest") ?? false
    isFieldLanding = try reader.flagIfAny("is_field_landing") ?? false
    comments = try reader.textIfAny("comments") ?? ""
    waterBallastL = try reader.integerIfAny("water_ballast_l")
    lastOpenedAt = try reader.timeIfAny("last_opened_at")
  }
}

extension FlightResults {
  fileprivate var json: JSONValue {
    [
      "analysis_version": .integer(analysisVersion), "takeoff_code": JSONValue(takeoffCode),
      "takeoff_name": JSONValue(takeoffName), "takeoff_country": JSONValue(takeoffCountry),
      "task_completed": isTaskCompleted.map(JSONValue.bool) ?? nil,
      "declared_distance_m": JSONValue(declaredDistanceM),
      "completed_distance_m": JSONValue(completedDistanceM),
      "task_speed_centi_kmh": JSONValue(taskSpeedCentiKmh),
      "optimised_distance_m": JSONValue(optimisedDistanceM),
      "optimised_speed_centi_kmh": JSONValue(optimisedSpeedCentiKmh),
      "best_two_hour_speed_centi_kmh": JSONValue(bestTwoHourSpeedCentiKmh),
      "average_cruise_speed_centi_kmh": JSONValue(averageCruiseSpeedCentiKmh),
      "best_thermal_climb_cm_s": JSONValue(bestThermalClimbCmS),
      "right_thermal_count": JSONValue(rightThermalCount),
      "left_thermal_count": JSONValue(leftThermalCount),
    ]
  }

  fileprivate init(_ reader: JSONReader) throws(DocumentError) {
    self.init()
    analysisVersion = try reader.integerIfAny("analysis_version") ?? 0
    takeoffCode = try reader.textIfAny("takeoff_code")
    takeoffName = try reader.textIfAny("takeoff_name")
    takeoffCountry = try reader.textIfAny("takeoff_country")
    isTaskCompleted = try reader.flagIfAny("task_completed")
    declaredDistanceM = try reader.integerIfAny("declared_distance_m")
    completedDistanceM = try reader.integerIfAny("completed_distance_m")
    taskSpeedCentiKmh = try reader.integerIfAny("task_speed_centi_kmh")
    optimisedDistanceM = try reader.integerIfAny("optimised_distance_m")
    optimisedSpeedCentiKmh = try reader.integerIfAny("optimised_speed_centi_kmh")
    bestTwoHourSpeedCentiKmh = try reader.integerIfAny("best_two_hour_speed_centi_kmh")
    averageCruiseSpeedCentiKmh = try reader.integerIfAny("average_cruise_speed_centi_kmh")
    bestThermalClimbCmS = try reader.integerIfAny("best_thermal_climb_cm_s")
    rightThermalCount = try reader.integerIfAny("right_thermal_count")
    leftThermalCount = try reader.integerIfAny("left_thermal_count")
  }
}

/// The answer to `GET /v1/flights/totals`: `{"years": […]}`, the newest first.
package enum TotalsList {
  package static func json(_ years: [LogbookTotals]) -> JSONValue {
    ["years": .array(years.map(\.json))]
  }

  package static func read(_ json: JSONValue) throws(DocumentError) -> [LogbookTotals] {
    var years: [LogbookTotals] = []
    for item in try JSONReader(json).list("years") { years.append(try LogbookTotals(item)) }
    return years
  }
}

extension LogbookTotals {
  package var json: JSONValue {
    [
      "year": year.map { JSONValue($0) } ?? nil, "flights": .integer(flights),
      "duration_s": .integer(durationS), "distance_m": .integer(distanceM),
      "longest_duration_s": .integer(longestDurationS),
      "longest_distance_m": .integer(longestDistanceM), "highest_gain_m": .integer(highestGainM),
      "field_landings": .integer(fieldLandings), "contest_flights": .integer(contestFlights),
    ]
  }

  fileprivate init(_ reader: JSONReader) throws(DocumentError) {
    self.init(year: try reader.integerIfAny("year").map(Int.init))
    flights = try reader.integer("flights")
    durationS = try reader.integer("duration_s")
    distanceM = try reader.integer("distance_m")
    longestDurationS = try reader.integer("longest_duration_s")
    longestDistanceM = try reader.integer("longest_distance_m")
    highestGainM = try reader.integer("highest_gain_m")
    fieldLandings = try reader.integer("field_landings")
    contestFlights = try reader.integer("contest_flights")
  }
}
