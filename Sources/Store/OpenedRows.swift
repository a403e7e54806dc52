import FlightModel
import SQLite
package import SyncContract

/// What a person looks at: flights and competitions are listed by when that was.
extension StoreDatabase {
  /// Opening the same again within so long is no news for the card and the server.
  private static let againMs: Int64 = 60_000

  /// Notes that the row of an id was opened now, by the newest fix. An earlier time never replaces a
  /// later one. Tells whether there is such a row. Throws `noTimeYet`.
  @discardableResult
  package func noteOpened(_ table: ContractTable, _ id: String) throws(StoreError) -> Bool {
    precondition(table == .flights || table == .recentCompetitions)
    return try write("open-\(table.rawValue)") { (writer) throws(StoreError) in
      try writer.checkTime()
      guard let row = try StoreContents(connection).row(of: table, [id]) else { return false }
      let now = writer.state.clock.time(settings).milliseconds
      let last = row["lastOpenedAt"]?.integer
      if let last, now < last + Self.againMs { return true }
      _ = try writer.put(table, ["id": .text(id), "lastOpenedAt": .integer(now)])
      return true
    }
  }
}
