package import FlightModel
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

extension UTCInstant {
  /// Reads RFC 3339 in UTC, `2026-07-04T09:12:30Z` with up to nine decimals, or nil.
  package init?(rfc3339 text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 30, bytes.last == UInt8(ascii: "Z") else { return nil }
    func digits(_ range: Range<Int>) -> Int? {
      bytes[range].allSatisfy { $0 &- 0x30 < 10 }
        ? bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil
    }
    let marks: [(Int, Character)] = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")]
    guard marks.allSatisfy({ bytes[$0.0] == $0.1.asciiValue }),
      let year = digits(0..<4), let month = digits(5..<7), let day = digits(8..<10),
      let hour = digits(11..<13), let minute = digits(14..<16), let second = digits(17..<19),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    guard CivilDate(daysSince1970: date.daysSince1970) == date else { return nil }
    var millisecond = 0
    if bytes.count > 20 {
      guard bytes[19] == UInt8(ascii: "."), bytes.count > 21,
        let fraction = digits(20..<(bytes.count - 1))
      else { return nil }
      var scaled = fraction
      for _ in 0..<max(0, bytes.count - 1 - 23) { scaled /= 10 }
      for _ in 0..<max(0, 23 - (bytes.count - 1)) { scaled *= 10 }
      millisecond = scaled
    }
    let ofDay = ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
    self.init(date, millisecondOfDay: Int64(ofDay))
  }
}
