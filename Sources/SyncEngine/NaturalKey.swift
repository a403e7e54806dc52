import SyncContract

/// The values that identify a row, in the order in which stores and servers sort by them: null
/// before everything, texts by their UTF-8, numbers by value.
struct NaturalKey: Comparable {
  let values: [ContractValue]

  init(_ row: ContractRow) {
    values = row.table.naturalKey.map { row[$0] ?? .null }
  }

  static func == (left: NaturalKey, right: NaturalKey) -> Bool {
    !(left < right) && !(right < left)
  }

  static func < (left: NaturalKey, right: NaturalKey) -> Bool {
    for (one, other) in zip(left.values, right.values) {
      if precedes(one, other) { return true }
      if precedes(other, one) { return false }
    }
    return left.values.count < right.values.count
  }

  private static func precedes(_ one: ContractValue, _ other: ContractValue) -> Bool {
    switch (one, other) {
    // Not `<` of texts, to which differently composed letters are the same.
    case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
    case (.integer(let one), .integer(let other)): one < other
    case (.number(let one), .number(let other)): one < other
    default: rank(one) < rank(other)
    }
  }

  private static func rank(_ value: ContractValue) -> Int {
    switch value {
    case .null: 0
    case .bool: 1
    case .integer: 2
    case .number: 3
    case .text: 4
    }
  }
}
