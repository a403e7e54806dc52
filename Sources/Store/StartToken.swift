import FlightModel
import Linux
import RecordingModel
import SQLite

/// Tells whether the database is the one that this box last ran with, or was put back from a copy.
///
/// Each start writes a new random token into the database and then into a file beside it. The next
/// start finds in the file what the database has, or, after a power cut between the two writes,
/// what it had before. Anything else means that one of the two is older than the other.
struct StartToken {
  let connection: Connection
  let path: String

  /// Takes note of this start; tells whether the database was put back, in which case everything is
  /// to be sent again and the database has a new instance id.
  func begin() throws(StoreError) -> Bool {
    let onDisk = read()
    let token = try wrap { () throws(SQLiteError) in
      try connection.first("SELECT lower(hex(randomblob(16)))") { $0.text() ?? "" } ?? ""
    }
    let isRestored = try wrap { () throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        let isRestored = try !isKnown(onDisk)
        if isRestored { try disown() }
        // What the file holds stays good until it holds the new token.
        try connection.run("UPDATE sync_state SET start_token = ?, previous_start_token = ?") {
          $0.add(token)
          $0.add(onDisk)
        }
        return isRestored
      }
    }
    do {
      try Files.replace(path, with: Array(token.utf8))
    } catch {
      throw .files(error)
    }
    // From here on a copy without the file is known as one.
    try wrap { () throws(SQLiteError) in
      _ = try connection.run("UPDATE sync_state SET previous_start_token = start_token")
    }
    return isRestored
  }

  /// A database without a token has never started with one, and so has nothing to compare.
  private func isKnown(_ token: String?) throws(SQLiteError) -> Bool {
    let known = try connection.first(
      "SELECT start_token, previous_start_token FROM sync_state"
    ) { [$0.text(), $0.text()] }
    guard let known, known[0] != nil else { return true }
    return known.contains(token)
  }

  private func disown() throws(SQLiteError) {
    try SyncCursors(connection: connection).rewindAll()
    try connection.run("UPDATE store_identity SET instance_id = lower(hex(randomblob(16)))")
  }

  /// What the file holds; a file that cannot be read counts as none.
  private func read() -> String? {
    (try? Files.read(path, limit: 256)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension StoreDatabase {
  /// Takes note of this start. A full disk must not keep the recorder from starting: then the file
  /// is left as it was, and the next start judges by it.
  func beginStart() {
    guard let path = settings.startTokenPath else { return }
    guard (try? StartToken(connection: connection, path: path).begin()) == true else { return }
    wasRestored = true
    var batch = RecordingBatch()
    batch.events = [
      DiagnosticEvent(
        occurredAtMs: max(0, settings.wallClock().milliseconds),
        elapsedRealtimeMs: max(0, settings.monotonicClock().milliseconds),
        eventName: "database-restored", operation: "open", phase: "start",
        message: "the database was put back from a copy; everything will be sent again")
    ]
    _ = try? attempt(batch)
  }
}
