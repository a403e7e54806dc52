package import SyncContract

/// A row that waits to be sent, with its place in its table.
package struct PendingRow: Equatable, Sendable {
  /// The value of the table's scan column: `sync_seq` or `id`.
  package var cursor: Int64
  package var row: ContractRow
  /// Something has to reach the server before this row can: it ends the batch before it.
  package var isHeld = false

  package init(cursor: Int64, row: ContractRow) {
    self.cursor = cursor
    self.row = row
  }

  /// Telemetry of no board has no place on the server: it is never sent, and its cursor moves on.
  var isPassedOver: Bool {
    guard row.table == .telemetryFrames || row.table == .telemetryMinuteBuckets else {
      return false
    }
    return row["boardId"] == .text("") || row["boardId"] == .null
  }
}

/// Makes one batch of what waits: tables in the order of the contract, rows in the order of their
/// cursors, and never a row or a byte above the caps.
package struct BatchBuilder: Sendable {
  /// Rows that one batch passes over at most, so that a scan has an end.
  package static let passOverLimit = 10_000

  package let dialect: ContractDialect
  package let limits: ContractLimits

  /// `limits` are those learned from the server; the contract's hold besides.
  package init(dialect: ContractDialect, limits: ContractLimits = ContractLimits()) {
    let contract = ContractLimits()
    self.dialect = dialect
    self.limits = ContractLimits(
      bytes: min(limits.bytes, contract.bytes), rows: min(max(limits.rows, 1), contract.rows))
  }

  /// Builds a batch. `pull` gives the next row of a table beyond its accepted cursor each time it is
  /// called, and nil at the end; it is not called for a table again after that, nor after a row
  /// that ends the batch.
  package func build<E: Error>(
    pull: (ContractTable) throws(E) -> PendingRow?
  ) throws(E) -> SyncBatch {
    var draft = BatchDraft(body: ContractBody(dialect: dialect, limits: limits))
    for table in ContractTable.all(in: dialect) {
      while !draft.isEnded, let pending = try pull(table) {
        draft.add(pending, of: table)
      }
      if draft.isEnded { break }
    }
    return draft.finish()
  }
}

/// A batch while rows are added to it.
private struct BatchDraft {
  var body: ContractBody
  var isEnded = false
  private var isCutShort = false
  private var fault: BatchFault?
  private var passedOver = 0
  private var cursors: [ContractTable: [Int64]] = [:]
  private var advances: [CursorAdvance] = []

  init(body: ContractBody) { self.body = body }

  mutating func add(_ pending: PendingRow, of table: ContractTable) {
    let isInOrder = advances.last.map { $0.table != table || $0.cursor < pending.cursor } ?? true
    guard isInOrder, pending.row.table == table else {
      return end(BatchFault(.outOfOrder, table: table, cursor: pending.cursor))
    }
    if pending.isHeld { return cutShort() }
    if pending.isPassedOver { return passOver(pending) }
    do throws(ContractError) {
      guard try body.append(pending.row) == .appended else { return cutShort() }
      sent(pending)
    } catch {
      if error.kind == .rowTooLarge { return addAlone(pending) }
      end(
        BatchFault(.invalid(error.kind), table: table, cursor: pending.cursor, field: error.field))
    }
  }

  /// A ceiling found by halving may lie below what the server takes: a row above it that the contract
  /// allows travels alone, and only the answer can refuse it.
  private mutating func addAlone(_ pending: PendingRow) {
    var alone = ContractBody(dialect: body.dialect)
    guard (try? alone.append(pending.row)) == .appended else {
      return end(BatchFault(.tooLarge, table: pending.row.table, cursor: pending.cursor))
    }
    if body.rowCount == 0 {
      body = alone
      sent(pending)
    }
    cutShort()
  }

  private mutating func sent(_ pending: PendingRow) {
    cursors[pending.row.table, default: []].append(pending.cursor)
    advance(pending)
  }

  private mutating func passOver(_ pending: PendingRow) {
    guard passedOver < BatchBuilder.passOverLimit else { return cutShort() }
    passedOver += 1
    advance(pending)
  }

  private mutating func advance(_ pending: PendingRow) {
    if advances.last?.table == pending.row.table { advances.removeLast() }
    advances.append(CursorAdvance(table: pending.row.table, cursor: pending.cursor))
  }

  private mutating func cutShort() {
    isCutShort = true
    isEnded = true
  }

  private mutating func end(_ fault: BatchFault) {
    self.fault = fault
    isEnded = true
  }

  func finish() -> SyncBatch {
    var counts = AcceptedCounts(dialect: body.dialect)
    for (table, sent) in cursors { counts[table] = Int64(sent.count) }
    return SyncBatch(
      body: body.rowCount == 0 ? [] : body.finish(), rowCount: body.rowCount, counts: counts,
      advances: advances, passedOver: passedOver, isCutShort: isCutShort, fault: fault,
      cursors: cursors)
  }
}
