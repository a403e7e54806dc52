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
  case fix(TrackPoint)
  case event(FlightEvent)
  /// L: the text after the L, its source first.
  case comment(String)
  /// C, D, F, G, J, K and letters of no meaning: the bytes, Latin-1 or UTF-8.
  case other([UInt8])
}

/// An H record: `HFPLTPILOTINCHARGE:A B` has source F, subject PLT and value `A B`.
package struct HeaderLine: Equatable, Sendable {
  /// F recorder, O official observer, P pilot, S found in the wild.
  package var source: Character
  package var subject: String
  package var value: String
}

/// A field of the B records: bytes `first` to `last`, the B being 1.
package struct ExtensionField: Equatable, Sendable {
  package var code: String
  package var first: Int
  package var last: Int
}

/// A B record.
package struct TrackPoint: Equatable, Sendable {
  /// UTC; nil in a file without a date before it.
  package var time: UTCInstant?
  /// Milliseconds since midnight of the file's date; above 86,400,000 after midnight.
  package var fileMilliseconds: Int64
  package var position: Coordinate
  /// Validity A.
  package var isValid: Bool
  /// Whether its time is before that of a fix earlier in the file, by too little for midnight.
  package var isBackward: Bool
  /// As written, m; 0 also stands for unknown.
  package var pressureAltitudeM: Int32
  /// As written, m; 0 where it is void.
  package var gnssAltitudeM: Int32
  /// The text of each extension in the order of the I record; empty where the line is too short.
  package var extensions: [String]
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
