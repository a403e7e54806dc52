package import FlightModel

/// A flight with everything that the logbook has of it.
package struct LogbookFlight: Equatable, Sendable {
  package var entry: FlightEntry
  package var notes: FlightNotes
  package var results: FlightResults

  package init(
    entry: FlightEntry, notes: FlightNotes = FlightNotes(), results: FlightResults = FlightResults()
  ) {
    self.entry = entry
    self.notes = notes
    self.results = results
  }
}

/// What a person says of a flight, and what became of it in the logbook.
package struct FlightNotes: Equatable, Sendable {
  /// False for one that was only looked at.
  package var inLogbook = true
  package var isRecordedHere = false
  package var isRead = false
  package var isFavorite = false
  package var isContest = false
  /// Landed in a field.
  package var isFieldLanding = false
  package var comments = ""
  /// Litres.
  package var waterBallastL: Int64?
  package var lastOpenedAt: UTCInstant?

  package init() {}
}

/// What is computed from a flight's file and kept with it; nil is not known, or not yet.
package struct FlightResults: Equatable, Sendable {
  /// The version of the analysis that computed them; 0 is none yet.
  package var analysisVersion: Int64 = 0
  /// The airfield of the take-off.
  package var takeoffCode: String?
  package var takeoffName: String?
  /// Two letters.
  package var takeoffCountry: String?
  package var isTaskCompleted: Bool?
  /// m.
  package var declaredDistanceM: Int64?
  /// m.
  package var completedDistanceM: Int64?
  /// 1/100 km/h, as are the other speeds.
  package var taskSpeedCentiKmh: Int64?
  /// Of the shape that the settings choose, m.
  package var optimisedDistanceM: Int64?
  package var optimisedSpeedCentiKmh: Int64?
  package var bestTwoHourSpeedCentiKmh: Int64?
  package var averageCruiseSpeedCentiKmh: Int64?
  /// cm/s.
  package var bestThermalClimbCmS: Int64?
  package var rightThermalCount: Int64?
  package var leftThermalCount: Int64?

  package init() {}
}

/// Which flights of the logbook are meant, and in which order they come.
package struct LogbookQuery: Equatable, Sendable {
  /// What flights are put in order by.
  package enum Order: String, Sendable, CaseIterable {
    /// Take-off, or the first fix where there is none.
    case date
    case duration, distance, speed, gain, climb, pilot, glider, imported
    /// When it was last looked at.
    case opened
  }

  /// Of the take-off, in UTC.
  package var year: Int?
  package var isFavorite: Bool?
  package var isContest: Bool?
  package var isUnread: Bool?
  package var isRecordedHere: Bool?
  /// Whether it was ever looked at.
  package var isOpened: Bool?
  /// Also those that were only looked at.
  package var withOthers = false
  /// A part of pilot, passenger, glider, registration, competition id, comments, file or place.
  package var text: String?
  package var order = Order.date
  package var isAscending = false
  package var limit = 50
  package var offset = 0

  package init() {}
}

/// The flights of a year, or of all.
package struct LogbookTotals: Equatable, Sendable {
  /// Nil for all years.
  package var year: Int?
  package var flights: Int64 = 0
  package var durationS: Int64 = 0
  /// Of the optimised shape, summed, m; flights without one count 0.
  package var distanceM: Int64 = 0
  package var longestDurationS: Int64 = 0
  package var longestDistanceM: Int64 = 0
  package var highestGainM: Int64 = 0
  package var fieldLandings: Int64 = 0
  package var contestFlights: Int64 = 0

  package init(year: Int? = nil) { self.year = year }
}
