import Bytes

/// How many rows of each table a server has taken in: the answer to a batch.
package struct AcceptedCounts: Equatable, Sendable {
  package let dialect: ContractDialect
  private var counts: [Int64]

  /// Nothing of any table.
  package init(dialect: ContractDialect) {
    self.dialect = dialect
    counts = Array(repeating: 0, count: ContractTable.allCases.count)
  }

  /// The rows of a table; 0 for one that the dialect does not have, which cannot be set.
  package subscript(table: ContractTable) -> Int64 {
    get { counts[table.position] }
    set { if dialect.includes(table.dialect) { counts[table.position] = newValue } }
  }

  /// The body of the answer.
  package func encode() -> [UInt8] {
    var bytes: [UInt8] = []
    for table in ContractTable.all(in: dialect) {
      bytes.append(text: bytes.isEmpty ? "{\"accepted\":{\"" : ",\"")
      bytes.append(text: table.rawValue)
      bytes.append(text: "\":")
      bytes.append(decimal: self[table])
    }
    bytes.append(text: "}}")
    return bytes
  }
}

extension AcceptedCounts {
  /// Bytes of the longest answer that is read.
  package static let longestAnswer = 16_384

  /// Reads an answer: every table of the dialect once, in any order, and nothing else. Throws what
  /// deviates; no cursor may move then.
  package static func decode(
    _ bytes: [UInt8], dialect: ContractDialect
  ) throws(ContractError) -> AcceptedCounts {
    guard bytes.count <= longestAnswer else { throw ContractError(.tooLarge) }
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(ContractError) in
        var reader = AnswerReader(
          scanner: ContractScanner(buffer), counts: AcceptedCounts(dialect: dialect))
        return try reader.read()
      }
    }
    return try result.get()
  }
}

private struct AnswerReader {
  var scanner: ContractScanner
  var counts: AcceptedCounts
  private var missing: Set<ContractTable>

  init(scanner: ContractScanner, counts: AcceptedCounts) {
    self.scanner = scanner
    self.counts = counts
    missing = Set(ContractTable.all(in: counts.dialect))
  }

  mutating func read() throws(ContractError) -> AcceptedCounts {
    scanner.skipBlanks()
    try take("{")
    guard try name() == "accepted" else { throw ContractError(.unknownField) }
    try take("{")
    repeat { try readCount() } while scanner.take(",")
    try take("}")
    guard scanner.next != UInt8(ascii: ",") else { throw ContractError(.unknownField) }
    guard scanner.take("}") else { throw ContractError(.malformed) }
    guard scanner.isAtEnd else { throw ContractError(.trailingBytes) }
    if let table = missing.min() { throw ContractError(.missingField, table: table) }
    return counts
  }

  private mutating func readCount() throws(ContractError) {
    guard let table = ContractTable(rawValue: try name()),
      counts.dialect.includes(table.dialect)
    else { throw ContractError(.unknownTable) }
    guard missing.remove(table) != nil else { throw ContractError(.duplicateTable, table: table) }
    guard scanner.next.map({ $0 == ASCII.minus || ASCII.isDigit($0) }) ?? false else {
      throw ContractError(scanner.mismatch, table: table)
    }
    let count: Int64
    do { count = try scanner.integer() } catch { throw ContractError(error, table: table) }
    guard (0...9_007_199_254_740_991).contains(count) else {
      throw ContractError(.numberRange, table: table)
    }
    counts[table] = count
    scanner.skipBlanks()
  }

  /// A key and its colon, with the blanks around them.
  private mutating func name() throws(ContractError) -> String {
    scanner.skipBlanks()
    let name: String
    do { name = try scanner.text() } catch { throw ContractError(.malformed) }
    scanner.skipBlanks()
    try take(":")
    return name
  }

  private mutating func take(_ byte: Unicode.Scalar) throws(ContractError) {
    guard scanner.take(byte) else { throw ContractError(scanner.mismatch) }
    scanner.skipBlanks()
  }
}
