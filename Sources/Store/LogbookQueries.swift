import FlightModel
package import RecordingModel
import SQLite

// Reading the logbook: whole entries, chosen and in order, and totals.
extension StoreContents {
  /// The flights that a query means.
  package func logbook(_ query: LogbookQuery) throws(StoreError) -> [LogbookFlight] {
    let filter = LogbookFilter(query)
    return try wrap { () throws(SQLiteError) in
      let statement = try connection.prepare(
        "\(LogbookColumns.select) \(filter.text) \(filter.order) LIMIT ? OFFSET ?")
      try statement.bind {
        filter.bind(&$0)
        $0.add(max(0, query.limit))
        $0.add(max(0, query.offset))
      }
      var flights: [LogbookFlight] = []
      while var row = try statement.step() { flights.append(LogbookColumns.read(&row)) }
      return flights
    }
  }

  /// Flights whose id begins with `idPrefix`, at most `limit`.
  package func logbook(idPrefix: String, limit: Int) throws(StoreError) -> [LogbookFlight] {
    try wrap { () throws(SQLiteError) in
      let statement = try connection.prepare(
        "\(LogbookColumns.select) WHERE id >= ?1 AND id < ?1 || 'g' AND deleted_at IS NULL LIMIT ?2"
      )
      try statement.bind {
        $0.add(idPrefix)
        $0.add(max(0, limit))
      }
      var flights: [LogbookFlight] = []
      while var row = try statement.step() { flights.append(LogbookColumns.read(&row)) }
      return flights
    }
  }

  /// The totals of each year that the query's flights are of, the newest first.
  package func logbookTotals(_ query: LogbookQuery) throws(StoreError) -> [LogbookTotals] {
    let filter = LogbookFilter(query)
    return try wrap { () throws(SQLiteError) in
      let statement = try connection.prepare(
        """
        SELECT CAST(strftime('%Y', \(LogbookColumns.date) / 1000, 'unixepoch') AS INTEGER) AS year,
          count(*), sum(duration_s), sum(coalesce(optimised_distance_m, 0)), max(duration_s),
          max(coalesce(optimised_distance_m, 0)), max(height_gained_m), sum(is_field_landing),
          sum(is_contest)
        FROM flights \(filter.text) GROUP BY year ORDER BY year DESC
        """)
      try statement.bind { filter.bind(&$0) }
      var years: [LogbookTotals] = []
      while var row = try statement.step() { years.append(Self.totals(&row)) }
      return years
    }
  }

  private static func totals(_ row: inout Row) -> LogbookTotals {
    var totals = LogbookTotals(year: Int(row.number()))
    totals.flights = row.number()
    totals.durationS = row.number()
    totals.distanceM = row.number()
    totals.longestDurationS = row.number()
    totals.longestDistanceM = row.number()
    totals.highestGainM = row.number()
    totals.fieldLandings = row.number()
    totals.contestFlights = row.number()
    return totals
  }
}

/// What a query asks for, in SQL; a person's words are bound, never part of the text.
private struct LogbookFilter {
  private enum Value {
    case number(Int64)
    case text(String)
  }

  private var conditions = ["deleted_at IS NULL"]
  private var values: [Value] = []
  let order: String

  init(_ query: LogbookQuery) {
    let direction = query.isAscending ? "ASC" : "DESC"
    order =
      "ORDER BY \(LogbookColumns.order(query.order)) \(direction) NULLS LAST, "
      + "\(LogbookColumns.date) DESC, id"
    if !query.withOthers { conditions.append("in_logbook = 1") }
    flag("is_favorite", query.isFavorite)
    flag("is_contest", query.isContest)
    flag("is_read", query.isUnread.map(!))
    flag("is_recorded_here", query.isRecordedHere)
    if let isOpened = query.isOpened {
      conditions.append("last_opened_at IS \(isOpened ? "NOT " : "")NULL")
    }
    if let year = query.year { span(of: year) }
    if let text = query.text, !text.isEmpty { containing(text) }
  }

  var text: String { "WHERE " + conditions.joined(separator: " AND ") }

  func bind(_ binder: inout Binder) {
    for value in values {
      switch value {
      case .number(let number): binder.add(number)
      case .text(let text): binder.add(text)
      }
    }
  }

