/// What a message may carry for a machine, beside its text; in the journal `BAROGRAPH_` and the
/// name in capitals. No field holds a token, a coordinate or a row. `docs/journal.md` lists them.
package enum LogField: String, CaseIterable, Sendable {
  /// An account, by its name at the receiver.
  case account
  /// Where something listens.
  case address
  /// Bytes of an IGC file that went or came.
  case blobBytes = "blob_bytes"
  /// A board's id.
  case board
  /// Bytes of a request's body.
  case bytesIn = "bytes_in"
  /// Bytes of an answer's body.
  case bytesOut = "bytes_out"
  /// The slug of an error that was answered.
  case error
  /// A field of a row that the server refuses, by the name of the contract.
  case field
  /// A board warning's figures, as JSON.
  case figures
  /// A file's name, as it came.
  case file
  /// How many fixes.
  case fixes
  /// A flight's id.
  case flight
  /// The id of what an import made.
  case id
  /// How long something took (ms).
  case milliseconds
  /// A file or folder of ours.
  case path
  /// A TCP port.
  case port
  /// Why.
  case reason
  /// A recording's number.
  case recording
  /// How many files were removed.
  case removed
  /// Whether an alert sounds once more: yes or no.
  case repeated
  /// What was asked of the receiver.
  case request
  /// How many rows.
  case rows
  /// An alert rule's id.
  case rule
  /// The state directory.
  case state
  /// How a program ended, or a request was answered (HTTP).
  case status
  /// The device or file system of a stick.
  case stick
  /// A table of the contract.
  case table

  /// As the journal has it: `BAROGRAPH_PATH`.
  package var journalName: String { "BAROGRAPH_" + rawValue.uppercased() }
}
