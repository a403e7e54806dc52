/// A JSON object whose values are all texts, in the contract's compact form: keys in order, escapes
/// only for quotes, backslashes and controls.
enum FlatObject {
  static func encode(_ properties: [String: String]) -> String {
    let members = properties.sorted { $0.key < $1.key }
      .map { "\(quoted($0.key)):\(quoted($0.value))" }
    return "{\(members.joined(separator: ","))}"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// What `encode` wrote; anything else ends the reading and what was read so far counts.
  static func decode(_ text: String) -> [String: String] {
    var properties: [String: String] = [:]
    var rest = text.unicodeScalars[...]
    guard rest.popFirst() == "{" else { return [:] }
    while let key = string(&rest), rest.popFirst() == ":", let value = string(&rest) {
      properties[key] = value
      guard rest.popFirst() == "," else { break }
    }
    return properties
  }

  private static func string(_ rest: inout Substring.UnicodeScalarView) -> String? {
    guard rest.popFirst() == "\"" else { return nil }
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return String(text)
      case "\\":
        guard let escaped = escaped(&rest) else { return nil }
        text.append(escaped)
      default: text.append(scalar)
      }
    }
    return nil
  }

  private static func escaped(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case "u":
      let digits = String(rest.prefix(4))
      rest = rest.dropFirst(4)
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    case let plain?: return plain
    case nil: return nil
    }
  }
}
