/// Why a batch, a row or a value does not follow the contract. Names of the contract say where; no
/// byte of the batch is repeated, so that the error may be logged and sent.
package struct ContractError: Error, Equatable, Sendable {
  /// What is wrong; the raw value is the wire's slug.
  package enum Kind: String, Error, CaseIterable, Sendable {
    case tooLarge = "too-large"
    case tooManyRows = "too-many-rows"
    /// Only when writing: the row alone is larger than a batch may be.
    case rowTooLarge = "row-too-large"
    /// No JSON, cut off, or with blanks between tokens.
    case malformed
    case trailingBytes = "trailing-bytes"
    case unknownTable = "unknown-table"
    case duplicateTable = "duplicate-table"
    case tableOrder = "table-order"
    case emptyTable = "empty-table"
    case unknownField = "unknown-field"
    case duplicateField = "duplicate-field"
    /// The field is not where it belongs, be it absent or further on.
    case missingField = "missing-field"
    case unexpectedType = "unexpected-type"
    case unexpectedNull = "unexpected-null"
    case numberRange = "number-range"
    case keyLength = "key-length"
    case unknownChoice = "unknown-choice"
    case badText = "bad-text"
    /// Only when writing: the row has too few or too many values.
    case wrongShape = "wrong-shape"

    /// Whether a smaller batch could be taken in: the answer is 413 instead of 400.
    package var isTooMuch: Bool { self == .tooLarge || self == .tooManyRows }
  }

  package var kind: Kind
  package var table: ContractTable?
  /// The row's place in its table, from 0.
  package var index: Int?
  /// A field of the contract: the wrong one, or the one expected where something else stands.
  package var field: String?

  package init(
    _ kind: Kind, table: ContractTable? = nil, index: Int? = nil, field: String? = nil
  ) {
    self.kind = kind
    self.table = table
    self.index = index
    self.field = field
  }
}

extension ContractError: CustomStringConvertible {
  package var description: String {
    var place = ""
    if let table { place += table.rawValue }
    if let index { place += "[\(index)]" }
    if let field { place += ".\(field)" }
    return place.isEmpty ? kind.rawValue : "\(kind.rawValue) at \(place)"
  }
}
