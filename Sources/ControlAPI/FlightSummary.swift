package import FlightModel
package import RecordingModel

/// A logbook entry as the API tells it.
package struct FlightSummary: Equatable, Sendable {
  /// SHA-256 of the normalised IGC file, lower-case hexadecimal.
  package var id: String
  package var recordingID: Int64?
  package var filename: String
  /// Where the file lies on the box.
  package var igcPath: String?
  package var igcBytes: Int64
  package var declaration: Declaration
  package var firstFixAt: UTCInstant
  package var lastFixAt: UTCInstant
  package var fixCount: Int64
  package var takeoffAt: UTCInstant?
  package var landingAt: UTCInstant?
  package var durationS: Int64
  package var heightGainedM: Int64
  package var importedAt: UTCInstant?
  package var notes: FlightNotes
  package var results: FlightResults

  package init(
    id: String, recordingID: Int64?, filename: String, igcPath: String?, igcBytes: Int64,
    declaration: Declaration, firstFixAt: UTCInstant, lastFixAt: UTCInstant, fixCount: Int64,
    takeoffAt: UTCInstant?, landingAt: UTCInstant?, durationS: Int64, heightGainedM: Int64,
    importedAt: UTCInstant? = nil, notes: FlightNotes = FlightNotes(),
    results: FlightResults = FlightResults()
  ) {
    self.id = id
    self.recordingID = recordingID
    self.filename = filename
    self.igcPath = igcPath
    self.igcBytes = igcBytes
    self.declaration = declaration
    self.firstFixAt = firstFixAt
    self.lastFixAt = lastFixAt
    self.fixCount = fixCount
    self.takeoffAt = takeoffAt
    self.landingAt = landingAt
    self.durationS = durationS
    self.heightGainedM = heightGainedM
    self.importedAt = importedAt
    self.notes = notes
    self.results = results
  }
}
