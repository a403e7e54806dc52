import Bytes
import JSON
import Testing
import VESC

/// The properties of a decoded value that were sent, by their lower-case names, those of its parts
/// included, to be compared with a vector's `fields`.
struct DecodedFields {
  private(set) var values: [String: Any] = [:]

  /// `others` stand in a vector beside its fields.
  init(_ reply: Any, without others: Set<String>) {
    collect(reply)
    for name in others { values[name.lowercased()] = nil }
  }

  private mutating func collect(_ value: Any) {
    for child in Mirror(reflecting: value).children {
      guard let label = child.label, let content = unwrapped(child.value) else { continue }
      if content is RefloatState || content is RefloatRealtime.Flags {
        collect(content)
      } else {
        values[label.lowercased()] = content
      }
    }
  }

  private func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first?.value
  }

  /// Expects exactly the fields of a row, no more and no fewer.
  func expectEqual(_ fields: JSONObject) {
    for member in fields.members {
      expect(values[member.key.lowercased()], is: member.value, member.key)
    }
    let known = Set(fields.keys.map { $0.lowercased() })
    #expect(Set(values.keys).subtracting(known) == [], "fields that were not sent")
  }

  private func expect(_ value: Any?, is field: JSONValue, _ name: String) {
    guard let expected = field["value"], !expected.isNull else {
      #expect(value == nil, "\(name) must be missing")
      return
    }
    guard let value else {
      Issue.record("\(name) is missing")
      return
    }
    #expect(Self.equals(value, expected, raw: field["raw"]), "\(name) is \(value), not \(expected)")
  }

  private static func equals(_ value: Any, _ expected: JSONValue, raw: JSONValue?) -> Bool {
    switch value {
    case let number as Double: equals(number, expected, raw)
    case let numbers as [Double]: zipEquals(numbers, expected) { equals($0, $1, nil) }
    case let flags as [Bool]: zipEquals(flags, expected) { .bool($0) == $1 }
    case let flag as Bool: .bool(flag) == expected
    case let text as String: .string(text) == expected
    case let bytes as [UInt8]: Hexadecimal.encode(bytes) == expected.string
    case let set as RefloatInfo.Capabilities: Int64(set.rawValue) == expected.integer
    case let number as any BinaryInteger: equals(number, expected, raw)
    default: false
    }
  }

  private static func zipEquals<Element>(
    _ values: [Element], _ expected: JSONValue, _ equals: (Element, JSONValue) -> Bool
  ) -> Bool {
    guard let expected = expected.array, expected.count == values.count else { return false }
    return zip(values, expected).allSatisfy(equals)
  }

  private static func equals(_ number: any BinaryInteger, _ expected: JSONValue, _ raw: JSONValue?)
    -> Bool
  {
    let number = Int64(clamping: number)
    if let whole = raw?.integer ?? expected.integer { return number == whole }
    if let double = expected.double { return Double(number) == double }
    return expected.hexNumber.map { Int64(clamping: $0) } == number
  }

  private static func equals(_ number: Double, _ expected: JSONValue, _ raw: JSONValue?) -> Bool {
    if let text = raw?.string, text.count == 8, let bits = UInt32(text, radix: 16) {
      return Float(number).bitPattern == bits
    }
    guard let double = expected.double else { return false }
    return abs(number - double) <= 1e-8 * max(abs(number), abs(double))
  }
}
