import SyncContract

/// How a row of the server stands to the one that was sent.
enum RowMatch: Equatable {
  case equal
  /// Something newer has taken its place, by the rules by which rows meet.
  case newer
  case differing

  /// Compares two rows of the same natural key as a dialect encodes them.
  init(
    local: ContractRow, server: ContractRow, in dialect: ContractDialect
  ) throws(ContractError) {
    let encoder = ContractEncoder(dialect: dialect)
    if try encoder.encode(local) == encoder.encode(server) {
      self = .equal
    } else {
      self = Self.isNewer(server, than: local, in: dialect) ? .newer : .differing
    }
  }

  private static func isNewer(
    _ server: ContractRow, than local: ContractRow, in dialect: ContractDialect
  ) -> Bool {
    switch local.table {
    case .flights: isFlight(server, newerThan: local)
    // The larger end and count win.
    case .metricExclusionRanges:
      ["endMs", "sampleCount"].allSatisfy { integer(server, $0) >= integer(local, $0) }
    default:
      local.table.changeStamp(in: dialect).map { integer(server, $0) > integer(local, $0) }
        ?? false
    }
  }

  /// The groups of a flight meet each for itself; facts of the file stay as whoever came first sent
  /// them.
  private static func isFlight(_ server: ContractRow, newerThan local: ContractRow) -> Bool {
    let hasOpened = integer(server, "lastOpenedAt") >= integer(local, "lastOpenedAt")
    let isInLogbook = server["inLogbook"]?.bool == true || local["inLogbook"]?.bool != true
    return hasOpened && isInLogbook
      && isGroup("pilot", "isFieldLanding", by: ["fieldsUpdatedAt"], server, newerThan: local)
      && isGroup(
        "takeoffAtMs", "leftThermalCount", by: ["analysisVersion", "summaryUpdatedAt"], server,
        newerThan: local)
  }

  private static func isGroup(
    _ first: String, _ last: String, by stamps: [String], _ server: ContractRow,
    newerThan local: ContractRow
  ) -> Bool {
    let (theirs, ours) = (stamps.map { integer(server, $0) }, stamps.map { integer(local, $0) })
    if theirs != ours { return ours.lexicographicallyPrecedes(theirs) }
    let shape = local.table.shape
    guard let from = shape.index(of: first), let to = shape.index(of: last),
      local.values.count > to, server.values.count > to
    else { return false }
    return local.values[from...to] == server.values[from...to]
  }

  private static func integer(_ row: ContractRow, _ field: String) -> Int64 {
    row[field]?.integer ?? -1
  }
}
