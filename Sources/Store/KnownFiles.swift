package import FlightModel
import SQLite

/// A file that was offered before, by the SHA-256 of its bytes as they came.
package struct KnownFile: Equatable, Sendable {
  /// What it was taken for.
  package enum Kind: String, Sendable {
    /// `subject` is the flight's id.
    case flight
    /// `subject` is the map file's id.
    case mapFile = "map-file"
    /// Tasks alone; no subject.
    case tasks
    /// Everything in it was settled; no subject.
    case archive
    /// A person has thrown it out of the quarantine.
    case discarded
  }

  package var sha256: String
  package var kind: Kind
  package var subject: String

  package init(sha256: String, kind: Kind, subject: String = "") {
    self.sha256 = sha256
    self.kind = kind
    self.subject = subject
  }
}

/// How a flight stands in the logbook.
package enum FlightStanding: Equatable, Sendable {
  case absent
  /// It was here and was deleted.
  case deleted(UTCInstant)
  /// It was only looked at.
  case seen
  case inLogbook
}

extension StoreContents {
  /// What a file was taken for; nil if it was never taken in.
  package func knownFile(_ sha256: String) throws(StoreError) -> KnownFile? {
    try wrap { () throws(SQLiteError) in
      try connection.first(
        "SELECT kind, subject FROM known_files WHERE sha256 = ?", { $0.add(sha256) }
      ) { row -> KnownFile? in
        let kind = KnownFile.Kind(rawValue: row.text() ?? "")
        let subject = row.text() ?? ""
        return kind.map { KnownFile(sha256: sha256, kind: $0, subject: subject) }
      } ?? nil
    }
  }

  /// How a flight stands here.
  package func standing(ofFlight id: String) throws(StoreError) -> FlightStanding {
    try wrap { () throws(SQLiteError) in
      let isIn = try connection.number(
        "SELECT in_logbook FROM flights WHERE id = ? AND deleted_at IS NULL"
      ) { $0.add(id) }
      if let isIn { return isIn == 1 ? .inLogbook : .seen }
      let deletedAt = try connection.number(
        "SELECT deleted_at_ms FROM deleted_flights WHERE id = ?"
      ) { $0.add(id) }
      return deletedAt.map { .deleted(UTCInstant(milliseconds: $0)) } ?? .absent
    }
  }
}

extension StoreDatabase {
  /// Remembers what a file was taken for; one that is known already is overwritten.
  package func note(_ file: KnownFile) throws(StoreError) {
    try write("note-file") { (writer) throws(StoreError) in
      try wrap { () throws(SQLiteError) in try writer.note(file) }
    }
  }
}

extension BatchWriter {
  func note(_ file: KnownFile) throws(SQLiteError) {
    try connection.run(
      """
      INSERT INTO known_files (sha256, kind, subject, noted_at_ms) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (sha256) DO UPDATE SET kind = ?2, subject = ?3, noted_at_ms = ?4
      """
    ) {
      $0.add(file.sha256)
      $0.add(file.kind.rawValue)
      $0.add(file.subject)
      $0.add(settings.wallClock().milliseconds)
    }
  }

  /// Remembers that a flight was deleted here, so that a stick does not bring it back unasked.
  func note(deletedFlight id: String, at stamp: Int64) throws(SQLiteError) {
    try connection.run(
      """
      INSERT INTO deleted_flights (id, deleted_at_ms) VALUES (?1, ?2)
      ON CONFLICT (id) DO UPDATE SET deleted_at_ms = ?2
      """
    ) {
      $0.add(id)
      $0.add(stamp)
    }
  }
}
