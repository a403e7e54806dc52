/// One row of a table: its values in the order of the table's fields.
///
/// A row has the fields of the strict dialect or all of them; the strict ones come first, so that a
/// full row can be sent in either dialect.
package struct ContractRow: Equatable, Sendable {
  package let table: ContractTable
  package private(set) var values: [ContractValue]

  package init(_ table: ContractTable, _ values: [ContractValue]) {
    self.table = table
    self.values = values
  }

  /// The action that deletes a row; `identity` has the values of the target's natural key.
  package static func delete(
    _ target: DeleteTarget, _ identity: [String], atMs: Int64
  ) -> ContractRow {
    ContractRow(
      .deleteActions,
      [.text(target.rawValue)] + identity.map(ContractValue.text) + [.integer(atMs)])
  }

  /// The fields of this row; nil for an action on an unknown target.
  package var shape: ContractShape? {
    table == .deleteActions ? deleteTarget?.shape : table.shape
  }

  /// What an action deletes; nil for any other row.
  package var deleteTarget: DeleteTarget? {
    guard table == .deleteActions, case .text(let name)? = values.first else { return nil }
    return DeleteTarget(rawValue: name)
  }

  /// The value of a field; nil if the row has no such field.
  package subscript(name: String) -> ContractValue? {
    guard let index = shape?.index(of: name), index < values.count else { return nil }
    return values[index]
  }
}

extension ContractRow {
  /// Throws what the contract has against this row: what the store asks before it writes, and the
  /// encoder before it sends.
  package func validate(in dialect: ContractDialect) throws(ContractError) {
    let shape = try shape(in: dialect)
    for (field, value) in zip(shape.fields.prefix(shape.count(in: dialect)), values) {
      if let kind = field.objection(to: value) {
        throw ContractError(kind, table: table, field: field.name)
      }
    }
  }

  /// The fields of this row, once it is known that it has a value for each of the dialect's.
  func shape(in dialect: ContractDialect) throws(ContractError) -> ContractShape {
    guard dialect.includes(table.dialect) else { throw ContractError(.unknownTable) }
    guard let shape else {
      throw ContractError(
        values.isEmpty ? .wrongShape : .unknownChoice, table: table, field: "target")
    }
    if let deleteTarget, !dialect.includes(deleteTarget.dialect) {
      throw ContractError(.unknownChoice, table: table, field: "target")
    }
    let isWhole = values.count == shape.fields.count
    guard isWhole || (dialect == .strict && values.count == shape.count(in: .strict)) else {
      throw ContractError(.wrongShape, table: table)
    }
    return shape
  }
}
