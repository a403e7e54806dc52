import SeededRandom
import SyncContract

/// Rows made up from the declarations, with the bounds more often than chance would have them.
struct RandomRows {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A valid row of a table.
  mutating func row(_ table: ContractTable, in dialect: ContractDialect) -> ContractRow {
    guard table == .deleteActions else {
      let fields = table.shape.fields.prefix(table.shape.count(in: dialect))
      return ContractRow(table, fields.map { value(for: $0) })
    }
    let targets = DeleteTarget.allCases.filter { dialect.includes($0.dialect) }
    let target = targets[Int.random(in: targets.indices, using: &generator)]
    return ContractRow(table, target.shape.fields.map { value(for: $0) })
  }

  /// A valid batch with every table of a dialect.
  mutating func batch(in dialect: ContractDialect, rowsATable: Int = 1) -> ContractBatch {
    ContractBatch(
      rows: ContractTable.all(in: dialect).flatMap { table in
        (0..<rowsATable).map { _ in row(table, in: dialect) }
      })
  }

  mutating func value(for field: ContractField) -> ContractValue {
    if field.isNullable, Int.random(in: 0..<3, using: &generator) == 0 { return .null }
    switch field.kind {
    case .text(let units): return .text(text(units: units ?? 0...40))
    case .hash: return .text(hash())
    case .choice(let texts):
      return .text(texts[Int.random(in: texts.indices, using: &generator)])
    case .bool: return .bool(.random(using: &generator))
    case .integer(let rule):
      let number = integer(in: rule.range)
      return .integer(number - number % rule.divisor)
    case .number: return .number(number())
    }
  }

  private mutating func integer(in range: ClosedRange<Int64>) -> Int64 {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: range.lowerBound
    case 1: range.upperBound
    case 2: Int64.random(in: range, using: &generator)
    default: Int64.random(in: 0...9999, using: &generator).clamped(to: range)
    }
  }

  mutating func number() -> Double {
    let edges = [
      0, -0.0, 0.1, 1e16, -1e15, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      .leastNormalMagnitude, 1e300,
      9_007_199_254_740_992, 1.0 / 3,
    ]
    if Bool.random(using: &generator) {
      return edges[Int.random(in: edges.indices, using: &generator)]
    }
    let bits = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &generator))
    return bits.isFinite ? bits : 42
  }

  private mutating func hash() -> String {
    String((0..<64).map { _ in "0123456789abcdef".randomElement(using: &generator) ?? "0" })
  }

  /// Exactly a bound's number of units in one case of three.
  mutating func text(units: ClosedRange<Int>) -> String {
    let count =
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: units.lowerBound
      case 1: units.upperBound
      default: Int.random(in: units, using: &generator)
      }
    let letters = ["a", "é", "€", "\u{10FFFF}", "😀", "\"", "\\", "\n", "\u{1}", "\u{7F}", "/"]
    var text = ""
    while text.utf16.count < count {
      let letter = letters[Int.random(in: letters.indices, using: &generator)]
      text += text.utf16.count + letter.utf16.count <= count ? letter : "z"
    }
    return text
  }
}

extension Int64 {
  fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
