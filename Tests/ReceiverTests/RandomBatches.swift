import SeededRandom
import SyncContract

/// Batches of few keys and few stamps, so that rows meet often, with every other value made up from
/// the declarations.
struct RandomBatches {
  var generator: SeededGenerator
  /// The least Change Timestamp; grows while time goes by.
  var era: Int64 = 0
  /// How many of 1000 keys nobody has used before.
  var strangers = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Rows of every table, parents among them, and some actions.
  mutating func batch(in dialect: ContractDialect, rowsATable: Int = 3) -> [ContractRow] {
    var rows: [ContractRow] = []
    for table in ContractTable.all(in: dialect) {
      if table == .boards || table == .tuneProfiles {
        rows += ["b0", "b1", "b2"].map { crowded(table, in: dialect, id: $0) }
      } else if table == .deleteActions {
        rows += (0..<2).map { _ in action(in: dialect) }
      } else {
        rows += (0..<rowsATable).map { _ in crowded(table, in: dialect) }
      }
    }
    return rows
  }

  /// A row with any valid values under a parent of this name.
  mutating func row(_ table: ContractTable, parent: String) -> ContractRow {
    let values = table.shape.fields.map { field in
      field.name == table.parent?.field ? .text(parent) : value(for: field)
    }
    return ContractRow(table, values)
  }

  /// A row of few keys and stamps.
  private mutating func crowded(
    _ table: ContractTable, in dialect: ContractDialect, id: String? = nil
  ) -> ContractRow {
    let fields = table.shape.fields.prefix(table.shape.count(in: dialect))
    let stamps = [
      "updatedAt", "lastDetectedAt", "fieldsUpdatedAt", "summaryUpdatedAt", "analysisVersion",
    ]
    return ContractRow(
      table,
      fields.map { field in
        if field.name == table.naturalKey.first, let id { return .text(id) }
        if table.naturalKey.contains(field.name) || field.name == table.parent?.field {
          return key(for: field)
        }
        if stamps.contains(field.name)
          || (table == .tuneHistoryEntries && field.name == "createdAt")
        {
          return .integer(era + Int64.random(in: 0..<30, using: &generator))
        }
        if field.name == "contentHash", Bool.random(using: &generator) { return key(for: field) }
        return value(for: field)
      })
  }

  private mutating func action(in dialect: ContractDialect) -> ContractRow {
    let targets = DeleteTarget.allCases.filter { dialect.includes($0.dialect) }
    let target = targets[Int.random(in: targets.indices, using: &generator)]
    let identity = target.identity.map { key(for: $0).text ?? "" }
    return .delete(target, identity, atMs: era + Int64.random(in: 0..<25, using: &generator))
  }

  private mutating func key(for field: ContractField) -> ContractValue {
    let digit = Int.random(in: 0..<3, using: &generator)
    switch field.kind {
    case .hash: return .text(String(repeating: "\(digit)", count: 64))
    case .choice(let texts): return .text(texts[digit % texts.count])
    case .integer(let rule): return .integer(Int64(digit) * rule.divisor)
    default:
      if Int.random(in: 0..<1000, using: &generator) < strangers { return .text("stranger \(era)") }
      if field.isNullable { return [.null, .text(""), .text("b0")][digit] }
      return .text("b\(digit)")
    }
  }

  private mutating func value(for field: ContractField) -> ContractValue {
    if field.isNullable, Int.random(in: 0..<3, using: &generator) == 0 { return .null }
    switch field.kind {
    case .text(let units): return .text(text(units ?? 0...30))
    case .hash:
      return .text(
        String((0..<64).map { _ in "0123456789abcdef".randomElement(using: &generator) ?? "0" }))
    case .choice(let texts): return .text(texts[Int.random(in: texts.indices, using: &generator)])
    case .bool: return .bool(.random(using: &generator))
    case .integer(let rule): return .integer(integer(rule))
    case .number: return .number(number())
    }
  }

  private mutating func integer(_ rule: IntegerRule) -> Int64 {
    let number =
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: rule.range.lowerBound
      case 1: rule.range.upperBound
      default: Int64.random(in: rule.range, using: &generator)
      }
    return number - number % rule.divisor
  }

  private mutating func number() -> Double {
    let edges = [
      0, -0.0, 0.1, 1e16, -1e15, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 3, -7, 1e300,
      9_007_199_254_740_992,
    ]
    if Bool.random(using: &generator) {
      return edges[Int.random(in: edges.indices, using: &generator)]
    }
    let bits = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &generator))
    return bits.isFinite ? bits : 42
  }

  private mutating func text(_ units: ClosedRange<Int>) -> String {
    let letters = [
      "a", "é", "e\u{301}", "€", "\u{10FFFF}", "😀", "\"", "\\", "\n", "\u{1}", "\u{7F}", "'", "=",
      "\u{FEFF}",
    ]
    let count = Int.random(in: units, using: &generator)
    var text = ""
    while text.utf16.count < count {
      let letter = letters[Int.random(in: letters.indices, using: &generator)]
      text += text.utf16.count + letter.utf16.count <= count ? letter : "z"
    }
    return text
  }
}
