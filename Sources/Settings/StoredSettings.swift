package import FlightModel
package import SyncContract

/// The settings that were changed, as they are stored; all others have their default.
package struct StoredSettings: Equatable, Sendable {
  /// JSON texts by name.
  private var values: [String: String] = [:]

  /// Everything has its default.
  package init() {}

  /// Rows of the contract's table of settings.
  package init(_ rows: some Sequence<ContractRow>) {
    for row in rows {
      guard let name = row["key"]?.text else { continue }
      values[name] = row["valueJson"]?.text
    }
  }

  /// What a setting was set to; nil where it was not, or to what is not allowed.
  package func set(_ key: SettingKey) -> SettingValue? {
    values[key.name].flatMap { try? key.parse(json: $0) }
  }

  /// What holds.
  package func value(of key: SettingKey) -> SettingValue { set(key) ?? key.defaultValue }

  package var units: ReadingUnits { UnitSettings.units(self) }

  /// Who flies what: what is set here, else what stands in the configuration file.
  package func declaration(over configured: Declaration) -> Declaration {
    DeclarationSettings.declaration(self, over: configured)
  }
}
