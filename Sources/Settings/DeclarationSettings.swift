package import FlightModel

/// The settings of who flies what: what is set goes before the configuration file, text by text.
package enum DeclarationSettings {
  private typealias Place = WritableKeyPath<Declaration, String> & Sendable

  /// The pilot is the account's; what sits in this glider is this box's.
  private static let table: [(key: SettingKey, place: any Place)] = [
    (text("Pilot", .account, "Pilot in charge"), \.pilot),
    (text("Passenger", .device, "Second pilot or passenger"), \.crew),
    (text("GliderType", .device, "Type of the glider, `LS 4` for example"), \.gliderType),
    (text("Registration", .device, "Registration, `D-1234` for example"), \.registration),
    (text("CompetitionId", .device, "Letters on the fin"), \.competitionID),
    (text("CompetitionClass", .device, "`Club`, `15 m` and so on"), \.competitionClass),
  ]

  package static let keys = table.map(\.key)

  private static func text(
    _ name: String, _ scope: SettingKey.Scope, _ meaning: String
  ) -> SettingKey {
    SettingKey("declaration\(name)", scope, .text("", .header), meaning + ".")
  }

  /// `base` with what is set in its place; a text that is set to nothing says that there is none.
  package static func declaration(
    _ settings: StoredSettings, over base: Declaration
  ) -> Declaration {
    table.reduce(into: base) { declaration, entry in
      if let text = settings.set(entry.key)?.text { declaration[keyPath: entry.place] = text }
    }
  }
}
