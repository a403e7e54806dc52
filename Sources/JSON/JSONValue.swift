/// One JSON value (RFC 8259). Whole numbers that fit 64 bits stay whole; objects keep the order of
/// their keys.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// The members of a JSON object in their order; a key occurs once.
package struct JSONObject: Equatable, Sendable {
  /// A key and what it stands for.
  package struct Member: Equatable, Sendable {
    package var key: String
    package var value: JSONValue

    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  package private(set) var members: [Member] = []

  package init() {}

  /// Adds a member whose key is known to be new.
  mutating func append(key: String, value: JSONValue) {
    members.append(Member(key: key, value: value))
  }

  /// The keys in their order.
  package var keys: [String] { members.map(\.key) }

  /// The value of a key. Setting replaces in place or appends; setting nil removes.
  package subscript(key: String) -> JSONValue? {
    get { members.first { $0.key == key }?.value }
    set {
      let index = members.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// A key given twice keeps its last value.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByFloatLiteral, ExpressibleByNilLiteral
{
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }

  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(nilLiteral: ()) { self = .null }
}

extension JSONValue {
  /// A text, or null for nil.
  package init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }
  /// A truth value, or null for nil.
  package init(_ flag: Bool?) { self = flag.map(JSONValue.bool) ?? .null }
  /// A whole number, or null for nil or beyond 64 bits.
  package init(_ number: (some BinaryInteger)?) {
    self = number.flatMap { Int64(exactly: $0) }.map(JSONValue.integer) ?? .null
  }

  /// A number rounded to `places` decimals, or null for nil and for what is no number.
  package init(_ number: Double?, places: Int) {
    guard let number, number.isFinite else {
      self = .null
      return
    }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (number * scale).rounded()
    self = .double(scaled.isFinite ? scaled / scale : number)
  }

  /// A member of an object; nil if this is none or the key is absent.
  package subscript(key: String) -> JSONValue? { object?[key] }

  package var isNull: Bool { self == .null }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  package var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// A whole number, also where it was written with a decimal point.
  package var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .double(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// A number, whole or not.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}
