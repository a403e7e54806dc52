import Bytes
import SeededRandom
import SyncContract

/// Valid rows with unusual values.
struct RandomRows {
  private var random: SeededGenerator
  /// IGC files by their ids.
  private(set) var files: [String: [UInt8]] = [:]
  private var boards: [String] = []
  private var profiles: [String] = []

  private static let pieces = [
    "", "a", "Z", "\u{e9}", "e\u{301}", "\u{1F600}", "\u{FFFD}", "\u{E000}", "\u{10FFFF}", "\n",
    "\t", "\"", "\\", "/", "\u{7F}", "\u{2028}", "\u{200B}", "'", "%", "=", "0", "\u{1B}", "<&>",
  ]
  private static let numbers: [Double] = [
    0.1 + 0.2, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -0.0, 0, 1e21, 1e-7,
    123_456_789.123_456_79,
    9_007_199_254_740_994, -2.5, 1 / 3,
  ]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func ofEveryTable(_ count: Int) -> [ContractRow] {
    ContractTable.allCases.filter { $0 != .deleteActions }.flatMap { rows(of: $0, count) }
  }

  /// So many rows, no natural key twice.
  mutating func rows(of table: ContractTable, _ count: Int) -> [ContractRow] {
    var found: [String: ContractRow] = [:]
    var order: [ContractRow] = []
    while order.count < count {
      let row = row(of: table)
      let key = Hexadecimal.encode(
        row.table.naturalKey.flatMap { Array("\(row[$0] ?? .null)|".utf8) })
      guard found.updateValue(row, forKey: key) == nil else { continue }
      order.append(row)
    }
    if table == .boards { boards = order.compactMap { $0["id"]?.text } }
    if table == .tuneProfiles { profiles = order.compactMap { $0["id"]?.text } }
    return order
  }

  private mutating func row(of table: ContractTable) -> ContractRow {
    var values: [String: ContractValue] = [:]
    for field in table.shape.fields { values[field.name] = value(of: field) }
    if let parent = table.parent {
      let among = parent.table == .boards ? boards : profiles
      values[parent.field] = .text(among.randomElement(using: &random) ?? "")
    }
    if table == .flights { values["id"] = .text(file()) }
    if table == .mapFiles { values["contentHash"] = .null }
    return .sample(table, values)
  }

  private mutating func file() -> String {
    let content = Array(
      "AXXX\(files.count)\nB\(Int.random(in: 0...999_999, using: &random))\n".utf8)
    let id = Hexadecimal.encode(sha256(content))
    files[id] = content
    return id
  }

  private mutating func value(of field: ContractField) -> ContractValue {
    if field.isNullable, Int.random(in: 0...2, using: &random) == 0 { return .null }
    switch field.kind {
    case .text(let units): return .text(text(units?.lowerBound == 1))
    case .hash:
      return .text(Hexadecimal.encode((0..<32).map { _ in .random(in: 0...255, using: &random) }))
    case .choice(let texts): return .text(texts.randomElement(using: &random) ?? "")
    case .bool: return .bool(.random(using: &random))
    case .integer(let rule): return .integer(integer(rule))
    case .number: return .number(Self.numbers.randomElement(using: &random) ?? 0)
    }
  }

  private mutating func text(_ isFull: Bool) -> String {
    let count = Int.random(in: 0...6, using: &random)
    let text = (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
    return isFull && text.isEmpty ? "x" : text
  }

  private mutating func integer(_ rule: IntegerRule) -> Int64 {
    let small = max(0, rule.range.lowerBound)...min(rule.range.upperBound, 1_784_030_400_000)
    let range = Bool.random(using: &random) ? rule.range : small
    let edges = [range.lowerBound, range.upperBound, Int64.random(in: range, using: &random)]
    let number = edges.randomElement(using: &random) ?? 0
    return number - number % rule.divisor
  }
}