  private mutating func flag(_ column: String, _ wanted: Bool?) {
    guard let wanted else { return }
    conditions.append("\(column) = \(wanted ? 1 : 0)")
  }

  private mutating func span(of year: Int) {
    let years = [year, year + 1].map { UTCInstant(CivilDate(year: $0, month: 1, day: 1)) }
    conditions.append("\(LogbookColumns.date) >= ? AND \(LogbookColumns.date) < ?")
    values += years.map { .number($0.milliseconds) }
  }

  private mutating func containing(_ text: String) {
    let columns = LogbookColumns.searched.map { "instr(lower(coalesce(\($0), '')), lower(?)) > 0" }
    conditions.append("(\(columns.joined(separator: " OR ")))")
    values += columns.map { _ in .text(text) }
  }
}

/// The columns of `flights` that make a `LogbookFlight`, and how they are read.
private enum LogbookColumns {
  /// When it was flown.
  static let date = "coalesce(takeoff_at_ms, first_fix_at_ms)"

  static let searched = [
    "pilot", "passenger", "glider_type", "registration", "competition_id", "comments", "filename",
    "takeoff_name", "takeoff_code",
  ]

  static let select = """
    SELECT id, recording_id, filename, igc_bytes, imported_at, pilot, passenger, glider_type,
      registration, competition_id, competition_class, first_fix_at_ms, last_fix_at_ms, fix_count,
      takeoff_at_ms, landing_at_ms, duration_s, height_gained_m, in_logbook, is_recorded_here,
      is_read, is_favorite, is_contest, is_field_landing, comments, water_ballast_l, last_opened_at,
      analysis_version, takeoff_code, takeoff_name, takeoff_country, is_task_completed,
      declared_distance_m, completed_distance_m, task_speed_centi_kmh, optimised_distance_m,
      optimised_speed_centi_kmh, best_two_hour_speed_centi_kmh, average_cruise_speed_centi_kmh,
      best_thermal_climb_cm_s, right_thermal_count, left_thermal_count
    FROM flights
    """

  static func order(_ order: LogbookQuery.Order) -> String {
    switch order {
    case .date: date
    case .duration: "duration_s"
    case .distance: "optimised_distance_m"
    case .speed: "optimised_speed_centi_kmh"
    case .gain: "height_gained_m"
    case .climb: "best_thermal_climb_cm_s"
    case .pilot: "lower(pilot)"
    case .glider: "lower(glider_type)"
    case .imported: "imported_at"
    case .opened: "last_opened_at"
    }
  }

  static func read(_ row: inout Row) -> LogbookFlight {
    let entry = StoreContents.flight(&row)
    let notes = notes(&row)
    return LogbookFlight(entry: entry, notes: notes, results: results(&row))
  }

  private static func notes(_ row: inout Row) -> FlightNotes {
    var notes = FlightNotes()
    notes.inLogbook = row.number() != 0
    notes.isRecordedHere = row.number() != 0
    notes.isRead = row.number() != 0
    notes.isFavorite = row.number() != 0
    notes.isContest = row.number() != 0
    notes.isFieldLanding = row.number() != 0
    notes.comments = row.text() ?? ""
    notes.waterBallastL = row.int64()
    notes.lastOpenedAt = row.int64().map(UTCInstant.init(milliseconds:))
    return notes
  }

  private static func results(_ row: inout Row) -> FlightResults {
    var results = FlightResults()
    results.analysisVersion = row.number()
    results.takeoffCode = row.text()
    results.takeoffName = row.text()
    results.takeoffCountry = row.text()
    results.isTaskCompleted = row.int64().map { $0 != 0 }
    results.declaredDistanceM = row.int64()
    results.completedDistanceM = row.int64()
    results.taskSpeedCentiKmh = row.int64()
    results.optimisedDistanceM = row.int64()
    results.optimisedSpeedCentiKmh = row.int64()
    results.bestTwoHourSpeedCentiKmh = row.int64()
    results.averageCruiseSpeedCentiKmh = row.int64()
    results.bestThermalClimbCmS = row.int64()
    results.rightThermalCount = row.int64()
    results.leftThermalCount = row.int64()
    return results
  }
}
