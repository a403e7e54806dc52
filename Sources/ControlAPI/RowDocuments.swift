import FlightModel
package import JSON
package import SyncContract

/// Rows of the contract as JSON objects with the contract's names.
package enum RowDocument {
  /// A whole row.
  package static func json(_ row: ContractRow) -> JSONValue {
    var object = JSONObject()
    for (field, value) in zip(row.shape?.fields ?? [], row.values) {
      object[field.name] = JSONValue(value)
    }
    return .object(object)
  }

  /// `{"rows": […]}`.
  package static func json(_ rows: [ContractRow]) -> JSONValue { ["rows": .array(rows.map(json))] }

  /// The fields of a change: a flat object of known fields; a null is kept.
  package static func fields(
    _ json: JSONValue, of table: ContractTable
  ) throws(DocumentError) -> [String: ContractValue] {
    guard let object = json.object else {
      throw DocumentError(field: table.rawValue, cause: "is no object")
    }
    var fields: [String: ContractValue] = [:]
    for member in object.members {
      guard let field = table.shape.fields.first(where: { $0.name == member.key }) else {
        throw DocumentError(field: member.key, cause: "is not a field of \(table.rawValue)")
      }
      guard let value = ContractValue(member.value, of: field) else {
        throw DocumentError(field: member.key, cause: "has another type")
      }
      fields[member.key] = value
    }
    return fields
  }

  /// A row that `json` wrote.
  package static func row(
    _ json: JSONValue, of table: ContractTable
  ) throws(DocumentError) -> ContractRow {
    let fields = try fields(json, of: table)
    return ContractRow(table, table.shape.fields.map { fields[$0.name] ?? .null })
  }

  /// The rows of `{"rows": […]}`.
  package static func rows(
    _ json: JSONValue, of table: ContractTable
  ) throws(DocumentError) -> [ContractRow] {
    guard let list = json["rows"]?.array else {
      throw DocumentError(field: "rows", cause: "is missing")
    }
    var rows: [ContractRow] = []
    for item in list { rows.append(try row(item, of: table)) }
    return rows
  }
}

extension JSONValue {
  package init(_ value: ContractValue) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .double(number)
    case .text(let text): self = .string(text)
    }
  }
}

extension ContractValue {
  /// A JSON value as a field wants it; nil for another type.
  init?(_ json: JSONValue, of field: ContractField) {
    switch (json, field.kind) {
    case (.null, _): self = .null
    case (.bool(let flag), .bool): self = .bool(flag)
    case (.string(let text), .text), (.string(let text), .hash), (.string(let text), .choice):
      self = .text(text)
    case (_, .integer):
      guard let number = json.integer else { return nil }
      self = .integer(number)
    case (_, .number):
      guard let number = json.double else { return nil }
      self = .number(number)
    default: return nil
    }
  }
}
