import Configuration

/// A setting that a person can change while the service runs: its name on the wire and in the
/// database, what it may be, and what it does. A new one is a line in `all`.
package struct SettingKey: Equatable, Sendable {
  /// Whose it is.
  package enum Scope: String, Sendable {
    /// The rider's on every box: it is synced.
    case account
    /// This box's alone: it never leaves it, and its removal is no Sync Action.
    case device
  }

  /// What values it may have; the first is the default.
  package enum Kind: Equatable, Sendable {
    case bool(Bool)
    case integer(Int64, in: ClosedRange<Int64>)
    case choice(String, among: [String])
  }

  package let name: String
  package let scope: Scope
  package let kind: Kind
  /// One sentence for a person.
  package let meaning: String

  init(_ name: String, _ scope: Scope, _ kind: Kind, _ meaning: String) {
    self.name = name
    self.scope = scope
    self.kind = kind
    self.meaning = meaning
  }

  package static let syncEnabled = SettingKey(
    "syncEnabled", .device, .bool(false), "Whether this box sends anything to its server.")
  package static let syncWifiOnly = SettingKey(
    "syncWifiOnly", .account, .bool(false), "Whether only unmetered connections are used for it.")

  package static let optimisation = SettingKey(
    "optimisation", .account, .integer(4, in: 0...4),
    "The shape whose distance a flight is listed with: 0 straight, 1 out and return, 2 triangle, "
      + "3 three turnpoints, 4 five turnpoints.")
  package static let sport = SettingKey(
    "sport", .account, .integer(0, in: 0...2), "0 glider, 1 paraglider, 2 hang glider.")
  package static let detectSport = SettingKey(
    "detectSport", .account, .bool(true), "Whether the sport is told from the track.")

  /// Every setting there is.
  package static let all =
    [syncEnabled, syncWifiOnly, optimisation, sport, detectSport]
    + ZoneSettings.all.flatMap(\.keys)
    + UploadSettings.all

  /// The setting of a name; throws the nearest one that there is.
  package static func named(_ name: String) throws(SettingError) -> SettingKey {
    if let key = all.first(where: { $0.name == name }) { return key }
    throw .unknownKey(nearest: Spelling.nearest(to: name, among: all.map(\.name)))
  }
}

/// The value of a setting.
package enum SettingValue: Equatable, Sendable {
  case bool(Bool)
  case integer(Int64)
  case text(String)

  /// As it is stored and sent.
  package var json: String {
    switch self {
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .text(let text): "\"\(text)\""
    }
  }

  package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  package var text: String? { if case .text(let text) = self { text } else { nil } }
}

extension SettingKey {
  /// What holds while nothing is set.
  package var defaultValue: SettingValue {
    switch kind {
    case .bool(let flag): .bool(flag)
    case .integer(let number, _): .integer(number)
    case .choice(let word, _): .text(word)
    }
  }

  /// The values that are allowed, for a person: `true or false`, `1 to 8`.
  package var allowed: String {
    switch kind {
    case .bool: "true or false"
    case .integer(_, let range): "\(range.lowerBound) to \(range.upperBound)"
    case .choice(_, let words): words.joined(separator: ", ")
    }
  }

  /// Reads the JSON text of a value: exactly what `SettingValue.json` writes.
  package func parse(json: String) throws(SettingError) -> SettingValue {
    guard case .choice = kind else { return try parse(json) }
    guard json.count >= 2, json.first == "\"", json.last == "\"" else { throw notAllowed }
    return try parse(String(json.dropFirst().dropLast()))
  }

  /// Reads a value as a person writes it: a word or a number without quotes.
  package func parse(_ word: String) throws(SettingError) -> SettingValue {
    switch kind {
    case .bool:
      if word == "true" || word == "false" { return .bool(word == "true") }
    case .integer(_, let range):
      // Another spelling of the number would not be read back as the same text.
      if let number = Int64(word), String(number) == word, range.contains(number) {
        return .integer(number)
      }
    case .choice(_, let words):
      if words.contains(word) { return .text(word) }
    }
    throw notAllowed
  }

  private var notAllowed: SettingError { .notAllowed(key: name, allowed: allowed) }
}

/// Why a setting was refused. The value itself is never repeated.
package enum SettingError: Error, Equatable, Sendable, CustomStringConvertible {
  case unknownKey(nearest: String?)
  case notAllowed(key: String, allowed: String)

  package var description: String {
    switch self {
    case .unknownKey(let nearest):
      "there is no such setting" + (nearest.map { "; did you mean \($0)?" } ?? "")
    case .notAllowed(let key, let allowed): "\(key) cannot have this value; allowed: \(allowed)"
    }
  }
}
