/// The fields of a row in their order, with what an encoder and a decoder need of them ready made.
package struct ContractShape: Sendable {
  package let fields: [ContractField]
  /// How many of them the strict dialect has: the first ones.
  private let strictCount: Int
  /// For each field, what is asked most often of it.
  let digests: [FieldDigest]
  /// What stands before the values, one after the other: `{"id":`, `,"name":` and so on.
  let openings: [UInt8]

  init(fields: [ContractField]) {
    self.fields = fields
    strictCount = fields.prefix { $0.dialect == .strict }.count
    var openings: [UInt8] = []
    digests = fields.map { field in
      let start = openings.count
      openings += Array("\(start == 0 ? "{" : ",")\"\(field.name)\":".utf8)
      return FieldDigest(field, opening: start..<openings.count)
    }
    self.openings = openings
  }

  /// How many fields a row has in a dialect.
  package func count(in dialect: ContractDialect) -> Int {
    dialect == .strict ? strictCount : fields.count
  }

  /// The place of a field, or nil.
  package func index(of name: String) -> Int? { fields.firstIndex { $0.name == name } }
}

/// The part of a field that costs nothing to copy. A batch has tens of thousands of values, nearly
/// all of them null or a whole number, and this is enough for both.
struct FieldDigest: Sendable {
  /// Where in `ContractShape.openings` that of this field stands.
  let opening: Range<Int>
  let isNullable: Bool
  /// Nil for a field that is no whole number.
  let integers: IntegerRule?

  init(_ field: ContractField, opening: Range<Int>) {
    self.opening = opening
    isNullable = field.isNullable
    integers = if case .integer(let rule) = field.kind { rule } else { nil }
  }
}
