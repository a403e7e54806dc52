import JSON
package import SyncContract

/// What a server holds of an account: the answer of `GET /api/tables`.
package struct ServedTables: Equatable, Sendable {
  package var dialect: ContractDialect
  /// Of every table of the dialect but `deleteActions`.
  package var digests: [ContractTable: TableDigest] = [:]

  /// Nil for an answer that leaves a table out or says of one what cannot be.
  package init?(_ body: [UInt8]) {
    guard let json = JSONValue.answer(body),
      let dialect = json["dialect"]?.string.flatMap(ContractDialect.init)
    else { return nil }
    self.dialect = dialect
    for table in Self.tables(of: dialect) {
      guard let entry = json["tables"]?[table.rawValue], let count = entry["count"]?.integer,
        let checksum = entry["checksum"]?.string,
        let digest = TableDigest(count: count, checksum: checksum)
      else { return nil }
      digests[table] = digest
    }
  }

  static func tables(of dialect: ContractDialect) -> [ContractTable] {
    ContractTable.all(in: dialect).filter { $0 != .deleteActions }
  }
}
