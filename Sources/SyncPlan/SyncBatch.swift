package import SyncContract

/// How far a table's accepted cursor moves once a batch is taken in.
package struct CursorAdvance: Equatable, Sendable {
  package let table: ContractTable
  /// The cursor of the last row sent or passed over.
  package let cursor: Int64

  package init(table: ContractTable, cursor: Int64) {
    self.table = table
    self.cursor = cursor
  }
}

/// A row that cannot be sent. It stays where it is and is never skipped.
package struct BatchFault: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// The row does not follow the contract.
    case invalid(ContractError.Kind)
    /// The row alone is larger than a batch may be.
    case tooLarge
    /// The source has given a row of another table, or a cursor that is not above the last one.
    case outOfOrder
  }

  package let kind: Kind
  package let table: ContractTable
  package let cursor: Int64
  /// The field of the contract that is wrong, where one is.
  package let field: String?

  package init(_ kind: Kind, table: ContractTable, cursor: Int64, field: String? = nil) {
    self.kind = kind
    self.table = table
    self.cursor = cursor
    self.field = field
  }
}

/// A batch as it is sent, and what its acceptance means for the cursors.
package struct SyncBatch: Equatable, Sendable {
  /// The encoded body; empty when there is no row to send.
  package let body: [UInt8]
  package let rowCount: Int
  /// What an answer must count to be believed.
  package let counts: AcceptedCounts
  /// One entry for each table of which a row is sent or passed over, in the contract's order.
  package let advances: [CursorAdvance]
  /// Rows that the cursors pass without their being sent.
  package let passedOver: Int
  /// Whether a cap has ended the batch, so that more waits.
  package let isCutShort: Bool
  /// The row after the last good one, if it cannot be sent. What stands before it is sent first.
  package let fault: BatchFault?
  let cursors: [ContractTable: [Int64]]

  /// The cursor of a row that the server names by its place in its table, from 0.
  package func cursor(of table: ContractTable, at index: Int) -> Int64? {
    guard let sent = cursors[table], sent.indices.contains(index) else { return nil }
    return sent[index]
  }

  private var lastSent: CursorAdvance? {
    cursors.max { $0.key < $1.key }.flatMap { table, sent in
      sent.last.map { CursorAdvance(table: table, cursor: $0) }
    }
  }

  /// What the scan has found, for the schedule.
  package var scan: SyncScan {
    let hasMore = isCutShort || fault != nil
    if let lastSent {
      return .rows(rowCount, bytes: body.count, last: lastSent, hasMore: hasMore)
    }
    if !advances.isEmpty { return .passedOver(hasMore: hasMore) }
    return fault.map(SyncScan.unsendable) ?? .nothing
  }
}

/// What a scan from the cursors has found.
package enum SyncScan: Equatable, Sendable {
  /// Nothing waits.
  case nothing
  /// Only rows that are never sent: the cursors may pass them now.
  case passedOver(hasMore: Bool)
  /// A batch of one row or more; `last` is the place of the last one, and `hasMore` tells that a cap
  /// or a bad row ended it.
  case rows(Int, bytes: Int, last: CursorAdvance, hasMore: Bool)
  /// The first row that waits cannot be sent.
  case unsendable(BatchFault)
}
