import SyncContract

extension ContractRow {
  /// A valid row of any table but `deleteActions`; what is not given has the least value allowed.
  static func sample(
    _ table: ContractTable, _ values: [String: ContractValue] = [:]
  ) -> ContractRow {
    ContractRow(table, table.shape.fields.map { values[$0.name] ?? least($0) })
  }

  static func setting(_ key: String, _ value: String = "1", atMs: Int64 = 1) -> ContractRow {
    sample(
      .appSettings, ["key": .text(key), "valueJson": .text(value), "updatedAt": .integer(atMs)])
  }

  static func flight(_ digit: Character, _ values: [String: ContractValue] = [:]) -> ContractRow {
    let id = String(repeating: digit, count: 64)
    return sample(.flights, values.merging(["id": .text(id)]) { $1 })
  }

  private static func least(_ field: ContractField) -> ContractValue {
    if field.isNullable { return .null }
    switch field.kind {
    case .text(let units): return .text(units?.lowerBound == 1 ? "x" : "")
    case .hash: return .text(String(repeating: "0", count: 64))
    case .choice(let texts): return .text(texts[0])
    case .bool: return .bool(false)
    case .integer(let rule): return .integer(max(0, rule.range.lowerBound))
    case .number: return .number(1.5)
    }
  }
}
