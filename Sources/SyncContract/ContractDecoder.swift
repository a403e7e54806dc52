/// Reads batches in the contract's order and nothing else: one pass over the bytes, no nesting, no
/// value that the contract does not allow. Any bytes give a batch or a `ContractError`.
package struct ContractDecoder: Sendable {
  package let dialect: ContractDialect
  package let limits: ContractLimits

  package init(dialect: ContractDialect, limits: ContractLimits = ContractLimits()) {
    self.dialect = dialect
    self.limits = limits
  }

  /// The batch of a whole body.
  package func decode(_ bytes: [UInt8]) throws(ContractError) -> ContractBatch {
    guard bytes.count <= limits.bytes else { throw ContractError(.tooLarge) }
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(ContractError) in
        var reader = BatchReader(
          scanner: ContractScanner(buffer), dialect: dialect, rowLimit: limits.rows)
        return try reader.read()
      }
    }
    return try result.get()
  }
}

private struct BatchReader {
  var scanner: ContractScanner
  let dialect: ContractDialect
  let rowLimit: Int
  private var rows: [ContractRow] = []
  private var tables: [ContractTable] = []

  init(scanner: ContractScanner, dialect: ContractDialect, rowLimit: Int) {
    self.scanner = scanner
    self.dialect = dialect
    self.rowLimit = rowLimit
  }

  mutating func read() throws(ContractError) -> ContractBatch {
    guard scanner.take("{") else { throw ContractError(scanner.mismatch) }
    if !scanner.take("}") {
      repeat { try readTable() } while scanner.take(",")
      guard scanner.take("}") else { throw ContractError(.malformed) }
    }
    guard scanner.isAtEnd else { throw ContractError(.trailingBytes) }
    return ContractBatch(rows: rows)
  }

  private mutating func readTable() throws(ContractError) {
    let table = try readTableName()
    guard scanner.take("[") else { throw ContractError(scanner.mismatch, table: table) }
    guard scanner.next != UInt8(ascii: "]") else { throw ContractError(.emptyTable, table: table) }
    tables.append(table)
    let shape = table.shape
    var index = 0
    repeat {
      guard rows.count < rowLimit else { throw ContractError(.tooManyRows, table: table) }
      var reader = RowReader(scanner: scanner, dialect: dialect, table: table, index: index)
      rows.append(try reader.read(shape))
      scanner = reader.scanner
      index += 1
    } while scanner.take(",")
    guard scanner.take("]") else { throw ContractError(.malformed, table: table) }
  }

  private mutating func readTableName() throws(ContractError) -> ContractTable {
    let name: String
    do { name = try scanner.text() } catch { throw ContractError(.malformed) }
    guard scanner.take(":") else { throw ContractError(.malformed) }
    guard let table = ContractTable(rawValue: name), dialect.includes(table.dialect) else {
      throw ContractError(.unknownTable)
    }
    if tables.contains(table) { throw ContractError(.duplicateTable, table: table) }
    if let last = tables.last, table < last { throw ContractError(.tableOrder, table: table) }
    return table
  }
}

private struct RowReader {
  var scanner: ContractScanner
  let dialect: ContractDialect
  let table: ContractTable
  let index: Int

  mutating func read(_ shape: ContractShape) throws(ContractError) -> ContractRow {
    if table == .deleteActions { return try readDeleteAction() }
    var values: [ContractValue] = []
    values.reserveCapacity(shape.count(in: dialect))
    return try readRest(of: shape, &values)
  }

  private mutating func readDeleteAction() throws(ContractError) -> ContractRow {
    let field = DeleteTarget.targetField(dialect)
    guard DeleteTarget.opening.withUnsafeBytes({ scanner.take($0) }) else {
      throw misplaced(ContractShape(fields: [field]), at: 0)
    }
    var values: [ContractValue] = []
    do { values.append(try scanner.value(of: field)) } catch { throw fault(error, field.name) }
    guard let target = values[0].text.flatMap(DeleteTarget.init(rawValue:)) else {
      throw fault(.unknownChoice, field.name)
    }
    return try readRest(of: target.shape, &values)
  }

  /// Reads the fields that have no value yet, and the end of the row.
  private mutating func readRest(
    of shape: ContractShape, _ values: inout [ContractValue]
  ) throws(ContractError) -> ContractRow {
    for place in values.count..<shape.count(in: dialect) {
      let field = shape.digests[place]
      let isThere = shape.openings.withUnsafeBytes {
        scanner.take(UnsafeRawBufferPointer(rebasing: $0[field.opening]))
      }
      guard isThere else { throw misplaced(shape, at: place) }
      do {
        if let value = try scanner.plainValue(of: field) {
          values.append(value)
        } else {
          values.append(try scanner.value(of: shape.fields[place]))
        }
      } catch {
        throw fault(error, shape.fields[place].name)
      }
    }
    guard scanner.take("}") else { throw surplus(shape) }
    return ContractRow(table, values)
  }

  private func fault(_ kind: ContractError.Kind, _ field: String? = nil) -> ContractError {
    ContractError(kind, table: table, index: index, field: field)
  }

  /// What stands where the field at a place should begin.
  private mutating func misplaced(_ shape: ContractShape, at place: Int) -> ContractError {
    let expected = shape.fields[place].name
    guard scanner.take(place == 0 ? "{" : ",") else {
      if place == 0 { return fault(scanner.mismatch) }
      let isEnd = scanner.next == UInt8(ascii: "}")
      return fault(isEnd ? .missingField : .malformed, expected)
    }
    if place == 0, scanner.next == UInt8(ascii: "}") { return fault(.missingField, expected) }
    guard let name = try? scanner.text(), scanner.take(":") else {
      return fault(.malformed, expected)
    }
    guard let found = shape.index(of: name), found < shape.count(in: dialect) else {
      return fault(.unknownField, expected)
    }
    if found == place { return fault(.malformed, expected) }
    return found < place ? fault(.duplicateField, name) : fault(.missingField, expected)
  }

  /// What stands where the row should end.
  private mutating func surplus(_ shape: ContractShape) -> ContractError {
    guard scanner.take(","), let name = try? scanner.text(), scanner.take(":") else {
      return fault(.malformed)
    }
    guard let found = shape.index(of: name), found < shape.count(in: dialect) else {
      return fault(.unknownField)
    }
    return fault(.duplicateField, name)
  }
}
