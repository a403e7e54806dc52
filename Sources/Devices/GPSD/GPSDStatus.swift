package import FlightModel

/// What `status` shows of a gpsd connection; ages are the reader's to compute.
package struct GPSDStatus: Equatable, Sendable {
  package var host: String
  package var port: String
  package var state: GPSDLink.State
  /// gpsd's release, once it has said.
  package var release: String?
  /// Why the last attempt or connection ended.
  package var lastTrouble: String?
  /// When bytes were last read.
  package var lastReceivedAt: MonotonicInstant?
  package var openCount: Int
  package var lossCount: Int
  package var silenceCount: Int
  package var counters: GPSDCounters
  package var receivers: [ReceiverStatus]
}

/// What was read, and what of it was refused.
package struct GPSDCounters: Equatable, Sendable {
  package var bytes = 0
  package var lines = 0
  /// `TPV` reports decoded.
  package var positionReports = 0
  /// `SKY` reports, of which only the counts of satellites and the HDOP are read.
  package var skyReports = 0
  /// Fixes of mode 2 or 3 with position and time, one for each instant of a receiver.
  package var fixes = 0
  /// Position reports without a position, or without its time.
  package var reportsWithoutFix = 0
  /// Reports merged into another of the same instant.
  package var duplicates = 0
  /// Fixes whose heights contradicted each other and were repaired.
  package var repairedAltitudes = 0
  package var garbage = GPSDGarbage()
}

/// Lines that were counted and skipped, by reason.
package struct GPSDGarbage: Equatable, Sendable {
  /// Longer than any report.
  package var overlong = 0
  /// No report of gpsd at all.
  package var notAReport = 0
  /// A position report that is broken or cut.
  package var malformed = 0
  /// A position report from one device more than a gpsd serves.
  package var withoutDevice = 0

  package var total: Int { overlong + notAReport + malformed + withoutDevice }
}

/// One receiver behind gpsd.
package struct ReceiverStatus: Equatable, Sendable {
  package var id: ReceiverID
  /// Whether gpsd has it now.
  package var isPresent: Bool
  /// gpsd's driver (`NMEA0183`, `u-blox`), once known.
  package var driver: String?
  package var mode: Fix.Mode?
  package var satellitesUsed: Int?
  package var satellitesVisible: Int?
  /// Horizontal dilution of precision.
  package var hdop: Double?
  package var lastFixAt: MonotonicInstant?
  package var fixCount: Int
  /// Fixes a second over the last whole window.
  package var fixesPerSecond: Double?
  /// The same while they came last.
  package var usualRate: Double?
  package var passThrough: PassThrough.State
  /// The FLARM behind it, where one was heard.
  package var flarm: FLARMStatus?
}
