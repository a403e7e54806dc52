package import Linux
package import SQLite
package import Settings
package import SyncContract

/// Why the store could not do what it was asked.
package enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// SQLite refused; `isTransient` says whether to try again.
  case database(SQLiteError)
  /// The file was written by a newer program; nothing was changed in it.
  case newerSchema(path: String, unknown: [String])
  /// A folder or file operation around the database failed.
  case files(SystemError)
  /// The request names a recording that is not there.
  case noSuchRecording(Int64)
  /// The database belongs to another account.
  case otherAccount(bound: String)
  /// What was scanned is of a database that has been replaced since; scan again.
  case staleScan
  /// The contract has something against the row that would be stored.
  case row(ContractError)
  /// The table is written by the recorder alone.
  case notEditable(ContractTable)
  /// The field is the store's own, or never changes.
  case fixedField(ContractTable, String)
  /// There is no row of this key, and none can be begun this way.
  case noSuchRow(ContractTable)
  /// The field names a row that is not there.
  case missingParent(ContractTable, String)
  /// The board was deleted; nothing is added to it.
  case deletedBoard
  case setting(SettingError)
  /// The clock is behind what it has been: an edit stamped now would lose against older ones.
  case noTimeYet

  /// The same call may succeed later: disk full, locked, I/O.
  package var isTransient: Bool {
    switch self {
    case .database(let error): error.isTransient
    case .files, .staleScan, .noTimeYet: true
    case .newerSchema, .noSuchRecording, .otherAccount, .row, .notEditable, .fixedField, .noSuchRow,
      .missingParent, .deletedBoard, .setting:
      false
    }
  }

  /// No space is left.
  package var isFull: Bool {
    if case .database(let error) = self { error.isFull } else { false }
  }

  /// The file's content is broken.
  package var isCorruption: Bool {
    if case .database(let error) = self { error.isCorruption } else { false }
  }

  package var description: String {
    switch self {
    case .database(let error): error.description
    case .newerSchema(let path, let unknown):
      "open failed: \(path) was written by a newer version of barograph (it has the schema steps "
        + "\(unknown.joined(separator: ", "))); install that version again, or move the file away "
        + "to begin a new one"
    case .files(let error): String(describing: error)
    case .row(let error): "the row cannot be stored: \(error); correct that field"
    case .notEditable(let table): "\(table.rawValue) is written by the recorder alone"
    case .fixedField(let table, let field):
      "\(table.rawValue).\(field) is set by the database; leave it out"
    case .noSuchRow(let table): "there is no such row in \(table.rawValue); list what is there"
    case .missingParent(let table, let field):
      "\(table.rawValue).\(field) names a row that is not there; list what is there"
    case .deletedBoard: "the board was deleted; choose another"
    case .setting(let error): error.description
    case .noTimeYet:
      "no time yet: the clock is behind the last change; wait for the first fix, or for the clock "
        + "to be synchronised"
    case .noSuchRecording(let id): "recording \(id) is not in the database; list what is there"
    case .otherAccount(let bound):
      "bind failed: this database belongs to the account \(bound); sign in to that account, or "
        + "reset to begin a new database"
    case .staleScan:
      "commit failed: the rows were scanned in a database that has been replaced since; scan again"
    }
  }
}
