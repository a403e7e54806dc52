package import Settings
import SyncContract

extension StoreContents {
  /// More settings than there are.
  private static let mostSettings = 1000

  /// Every setting that was changed, at one moment.
  package func settings() throws(StoreError) -> StoredSettings {
    StoredSettings(try everyRow(of: .appSettings, limit: Self.mostSettings))
  }

  /// The value of a setting: what is stored, or the default where that is nothing or not allowed.
  package func value(of key: SettingKey) throws(StoreError) -> SettingValue {
    let json = try row(of: .appSettings, [key.name])?["valueJson"]?.text
    return json.flatMap { try? key.parse(json: $0) } ?? key.defaultValue
  }
}
