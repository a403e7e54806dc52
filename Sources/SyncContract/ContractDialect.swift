/// Which tables and fields both sides know; `docs/sync-contract.md` lists them.
package enum ContractDialect: String, CaseIterable, Sendable {
  /// The fifteen tables of the public server.
  case strict
  /// Five more tables, and a few more fields and delete actions.
  case extended

  /// Whether what belongs to `other` is also part of this dialect.
  package func includes(_ other: ContractDialect) -> Bool { self == .extended || other == .strict }

  /// The `Content-Type` of a batch. A device that speaks extended says so, because a batch may read
  /// the same in both, while the answers differ.
  package var contentType: String {
    self == .strict ? "application/json" : "application/json; dialect=extended"
  }
}

/// What a batch may hold at most. A byte or a row more is refused.
package struct ContractLimits: Equatable, Sendable {
  /// Bytes of the encoded body; sync lowers it for a server that answers 413.
  package var bytes: Int
  /// Rows over all tables.
  package var rows: Int

  /// 1 MiB and 1000 rows.
  package init(bytes: Int = 1_048_576, rows: Int = 1000) {
    self.bytes = bytes
    self.rows = rows
  }
}
