package import SyncContract

/// The natural key of a row as one text: each value as its length in bytes, a colon and itself, null
/// as `-`. Two keys are one only if their bytes are, which texts compared as Swift texts do not tell.
package struct NaturalKey: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ values: some Sequence<ContractValue>) {
    var bytes: [UInt8] = []
    for value in values { Self.append(value, to: &bytes) }
    self.bytes = bytes
  }

  /// A key of texts alone, as those of all Delete Targets are.
  package init(texts: [String]) { self.init(texts.map(ContractValue.text)) }

  /// The bytes at once, which an array hashes one by one.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The same as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  private static func append(_ value: ContractValue, to bytes: inout [UInt8]) {
    switch value {
    case .text(var text):
      text.withUTF8 { append($0, to: &bytes) }
    case .integer(let number):
      append(Array(String(number).utf8), to: &bytes)
    case .null, .bool, .number:
      bytes.append(UInt8(ascii: "-"))
    }
  }

  private static func append(_ part: some Collection<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: String(part.count).utf8)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(contentsOf: part)
  }
}

extension NaturalKey {
  /// The values of a key of these fields; nil if the bytes are no such key.
  package func values(of fields: [ContractField]) -> [ContractValue]? {
    var rest = bytes[...]
    var values: [ContractValue] = []
    for field in fields {
      guard let value = Self.value(of: field, from: &rest) else { return nil }
      values.append(value)
    }
    return rest.isEmpty ? values : nil
  }

  /// Reads a key from bytes that came from outside; `values(of:)` judges them.
  package init(untrusted bytes: [UInt8]) { self.bytes = bytes }

  private static func value(
    of field: ContractField, from rest: inout ArraySlice<UInt8>
  ) -> ContractValue? {
    if field.isNullable, rest.first == UInt8(ascii: "-") {
      rest.removeFirst()
      return .null
    }
    guard let colon = rest.prefix(8).firstIndex(of: UInt8(ascii: ":")),
      let count = Int(String(decoding: rest[..<colon], as: UTF8.self)), count >= 0,
      count <= rest.endIndex - colon - 1
    else { return nil }
    let end = colon + 1 + count
    defer { rest = rest[end...] }
    guard let text = String(validating: rest[(colon + 1)..<end], as: UTF8.self) else { return nil }
    if case .integer = field.kind { return Int64(text).map(ContractValue.integer) }
    return text.utf8.contains(0) ? nil : .text(text)
  }
}
