package import SyncContract

/// Uploads that have stopped until a person acts. It is kept across restarts.
package struct SyncPause: Equatable, Sendable {
  /// Why; the raw value is what is kept.
  package enum Reason: String, CaseIterable, Sendable {
    /// 401: the Device Token is dead.
    case signInAgain = "sign-in-again"
    /// 426, or a 403 that says so.
    case updateRequired = "update-required"
    /// 403 for any other reason.
    case forbidden
    /// 400, 409 or 422: the server takes no part of the batch.
    case refused
    /// An answer that the contract does not have.
    case unexpectedAnswer = "unexpected-answer"
    /// A row that fits in no batch, or that the server refuses when it comes alone.
    case rowTooLarge = "row-too-large"
    /// A row that does not follow the contract.
    case invalidRow = "invalid-row"
  }

  package var reason: Reason
  /// The table, the cursor and the field of the row, as far as known.
  package var table: ContractTable?
  package var cursor: Int64?
  package var field: String?
  /// The status of the answer, if there was one.
  package var status: Int?
  /// The server's or the contract's word for it; never data.
  package var slug: String?
  /// The version of Barograph that has paused; another one tries again.
  package var version: String

  package init(
    _ reason: Reason, table: ContractTable? = nil, cursor: Int64? = nil, field: String? = nil,
    status: Int? = nil, slug: String? = nil, version: String
  ) {
    self.reason = reason
    self.table = table
    self.cursor = cursor
    self.field = field
    self.status = status
    self.slug = slug
    self.version = version
  }

  /// The pause for a row that cannot be sent.
  package init(_ fault: BatchFault, version: String) {
    let (reason, slug): (Reason, String?) =
      switch fault.kind {
      case .invalid(let kind): (.invalidRow, kind.rawValue)
      case .tooLarge: (.rowTooLarge, nil)
      case .outOfOrder: (.invalidRow, "out-of-order")
      }
    self.init(
      reason, table: fault.table, cursor: fault.cursor, field: fault.field, slug: slug,
      version: version)
  }

  /// What a person can do.
  package enum Remedy: String, Sendable {
    case signIn = "sign in again"
    case update = "update required"
    /// Look at the row or the server, then resume.
    case resume = "backup error"
  }

  package var remedy: Remedy {
    switch reason {
    case .signInAgain: .signIn
    case .updateRequired: .update
    case .forbidden, .refused, .unexpectedAnswer, .rowTooLarge, .invalidRow: .resume
    }
  }
}
