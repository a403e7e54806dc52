/// The value of one field, of the types that JSON and the contract share.
package enum ContractValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
}

extension ContractValue {
  /// A text, or null for nil.
  package init(_ text: String?) { self = text.map(ContractValue.text) ?? .null }
  /// A truth value, or null for nil.
  package init(_ flag: Bool?) { self = flag.map(ContractValue.bool) ?? .null }
  /// A double, or null for nil.
  package init(_ number: Double?) { self = number.map(ContractValue.number) ?? .null }
  /// A whole number, or null for nil.
  package init(_ number: Int64?) { self = number.map(ContractValue.integer) ?? .null }
  /// A whole number, or null for nil.
  package init(_ number: Int32?) { self = number.map { .integer(Int64($0)) } ?? .null }

  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  package var number: Double? { if case .number(let value) = self { value } else { nil } }
  package var text: String? { if case .text(let value) = self { value } else { nil } }
  /// A whole number that fits 32 bits; nil for anything else.
  package var int32: Int32? { integer.flatMap { Int32(exactly: $0) } }
}
