/// The body of a batch while rows are added to it. Each row is encoded once, and the size of the
/// whole is exact at any time.
package struct ContractBody: Sendable {
  /// What became of a row.
  package enum Outcome: Equatable, Sendable {
    case appended
    /// The body has its full number of rows, and is as it was.
    case rowsFull
    /// The row does not fit any more, and the body is as it was.
    case bytesFull
  }

  package let dialect: ContractDialect
  package let limits: ContractLimits
  /// Rows over all tables.
  package private(set) var rowCount = 0
  /// Rows of the last table so far.
  private var tableRowCount = 0
  private var lastTable: ContractTable?
  private var bytes: [UInt8] = [UInt8(ascii: "{")]

  package init(dialect: ContractDialect, limits: ContractLimits = ContractLimits()) {
    self.dialect = dialect
    self.limits = limits
  }

  /// The size of the body as it would be finished now.
  package var byteCount: Int { bytes.count + (lastTable == nil ? 1 : 2) }

  /// Adds a row. Throws what the contract has against it, `rowTooLarge` if it would not even fit
  /// alone, and `tableOrder` if its table comes before the last one; the body is then as it was.
  package mutating func append(_ row: ContractRow) throws(ContractError) -> Outcome {
    if let lastTable, row.table < lastTable {
      throw ContractError(.tableOrder, table: row.table)
    }
    guard rowCount < limits.rows else { return .rowsFull }
    let mark = bytes.count
    let isSameTable = row.table == lastTable
    bytes.append(contentsOf: opening(of: row.table, isSameTable: isSameTable))
    let start = bytes.count
    do {
      try row.append(to: &bytes, in: dialect)
    } catch {
      bytes.removeLast(bytes.count - mark)
      throw located(error, isSameTable: isSameTable)
    }
    guard bytes.count + 2 <= limits.bytes else {
      let alone = Self.byteCount(ofRow: bytes.count - start, alone: row.table)
      bytes.removeLast(bytes.count - mark)
      if alone <= limits.bytes { return .bytesFull }
      throw located(ContractError(.rowTooLarge, table: row.table), isSameTable: isSameTable)
    }
    tableRowCount = isSameTable ? tableRowCount + 1 : 1
    lastTable = row.table
    rowCount += 1
    return .appended
  }

  /// The whole body.
  package consuming func finish() -> [UInt8] {
    if lastTable != nil { bytes.append(UInt8(ascii: "]")) }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// The size of a body with one row of `count` bytes.
  package static func byteCount(ofRow count: Int, alone table: ContractTable) -> Int {
    2 + table.rawValue.utf8.count + 5 + count
  }

  /// What stands before a row: a comma, or the end of one table and the start of the next.
  private func opening(of table: ContractTable, isSameTable: Bool) -> [UInt8] {
    if isSameTable { return [UInt8(ascii: ",")] }
    return Array("\(lastTable == nil ? "" : "],")\"\(table.rawValue)\":[".utf8)
  }

  private func located(_ error: ContractError, isSameTable: Bool) -> ContractError {
    var error = error
    error.index = isSameTable ? tableRowCount : 0
    return error
  }
}
