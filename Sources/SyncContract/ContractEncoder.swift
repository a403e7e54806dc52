/// Writes batches in the one form that `docs/sync-contract.md` gives them; validates as it writes.
package struct ContractEncoder: Sendable {
  package let dialect: ContractDialect
  package let limits: ContractLimits

  package init(dialect: ContractDialect, limits: ContractLimits = ContractLimits()) {
    self.dialect = dialect
    self.limits = limits
  }

  /// The body of a whole batch, whose rows are in the order of the tables.
  package func encode(_ batch: ContractBatch) throws(ContractError) -> [UInt8] {
    var body = ContractBody(dialect: dialect, limits: limits)
    for row in batch.rows {
      switch try body.append(row) {
      case .appended: break
      case .rowsFull: throw ContractError(.tooManyRows)
      case .bytesFull: throw ContractError(.tooLarge)
      }
    }
    return body.finish()
  }

  /// The bytes of one row.
  package func encode(_ row: ContractRow) throws(ContractError) -> [UInt8] {
    var bytes: [UInt8] = []
    try row.append(to: &bytes, in: dialect)
    return bytes
  }
}

extension ContractRow {
  /// Appends this row as an object; after an error `bytes` holds a part of it.
  func append(to bytes: inout [UInt8], in dialect: ContractDialect) throws(ContractError) {
    let shape = try shape(in: dialect)
    for index in 0..<shape.count(in: dialect) {
      let field = shape.digests[index]
      shape.openings.withUnsafeBufferPointer {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[field.opening]))
      }
      switch (values[index], field.integers) {
      case (.null, _) where field.isNullable: bytes.append(static: "null")
      case (.integer(let number), let rule?) where rule.allows(number): bytes.append(json: number)
      default: try append(values[index], of: shape.fields[index], to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private func append(
    _ value: ContractValue, of field: ContractField, to bytes: inout [UInt8]
  ) throws(ContractError) {
    if let kind = field.objection(to: value) {
      throw ContractError(kind, table: table, field: field.name)
    }
    bytes.append(json: value)
  }
}
