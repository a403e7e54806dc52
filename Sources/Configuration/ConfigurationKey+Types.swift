/// The types that a key can have; each knows what to say of a value that it refuses.
extension ConfigurationKey {
  /// Where a value goes.
  typealias Place<Value> = any WritableKeyPath<Subject, Value> & Sendable

  private init(
    _ name: String, type: String, default defaultText: String, unit: String? = nil,
    meaning: String, reason: String,
    assign: @escaping @Sendable (String, inout Subject) -> Bool
  ) {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    section = parts[0]
    key = parts[1]
    self.type = type
    self.defaultText = defaultText
    self.unit = unit
    self.meaning = meaning
    self.reason = reason
    let expected = type + (unit.map { " (\($0))" } ?? "")
    self.assign = { value, configuration in
      assign(value, &configuration) ? nil : expected
    }
  }

  /// A text of so many characters.
  static func text(
    _ name: String, _ path: Place<String>,
    _ length: ClosedRange<Int>, default defaultText: String, _ meaning: String,
    because reason: String
  ) -> ConfigurationKey {
    let type =
      length.lowerBound == 0
      ? "text, at most \(length.upperBound) characters"
      : "text, \(length.lowerBound) to \(length.upperBound) characters"
    return ConfigurationKey(
      name, type: type, default: defaultText, meaning: meaning, reason: reason
    ) { value, configuration in
      guard length.contains(value.count) else { return false }
      configuration[keyPath: path] = value
      return true
    }
  }

  /// A text under a rule of its own; empty means not given.
  static func optional(
    _ name: String, _ path: Place<String?>,
    _ type: String, _ meaning: String, because reason: String,
    accepting rule: @escaping @Sendable (String) -> Bool
  ) -> ConfigurationKey {
    ConfigurationKey(name, type: type, default: "", meaning: meaning, reason: reason) {
      value, configuration in
      guard value.isEmpty || rule(value) else { return false }
      configuration[keyPath: path] = value.isEmpty ? nil : value
      return true
    }
  }

  /// A value with a form of its own; nil from `reading` refuses the text.
  static func parsed<Value: Sendable>(
    _ name: String, _ path: Place<Value>, _ type: String, default defaultText: String,
    _ meaning: String, because reason: String, reading: @escaping @Sendable (String) -> Value?
  ) -> ConfigurationKey {
    ConfigurationKey(name, type: type, default: defaultText, meaning: meaning, reason: reason) {
      value, configuration in
      guard let read = reading(value) else { return false }
      configuration[keyPath: path] = read
      return true
    }
  }

  /// A whole number in a range, in decimal digits.
  static func whole<Number: FixedWidthInteger & Sendable>(
    _ name: String, _ path: Place<Number>,
    _ range: ClosedRange<Number>, default defaultValue: Number, unit: String, _ meaning: String,
    because reason: String
  ) -> ConfigurationKey {
    ConfigurationKey(
      name, type: "whole number, \(range.lowerBound) to \(range.upperBound)",
      default: String(defaultValue), unit: unit, meaning: meaning, reason: reason
    ) { value, configuration in
      guard let number = Number(value), range.contains(number) else { return false }
      configuration[keyPath: path] = number
      return true
    }
  }

  /// One of a few words.
  static func choice<Value: Sendable>(
    _ name: String, _ path: Place<Value>,
    _ choices: [(word: String, value: Value)], default defaultText: String, _ meaning: String,
    because reason: String
  ) -> ConfigurationKey {
    let words = choices.map(\.word)
    let type = words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
    return ConfigurationKey(
      name, type: type, default: defaultText, meaning: meaning, reason: reason
    ) { value, configuration in
      guard let choice = choices.first(where: { $0.word == value }) else { return false }
      configuration[keyPath: path] = choice.value
      return true
    }
  }

  /// Yes or no.
  static func flag(
    _ name: String, _ path: Place<Bool>, default defaultValue: Bool, _ meaning: String,
    because reason: String
  ) -> ConfigurationKey {
    choice(
      name, path, [("yes", true), ("no", false)], default: defaultValue ? "yes" : "no", meaning,
      because: reason)
  }

  /// An absolute path or one below the directory of the service's credentials, of a file that
  /// nobody else may read; empty means not given.
  static func secret(
    _ name: String, _ path: Place<ConfiguredPath?>, _ meaning: String, because reason: String
  ) -> ConfigurationKey {
    ConfigurationKey(
      name, type: "absolute path, or below $CREDENTIALS_DIRECTORY, or empty", default: "",
      meaning: meaning, reason: reason
    ) { value, configuration in
      let configured = ConfiguredPath(value)
      guard value.isEmpty || configured.isUsable else { return false }
      configuration[keyPath: path] = value.isEmpty ? nil : configured
      return true
    }
  }

  /// An absolute path, or one below a directory of systemd's.
  static func path(
    _ name: String, _ path: Place<ConfiguredPath>,
    default defaultText: String, _ meaning: String, because reason: String
  ) -> ConfigurationKey {
    let variables = ConfiguredPath.writable.map { "$" + $0 }.joined(separator: ", ")
    return ConfigurationKey(
      name, type: "absolute path, or below \(variables)", default: defaultText, meaning: meaning,
      reason: reason
    ) { value, configuration in
      let configured = ConfiguredPath(value)
      guard configured.isUsable else { return false }
      configuration[keyPath: path] = configured
      return true
    }
  }
}
