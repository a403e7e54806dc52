/// The fields of a row in their order, with what an encoder and a decoder need of them ready made.
package struct ContractShape: Sendable {
  package let fields: [ContractField]
  /// How many of them the strict dialect has: the first ones.
  private let strictCount: Int
  /// What stands before each value: `{"id":`, then `,"name":` and so on.
  let openings: [[UInt8]]

  init(fields: [ContractField]) {
    self.fields = fields
    strictCount = fields.prefix { $0.dialect == .strict }.count
    openings = fields.enumerated().map { index, field in
      Array("\(index == 0 ? "{" : ",")\"\(field.name)\":".utf8)
    }
  }

  /// How many fields a row has in a dialect.
  package func count(in dialect: ContractDialect) -> Int {
    dialect == .strict ? strictCount : fields.count
  }

  /// The place of a field, or nil.
  package func index(of name: String) -> Int? { fields.firstIndex { $0.name == name } }
}
