import JSON
import SeededRandom
import SyncContract
import Testing

@Suite struct ContractRoundTripTests {
  @Test(arguments: ContractDialect.allCases)
  func randomRowsOfEveryTableComeBack(dialect: ContractDialect) throws {
    var random = RandomRows(seed: 17)
    let encoder = ContractEncoder(dialect: dialect)
    for _ in 0..<60 {
      let batch = random.batch(in: dialect)
      let bytes = try encoder.encode(batch)
      #expect(try ContractDecoder(dialect: dialect).decode(bytes) == batch)
      try expectSame(batch, as: JSONValue.parse(bytes))
    }
  }

  @Test func aFullRowIsCutForTheStrictDialect() throws {
    var random = RandomRows(seed: 18)
    for table in ContractTable.all(in: .strict) where table != .deleteActions {
      let row = random.row(table, in: .extended)
      let bytes = try ContractEncoder(dialect: .strict).encode(ContractBatch(rows: [row]))
      let read = try ContractDecoder(dialect: .strict).decode(bytes).rows[0]
      #expect(read.values == Array(row.values.prefix(read.values.count)))
      try row.validate(in: .strict)
    }
  }

  /// One wrong value a row: whatever the store would write is refused with the same words by
  /// validation, encoder and, once spelled out, decoder.
  @Test(arguments: ContractTable.allCases)
  func aWrongValueIsFoundWhereItStands(table: ContractTable) throws {
    var random = RandomRows(seed: UInt64(table.position))
    let good = random.row(table, in: .extended)
    let shape = try #require(good.shape)
    for (place, field) in shape.fields.enumerated() where field.name != "target" {
      for wrong in WrongValue.all(for: field) {
        var values = good.values
        values[place] = wrong.value
        let row = ContractRow(table, values)
        var expected = ContractError(wrong.kind, table: table, field: field.name)
        #expect(throws: expected) { try row.validate(in: .extended) }
        #expect(throws: expected) { try ContractEncoder(dialect: .extended).encode(row) }
        expected.index = 0
        #expect(throws: expected) {
          try ContractEncoder(dialect: .extended).encode(ContractBatch(rows: [row]))
        }
        guard wrong.isSpellable else { continue }
        let body = "{\"\(table.rawValue)\":[\(object(row, shape))]}"
        #expect(throws: expected) {
          try ContractDecoder(dialect: .extended).decode(Array(body.utf8))
        }
      }
    }
  }

  /// A row as Jansson writes it, right or wrong.
  private func object(_ row: ContractRow, _ shape: ContractShape) -> String {
    var object = JSONObject()
    for (field, value) in zip(shape.fields, row.values) { object[field.name] = value.json }
    return JSONValue.object(object).text()
  }
}

/// A value that a field does not allow.
private struct WrongValue {
  let value: ContractValue
  let kind: ContractError.Kind
  /// Whether JSON can say it and Jansson's precision keeps it.
  var isSpellable = true

  static func all(for field: ContractField) -> [WrongValue] {
    let wrong = ofKind(field.kind)
    return field.isNullable ? wrong : wrong + [WrongValue(value: .null, kind: .unexpectedNull)]
  }

  private static func ofKind(_ kind: ContractField.Kind) -> [WrongValue] {
    switch kind {
    case .integer(let rule):
      var wrong = [
        WrongValue(value: .integer(rule.range.lowerBound - 1), kind: .numberRange),
        WrongValue(value: .integer(rule.range.upperBound + 1), kind: .numberRange),
        WrongValue(value: .text("1"), kind: .unexpectedType),
        WrongValue(value: .number(0.5), kind: .unexpectedType),
      ]
      if rule.divisor > 1 {
        wrong.append(WrongValue(value: .integer(rule.divisor + 1), kind: .numberRange))
      }
      return wrong
    case .text(let units):
      return [
        WrongValue(value: .integer(1), kind: .unexpectedType),
        WrongValue(value: .text("a\0"), kind: .badText, isSpellable: false),
      ] + (units.map(wrongLengths) ?? [])
    case .hash:
      return [
        WrongValue(value: .text(String(repeating: "A", count: 64)), kind: .badText),
        WrongValue(value: .text(String(repeating: "a", count: 65)), kind: .badText),
      ]
    case .choice: return [WrongValue(value: .text("other"), kind: .unknownChoice)]
    case .bool: return [WrongValue(value: .integer(1), kind: .unexpectedType)]
    case .number:
      return [
        WrongValue(value: .number(.nan), kind: .numberRange, isSpellable: false),
        WrongValue(value: .number(-.infinity), kind: .numberRange, isSpellable: false),
        WrongValue(value: .bool(true), kind: .unexpectedType),
      ]
    }
  }

  private static func wrongLengths(_ units: ClosedRange<Int>) -> [WrongValue] {
    let faces = String(repeating: "😀", count: units.upperBound / 2)
    var wrong = [
      WrongValue(value: .text(faces + "a"), kind: .keyLength),
      WrongValue(value: .text(String(repeating: "€", count: 999)), kind: .keyLength),
    ]
    if units.lowerBound > 0 { wrong.append(WrongValue(value: .text(""), kind: .keyLength)) }
    return wrong
  }
}

extension ContractValue {
  fileprivate var json: JSONValue {
    switch self {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .double(number)
    case .text(let text): .string(text)
    }
  }
}

/// Compares rows with what Jansson read from the same bytes, name by name and value by value.
func expectSame(_ batch: ContractBatch, as json: JSONValue) {
  let tables = json.object?.members ?? []
  let rows = tables.flatMap { table in (table.value.array ?? []).map { (table.key, $0) } }
  #expect(rows.count == batch.rows.count)
  for (row, (table, object)) in zip(batch.rows, rows) {
    let names = row.shape?.fields.prefix(row.values.count).map(\.name)
    #expect(row.table.rawValue == table && names == object.object?.keys)
    for (value, member) in zip(row.values, object.object?.members ?? []) {
      let isSame =
        switch value {
        case .number(let number): number == member.value.double
        default: value.json == member.value
        }
      #expect(isSame, "\(table).\(member.key)")
    }
  }
}
