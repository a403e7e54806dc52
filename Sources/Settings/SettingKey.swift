import Configuration

/// A setting that a person can change while the service runs: its name on the wire and in the
/// database, what it may be, and what it does. A new one is a line in a group of `SettingGroup`.
package struct SettingKey: Equatable, Sendable {
  /// Whose it is.
  package enum Scope: String, Sendable {
    /// The pilot's on every box: it is synced.
    case account
    /// This box's alone: it never leaves it, and its removal is no Sync Action.
    case device
  }

  /// What values it may have; the first is the default.
  package enum Kind: Equatable, Sendable {
    case bool(Bool)
    case integer(Int64, in: ClosedRange<Int64>)
    case choice(String, among: [String])
    case text(String, TextBounds)
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

  /// Every setting there is.
  package static let all = SettingGroup.all.flatMap(\.keys)

  /// The setting of a name; throws the nearest one that there is.
  package static func named(_ name: String) throws(SettingError) -> SettingKey {
    if let key = all.first(where: { $0.name == name }) { return key }
    throw .unknownKey(nearest: Spelling.nearest(to: name, among: all.map(\.name)))
  }
}
