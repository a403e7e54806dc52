import JSON

/// How the recordings that ended since the start came out; each is counted once.
package struct RecordingTally: Equatable, Sendable {
  /// Whole, with its file.
  package var clean: Int64 = 0
  /// As `clean`, of a recording that a stop or a power cut had interrupted.
  package var recovered: Int64 = 0
  /// Without a fix, or moved on the ground without a flight: nothing is kept.
  package var discarded: Int64 = 0
  /// Its file could not be written at first; that is tried again each minute.
  package var failed: Int64 = 0

  package init() {}
}

extension RecordingTally {
  var json: JSONValue {
    [
      "clean": .integer(clean), "recovered": .integer(recovered),
      "discarded": .integer(discarded), "failed": .integer(failed),
    ]
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    clean = try reader.integer("clean")
    recovered = try reader.integer("recovered")
    discarded = try reader.integer("discarded")
    failed = try reader.integer("failed")
  }
}
