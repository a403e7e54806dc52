import FlightModel
import JSON

/// Why a document is not what it should be.
package struct DocumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path of the field: `sources.0.link`.
  package var field: String
  package var cause: String

  package init(field: String, cause: String) {
    self.field = field
    self.cause = cause
  }

  package var description: String { "unusable answer: \(field) \(cause)" }
}

/// Reads the fields of an object; an absent optional field is nil, a field of the wrong kind an
/// error. Fields that are not asked for are left alone, so that a newer daemon can add some.
struct JSONReader {
  let value: JSONValue
  let path: String

  init(_ value: JSONValue, path: String = "") {
    self.value = value
    self.path = path
  }

  private func name(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  private func missing(_ key: String) -> DocumentError {
    DocumentError(field: name(key), cause: "is missing")
  }

  private func optional<Value>(
    _ key: String, _ kind: String, _ read: (JSONValue) -> Value?
  ) throws(DocumentError) -> Value? {
    guard let member = value[key], !member.isNull else { return nil }
    guard let result = read(member) else {
      throw DocumentError(field: name(key), cause: "is no \(kind)")
    }
    return result
  }

  private func required<Value>(
    _ key: String, _ kind: String, _ read: (JSONValue) -> Value?
  ) throws(DocumentError) -> Value {
    guard let result = try optional(key, kind, read) else { throw missing(key) }
    return result
  }

  func text(_ key: String) throws(DocumentError) -> String {
    try required(key, "text") { $0.string }
  }
  func textIfAny(_ key: String) throws(DocumentError) -> String? {
    try optional(key, "text") { $0.string }
  }
  func integer(_ key: String) throws(DocumentError) -> Int64 {
    try required(key, "whole number") { $0.integer }
  }
  func integerIfAny(_ key: String) throws(DocumentError) -> Int64? {
    try optional(key, "whole number") { $0.integer }
  }
  func number(_ key: String) throws(DocumentError) -> Double {
    try required(key, "number") { $0.double }
  }
  func numberIfAny(_ key: String) throws(DocumentError) -> Double? {
    try optional(key, "number") { $0.double }
  }
  func flag(_ key: String) throws(DocumentError) -> Bool {
    try required(key, "truth value") { $0.bool }
  }
  func flagIfAny(_ key: String) throws(DocumentError) -> Bool? {
    try optional(key, "truth value") { $0.bool }
  }
  func time(_ key: String) throws(DocumentError) -> UTCInstant {
    try required(key, "time") { $0.string.flatMap(UTCInstant.init(rfc3339:)) }
  }
  func timeIfAny(_ key: String) throws(DocumentError) -> UTCInstant? {
    try optional(key, "time") { $0.string.flatMap(UTCInstant.init(rfc3339:)) }
  }

  /// A member of a closed set of words.
  func word<Word: RawRepresentable>(
    _ key: String, _ type: Word.Type
  ) throws(DocumentError) -> Word where Word.RawValue == String {
    try required(key, "known word") { $0.string.flatMap(Word.init(rawValue:)) }
  }

  func object(_ key: String) throws(DocumentError) -> JSONReader {
    guard let reader = try objectIfAny(key) else { throw missing(key) }
    return reader
  }
  func objectIfAny(_ key: String) throws(DocumentError) -> JSONReader? {
    try optional(key, "object") { $0.object }.map { JSONReader(.object($0), path: name(key)) }
  }

  /// The elements of an array.
  func list(_ key: String) throws(DocumentError) -> [JSONReader] {
    try required(key, "list") { $0.array }.enumerated().map {
      JSONReader($1, path: "\(name(key)).\($0)")
    }
  }

  /// The elements of an array; none where it is absent.
  func listIfAny(_ key: String) throws(DocumentError) -> [JSONReader] {
    value[key].map(\.isNull) == false ? try list(key) : []
  }

  /// Counts by name.
  func counts(_ key: String) throws(DocumentError) -> [String: Int64] {
    try required(key, "object of counts") { value in
      value.object?.members.reduce(into: [:] as [String: Int64]?) { counts, member in
        counts = member.value.integer == nil ? nil : counts
        counts?[member.key] = member.value.integer
      }
    }
  }
}
