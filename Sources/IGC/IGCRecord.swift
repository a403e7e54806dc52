package import FlightModel

/// What a reader finds in a file, line by line.
package enum IGCRecord: Equatable, Sendable {
  /// A: maker, serial and whatever follows, not taken apart.
  case recorder(String)
  /// H, but for the date.
  case header(HeaderLine)
  /// H with the date that the following times begin on.
  case date(CivilDate)
  /// I: what the B records after it have beyond the altitudes.
  case extensions([ExtensionField])
  /// J: what the K records after it have.
  case slowExtensions([ExtensionField])
  case fix(TrackPoint)
  case event(FlightEvent)
  /// C: all lines of a task.
  case task(TaskDeclaration)
  /// L: the text after the L, its source first.
  case comment(String)
  /// D, F, G, K and letters of no meaning: the bytes, Latin-1 or UTF-8.
  case other([UInt8])
}

/// An H record: `HFPLTPILOTINCHARGE:A B` has source F, subject PLT and value `A B`.
package struct HeaderLine: Equatable, Sendable {
  /// F recorder, O official observer, P pilot, S found in the wild.
  package var source: Character
  package var subject: String
  package var value: String
}

/// A B record.
package struct TrackPoint: Equatable, Sendable {
  /// UTC; nil in a file without a date before it.
  package var time: UTCInstant?
  /// Milliseconds since midnight of the file's date; above 86,400,000 after midnight.
  package var fileMilliseconds: Int64 = 0
  package var position = Coordinate(latitudeE7: 0, longitudeE7: 0)
  /// As written, m; 0 also stands for unknown.
  package var pressureAltitudeM: Int32 = 0
  /// As written, m; 0 where it is void.
  package var gnssAltitudeM: Int32 = 0
  package var engine = TrackFix.Engine()
  /// Of its B in the file, bytes.
  package var offset = 0
  /// Validity A.
  package var isValid = false
  /// Whether its time is before that of the fix before, by too little for midnight.
  package var isBackward = false
}

/// An E record.
package struct FlightEvent: Equatable, Sendable {
  package var time: UTCInstant?
  /// Milliseconds since midnight of the file's date.
  package var fileMilliseconds: Int64
  /// `PEV` for the pilot's.
  package var code: String
  package var text: String
}
