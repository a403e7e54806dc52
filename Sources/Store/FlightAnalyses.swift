package import FlightModel
import SQLite
package import SyncContract

/// A flight whose file is to be looked into.
package struct FlightToAnalyse: Equatable, Sendable {
  package var id: String
  package var filename: String
  /// Only the airfields of its take-off are to be found; the rest is computed.
  package var isNamingOnly: Bool

  package init(id: String, filename: String, isNamingOnly: Bool) {
    self.id = id
    self.filename = filename
    self.isNamingOnly = isNamingOnly
  }
}

/// How much of the logbook is analysed.
package struct AnalysisFigures: Equatable, Sendable {
  /// Flights that wait for it.
  package var waiting: Int64 = 0
  /// Flights whose file defeats the analysis of this version.
  package var failed: Int64 = 0

  package init() {}
}

extension StoreContents {
  /// So many begun analyses of one flight that did not come to an end make it a failed one: a process
  /// that dies in it must not die of it for ever.
  package static let mostTries: Int64 = 3

  /// The next flight whose analysis is older than `version`: recordings of this box first, then the
  /// newest. Where there are airfields, those of computed flights are named after that.
  package func nextFlight(
    toAnalyse version: Int, namesAirfields: Bool
  ) throws(StoreError) -> FlightToAnalyse? {
    try wrap { () throws(SQLiteError) in
      let analysis = try connection.first(
        """
        SELECT id, filename FROM flights
        WHERE analysis_version < ?1 AND deleted_at IS NULL
          AND (analysis_tried_version < ?1 OR analysis_tries < ?2)
        ORDER BY is_recorded_here DESC, first_fix_at_ms DESC, id LIMIT 1
        """,
        {
          $0.add(version)
          $0.add(Self.mostTries)
        }
      ) { FlightToAnalyse(id: $0.text() ?? "", filename: $0.text() ?? "", isNamingOnly: false) }
      guard analysis == nil, namesAirfields else { return analysis }
      return try connection.first(
        """
        SELECT id, filename FROM flights
        WHERE analysis_version >= ?1 AND is_takeoff_processed = 0 AND takeoff_at_ms IS NOT NULL
          AND deleted_at IS NULL
        ORDER BY first_fix_at_ms DESC, id LIMIT 1
        """, { $0.add(version) }
      ) { FlightToAnalyse(id: $0.text() ?? "", filename: $0.text() ?? "", isNamingOnly: true) }
    }
  }

  /// How many flights wait for the analysis of `version`, and how many defeat it.
  package func analysisFigures(version: Int) throws(StoreError) -> AnalysisFigures {
    try wrap { () throws(SQLiteError) in
      try connection.first(
        """
        SELECT total(is_open), total(1 - is_open) FROM (
          SELECT analysis_tried_version < ?1 OR analysis_tries < ?2 AS is_open FROM flights
          WHERE analysis_version < ?1 AND deleted_at IS NULL)
        """,
        {
          $0.add(version)
          $0.add(Self.mostTries)
        }
      ) { row -> AnalysisFigures in
        var figures = AnalysisFigures()
        figures.waiting = row.number()
        figures.failed = row.number()
        return figures
      } ?? AnalysisFigures()
    }
  }

  /// Rises with every map file that comes or changes: who has looked through them knows by it whether
  /// they are still those.
  package func mapFilesEdition() throws(StoreError) -> Int64 {
    try wrap { () throws(SQLiteError) in
      try connection.number("SELECT last_value FROM sync_sequences WHERE name = ?") {
        $0.add(SyncedTable[.mapFiles].name)
      } ?? 0
    }
  }

  /// When a flight took off as computed; nil if it is not known.
  package func takeoff(ofFlight id: String) throws(StoreError) -> UTCInstant? {
    try wrap { () throws(SQLiteError) in
      try connection.number("SELECT takeoff_at_ms FROM flights WHERE id = ?") { $0.add(id) }
        .map(UTCInstant.init(milliseconds:))
    }
  }
}

extension StoreDatabase {
  /// Notes that a flight's analysis begins. A power cut or a crash before its end counts as a try.
  package func beginAnalysis(of id: String, version: Int) throws(StoreError) {
    try tries(
      of: id, version,
      "CASE WHEN analysis_tried_version = ?2 THEN analysis_tries + 1 ELSE 1 END")
  }

  /// Takes a try back: the service was stopped, the flight is not to blame.
  package func abandonAnalysis(of id: String, version: Int) throws(StoreError) {
    try tries(of: id, version, "max(0, analysis_tries - 1)")
  }

  /// Gives a flight up that this version's analysis cannot be made of.
  package func failAnalysis(of id: String, version: Int) throws(StoreError) {
    try tries(of: id, version, "\(StoreContents.mostTries)")
  }

  private func tries(
    of id: String, _ version: Int, _ expression: String
  ) throws(StoreError) {
    try write("analysis") { (writer) throws(StoreError) in
      try wrap { () throws(SQLiteError) in
        let statement = try writer.connection.prepare(
          """
          UPDATE flights SET analysis_tries = \(expression), analysis_tried_version = ?2
          WHERE id = ?1
          """)
        try statement.bind {
          $0.add(id)
          $0.add(version)
        }
        while try statement.step() != nil {}
      }
    }
  }

  /// Stores what was computed of a flight, fields of the contract's group *summary*, with their
  /// stamps; `airfields` is the edition of the map files in which the take-off's airfield was looked
  /// for, nil if it was not. Where it is not the present one, it is looked for again. A flight that
  /// was deleted meanwhile stays deleted.
  package func store(
    analysis fields: [String: ContractValue], of id: String, airfields edition: Int64?
  ) throws(StoreError) {
    try write("store-analysis") { (writer) throws(StoreError) in
      let isThere = try StoreContents(writer.connection).standing(ofFlight: id)
      guard isThere == .inLogbook || isThere == .seen else { return }
      var fields = fields
      fields["id"] = .text(id)
      _ = try writer.put(.flights, fields, isTimed: false)
      let isNamed = try edition == StoreContents(writer.connection).mapFilesEdition()
      _ = try wrap { () throws(SQLiteError) in
        try writer.connection.run(
          "UPDATE flights SET analysis_tries = 0, is_takeoff_processed = ? WHERE id = ?"
        ) {
          $0.add(isNamed)
          $0.add(id)
        }
      }
    }
  }

  /// New airfields have come: every take-off is looked up again.
  package func forgetTakeoffNames() throws(StoreError) {
    try write("airfields") { (writer) throws(StoreError) in
      try wrap { () throws(SQLiteError) in
        try writer.connection.execute(
          "UPDATE flights SET is_takeoff_processed = 0 WHERE is_takeoff_processed = 1")
      }
    }
  }
}
