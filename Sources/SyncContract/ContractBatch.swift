/// The rows of one Sync Batch in the order in which they travel.
package struct ContractBatch: Equatable, Sendable {
  package var rows: [ContractRow]

  package init(rows: [ContractRow] = []) { self.rows = rows }

  /// The rows of one table.
  package func rows(of table: ContractTable) -> [ContractRow] { rows.filter { $0.table == table } }

  /// How many rows each table of a dialect has.
  package func counts(in dialect: ContractDialect) -> AcceptedCounts {
    var counts = AcceptedCounts(dialect: dialect)
    for row in rows { counts[row.table] += 1 }
    return counts
  }
}
