package import FlightModel
package import JSON

/// What the daemon takes in, and what of the logbook is still to be analysed.
package struct ImportFacts: Equatable, Sendable {
  /// What came of the newest file that was taken in since the start.
  package struct Last: Equatable, Sendable {
    package var at: UTCInstant
    package var file: ImportedFile

    package init(at: UTCInstant, file: ImportedFile) {
      self.at = at
      self.file = file
    }
  }

  /// Files in the inbox that are not finished, or cannot be taken in yet.
  package var waiting: Int64 = 0
  package var quarantined: Int64 = 0
  package var last: Last?
  /// Flights whose analysis is to be made, or made anew.
  package var analysisWaiting: Int64 = 0
  /// Flights whose file defeats the analysis.
  package var analysisFailed: Int64 = 0
  /// The file system of the stick that was refused last, until another is read.
  package var refusedStick: String?
  /// Why the inbox is not watched, if it is not.
  package var inboxFault: String?
  /// Map files that have a newer edition where they come from, as far as it was looked for.
  package var outdatedFiles: [String] = []

  package init() {}

  package var json: JSONValue {
    let newest: JSONValue =
      last.map { ["at": JSONValue($0.at), "file": $0.file.json] } ?? .null
    return [
      "waiting": .integer(waiting), "quarantined": .integer(quarantined), "last": newest,
      "analysis_waiting": .integer(analysisWaiting), "analysis_failed": .integer(analysisFailed),
      "refused_stick": JSONValue(refusedStick), "inbox_fault": JSONValue(inboxFault),
      "outdated_files": .array(outdatedFiles.map(JSONValue.string)),
    ]
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    waiting = try reader.integer("waiting")
    quarantined = try reader.integer("quarantined")
    if let item = try reader.objectIfAny("last") {
      last = Last(at: try item.time("at"), file: try ImportedFile(try item.object("file")))
    }
    analysisWaiting = try reader.integer("analysis_waiting")
    analysisFailed = try reader.integer("analysis_failed")
    refusedStick = try reader.textIfAny("refused_stick")
    inboxFault = try reader.textIfAny("inbox_fault")
    outdatedFiles = reader.value["outdated_files"]?.array?.compactMap(\.string) ?? []
  }
}
