package import Bytes
import SQLite
package import SyncContract
package import SyncPlan

extension StoreContents {
  /// Rows that the server has accepted of this box and that are still here, in the order of their
  /// cursors, for a comparison with what the server has: at most `limit` beyond the cursor `after`.
  /// An empty answer is the end. Rows that were passed over or changed since are left out, and
  /// actions are none of them: the server keeps their effect.
  package func acceptedRows(
    of table: ContractTable, in dialect: ContractDialect, after: Int64 = 0, limit: Int
  ) throws(StoreError) -> [PendingRow] {
    guard table != .deleteActions, dialect.includes(table.dialect) else { return [] }
    let accepted = try wrap { () throws(SQLiteError) in try SyncPositions(connection) }
      .accepted(table)
    guard accepted > after else { return [] }
    let source = try rows(of: table, after: after, through: accepted)
    var found: [PendingRow] = []
    while found.count < limit, let pending = try source.next() {
      if table.isOfBoards, pending.row["boardId"] == .text("") { continue }
      found.append(pending)
    }
    return found
  }

  /// Adds the next accepted rows of a table to a digest, `digest` being a SHA-256. Returns the cursor
  /// to go on from; nil at the end. A row that the contract objects to was never accepted.
  package func addAcceptedRows(
    of table: ContractTable, in dialect: ContractDialect, after: Int64, limit: Int = 1000,
    to sum: inout TableDigest, by digest: inout some MessageDigest
  ) throws(StoreError) -> Int64? {
    let rows = try acceptedRows(of: table, in: dialect, after: after, limit: limit)
    for pending in rows { try? sum.add(pending.row, in: dialect, by: &digest) }
    return rows.last?.cursor
  }
}

extension ContractTable {
  /// Whether rows of no board are passed over.
  var isOfBoards: Bool { self == .telemetryFrames || self == .telemetryMinuteBuckets }
}
