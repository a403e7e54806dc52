import SQLite
package import SyncContract
import SyncPlan

// Every statement that deletes rows of a synced table stands in this file. Semantic deletes leave a
// Sync Action in the same transaction; the others are maintenance, or go with what they belong to.

extension StoreDatabase {
  /// Deletes a row for good, with its Sync Action in the same transaction; `identity` is its natural
  /// key. A board becomes a tombstone and loses its settings, warnings and alerts; its rides, tune
  /// profiles and favorites stay. A setting goes back to its default, and one of the device leaves no
  /// action. Tells whether there was such a row.
  @discardableResult
  package func delete(
    _ target: DeleteTarget, _ identity: [String]
  ) throws(StoreError) -> Bool {
    try write("delete-\(target.rawValue)") { (writer) throws(StoreError) in
      try writer.delete(target, identity)
    }
  }

  /// A warning that no longer holds: deleted like any other row, by the recorder.
  @discardableResult
  package func clearWarning(board: String, kind: String) throws(StoreError) -> Bool {
    try delete(.boardWarning, [board, kind])
  }
}

extension BatchWriter {
  /// See `StoreDatabase.delete`.
  mutating func delete(
    _ target: DeleteTarget, _ identity: [String]
  ) throws(StoreError) -> Bool {
    do {
      try ContractRow.delete(target, identity, atMs: 0).validate(in: .extended)
    } catch {
      throw .row(error)
    }
    let stored = try wrap { () throws(SQLiteError) in
      try StoreContents(connection).find(target.table, identity)
    }
    guard let stored, stored.row["deletedAt"] ?? .null == .null else { return false }
    let isDevice = target == .appSetting && stored.cursor == 0
    if !isDevice && target != .boardWarning { try checkTime() }
    // A board stays as a row that has changed, and must be newer than it was.
    let stamps = ["updatedAt", "lastDetectedAt"].compactMap { stored.row[$0]?.integer }
    let previous = (stamps.max() ?? 0) + (target == .board ? 1 : 0)
    let stamp = state.clock.stamp(deleting: previous, settings)
    try wrap { () throws(SQLiteError) in
      if !isDevice { try appendAction(target, identity, stamp) }
      switch target {
      case .board: try tombstone(identity[0], stamp)
      case .tuneProfile:
        try deleteHistory(of: identity[0])
        try deleteRow(target.table, identity)
      case .flight:
        try note(deletedFlight: identity[0], at: stamp)
        try deleteRow(target.table, identity)
      default: try deleteRow(target.table, identity)
      }
    }
    return true
  }

  private func appendAction(
    _ target: DeleteTarget, _ identity: [String], _ stamp: Int64
  ) throws(SQLiteError) {
    try connection.run(
      """
      INSERT INTO sync_actions (type, target, board_id, key, deleted_at)
      VALUES ('delete', ?, ?, ?, ?)
      """
    ) {
      $0.add(target.rawValue)
      $0.add(identity.count == 2 ? identity[0] : nil)
      $0.add(identity.last)
      $0.add(stamp)
    }
  }

  /// The row itself; its action stands beside it.
  private func deleteRow(_ table: ContractTable, _ identity: [String]) throws(SQLiteError) {
    let table = SyncedTable[table]
    let statement = try connection.prepare("DELETE FROM \(table.name) WHERE \(table.keyCondition)")
    try statement.bind { for part in identity { $0.add(part) } }
    while try statement.step() != nil {}
  }

  /// The history of a profile goes with it, there as here.
  private func deleteHistory(of profile: String) throws(SQLiteError) {
    try connection.run("DELETE FROM tune_history_entries WHERE profile_id = ?") { $0.add(profile) }
  }

  /// Marks a board as deleted; what belongs to it alone goes with it, there as here.
  private func tombstone(_ board: String, _ stamp: Int64) throws(SQLiteError) {
    let sequence = try SyncSequence.next(SyncedTable[.boards], on: connection)
    try connection.run(
      "UPDATE boards SET deleted_at = ?, updated_at = ?, sync_seq = ? WHERE id = ?"
    ) {
      $0.add(stamp)
      $0.add(stamp)
      $0.add(sequence)
      $0.add(board)
    }
    try connection.run("DELETE FROM board_settings WHERE board_id = ?") { $0.add(board) }
    try connection.run("DELETE FROM board_warnings WHERE board_id = ?") { $0.add(board) }
    try connection.run("DELETE FROM alerts WHERE board_id = ?") { $0.add(board) }
  }

  /// Keeps the rows that changed last; maintenance, which no server hears of.
  func trim(_ table: ContractTable, to most: Int) throws(SQLiteError) {
    switch table {
    case .homebases:
      try connection.run(
        """
        DELETE FROM homebases WHERE id NOT IN
          (SELECT id FROM homebases ORDER BY updated_at DESC, sync_seq DESC LIMIT ?)
        """
      ) { $0.add(most) }
    case .recentCompetitions:
      try connection.run(
        """
        DELETE FROM recent_competitions WHERE id NOT IN
          (SELECT id FROM recent_competitions ORDER BY last_opened_at DESC, sync_seq DESC LIMIT ?)
        """
      ) { $0.add(most) }
    default: break
    }
  }

  /// A range that goes on is replaced by a longer one under a new number, so that it is sent again.
  func deleteRange(_ id: Int64) throws(SQLiteError) {
    try connection.run("DELETE FROM metric_exclusion_ranges WHERE id = ?") { $0.add(id) }
  }
}
