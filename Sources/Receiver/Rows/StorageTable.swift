package import SyncContract

/// How one table of the contract lies in a database: a table of its name with `account_id`, a column
/// a field and, where the extended dialect has more fields, `is_whole`. All that a storage knows of
/// a table is made here from the contract's declaration.
package struct StorageTable: Sendable {
  package let table: ContractTable
  /// Every column but `account_id`, in the order of the fields, `is_whole` last.
  package let columns: [StorageColumn]
  /// What each column holds: all that is asked of it for every row.
  package let kinds: [StorageColumn.Kind]
  /// The columns of the natural key in its order.
  package let key: [StorageColumn]
  /// The places of the natural key among the fields.
  package let keyPlaces: [Int]
  /// Those of them that are not kept as they are.
  private let markedPlaces: [Int]
  /// What an action on such a row is called; nil for tables without actions.
  package let target: DeleteTarget?
  /// Whether rows come in two widths.
  package var hasExtendedFields: Bool { columns.count > fieldCount }
  /// Fields of a whole row.
  package let fieldCount: Int
  /// Fields of a row of the strict dialect.
  let strictCount: Int
  /// The place of the field that names the parent, and what an action on the parent is called.
  let parentPlace: Int?
  let parentTarget: DeleteTarget?
  /// Goes with its parent when that is deleted. Rides, favorites and profiles do not go with a board.
  let isCoveredByParent: Bool
  private let stampPlaces: (strict: Int, whole: Int)?

  private init(_ table: ContractTable) {
    let shape = table.shape
    self.table = table
    fieldCount = shape.fields.count
    strictCount = shape.count(in: .strict)
    keyPlaces = table.naturalKey.compactMap { shape.index(of: $0) }
    let own = shape.fields.map { StorageColumn($0, isKey: table.naturalKey.contains($0.name)) }
    key = keyPlaces.map { own[$0] }
    // A table of the extended dialect alone has no field that only that dialect knows.
    columns = strictCount < fieldCount ? own + [StorageColumn("is_whole", .boolean)] : own
    kinds = columns.map(\.kind)
    markedPlaces = keyPlaces.filter { own[$0].isMarked }
    target = DeleteTarget.allCases.first { $0.table == table }
    parentPlace = table.parent.flatMap { shape.index(of: $0.field) }
    parentTarget = table.parent.flatMap { parent in
      DeleteTarget.allCases.first { $0.table == parent.table }
    }
    isCoveredByParent = parentTarget?.covers(table) ?? false
    stampPlaces = table.changeStamp(in: .extended).flatMap { whole in
      table.changeStamp(in: .strict).flatMap { strict in
        shape.index(of: whole).flatMap { whole in shape.index(of: strict).map { ($0, whole) } }
      }
    }
  }

  /// Every table that is stored, in the order of the contract: all but `deleteActions`.
  package static let all = ContractTable.allCases.filter { $0 != .deleteActions }.map(Self.init)

  /// How a table lies; that of `deleteActions` is nil, since actions are not kept.
  package static func of(_ table: ContractTable) -> StorageTable? {
    table == .deleteActions ? nil : all[table.position]
  }

  /// Rows may be replaced by newer ones.
  package var isMutable: Bool { stampPlaces != nil }

  /// The Change Timestamp of a row of either width; nil if the table is only appended to.
  package func stamp(of row: StoredRow) -> Int64? {
    guard let stampPlaces else { return nil }
    return row.values[row.isWhole ? stampPlaces.whole : stampPlaces.strict].integer
  }

  /// The natural key of a row of either width.
  package func naturalKey(of values: [ContractValue]) -> NaturalKey {
    NaturalKey(keyPlaces.lazy.map { values[$0] })
  }

  /// The name between quotation marks.
  package var quoted: String { "\"\(table.rawValue)\"" }

  /// The Change Timestamp of the row called `row` in a statement.
  func stampExpression(_ row: String) -> String {
    guard let stampPlaces else { return "0" }
    let strict = "\(row).\(columns[stampPlaces.strict].quoted)"
    if stampPlaces.strict == stampPlaces.whole { return strict }
    let whole = columns[stampPlaces.whole].quoted
    return "CASE WHEN \(row).\"is_whole\" THEN \(row).\(whole) ELSE \(strict) END"
  }
}

/// A row as it is kept: of full width, with null for what a strict client did not tell.
package struct StoredRow: Equatable, Sendable {
  /// A value for every field of the table.
  package var values: [ContractValue]
  /// Whether the fields of the extended dialect were told.
  package var isWhole: Bool

  package init(values: [ContractValue], isWhole: Bool) {
    self.values = values
    self.isWhole = isWhole
  }
}

extension StorageTable {
  /// A row in full width; nil if it has too few or too many values for its table.
  package func stored(_ row: ContractRow, in dialect: ContractDialect) -> StoredRow? {
    let isWhole = dialect == .extended || !hasExtendedFields
    guard row.values.count == fieldCount || (!isWhole && row.values.count == strictCount) else {
      return nil
    }
    if isWhole { return StoredRow(values: row.values, isWhole: true) }
    let absent = [ContractValue](repeating: .null, count: fieldCount - strictCount)
    return StoredRow(values: row.values.prefix(strictCount) + absent, isWhole: false)
  }

  /// What the columns get, in their order.
  package func columnValues(of row: StoredRow) -> [ContractValue] {
    var values = row.values
    for place in markedPlaces { values[place] = columns[place].stored(values[place]) }
    if hasExtendedFields { values.append(.bool(row.isWhole)) }
    return values
  }

  /// What the columns of the key get, in the key's order.
  package func keyValues(of key: NaturalKey) -> [ContractValue]? {
    guard let values = key.values(of: self.key.compactMap(\.field)) else { return nil }
    return zip(self.key, values).map { $0.stored($1) }
  }

  /// The row from what the columns hold, in their order.
  package func row(columns values: [ContractValue]) -> StoredRow {
    var values = values
    let isWhole = hasExtendedFields ? values.removeLast() == .bool(true) : true
    for place in markedPlaces { values[place] = columns[place].read(values[place]) }
    return StoredRow(values: values, isWhole: isWhole)
  }

  /// The row as the contract has it: in strict width as long as the other fields are unknown. When
  /// a board was deleted is known from its action too.
  package func contractRow(_ row: StoredRow) -> ContractRow {
    if row.isWhole || isComplete(row.values) { return ContractRow(table, row.values) }
    return ContractRow(table, Array(row.values.prefix(strictCount)))
  }

  /// Something of the extended dialect is there, and nothing is missing that may not be null.
  private func isComplete(_ values: [ContractValue]) -> Bool {
    let extended = zip(columns, values).dropFirst(strictCount)
    return extended.contains { $1 != .null }
      && extended.allSatisfy { $1 != .null || $0.field?.isNullable == true }
  }
}
