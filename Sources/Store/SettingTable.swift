package import Settings
import SyncContract

extension StoreContents {
  /// What a setting of the account or of this box is now.
  package func value(of key: SettingKey) throws(StoreError) -> SettingValue {
    guard let json = try row(of: .appSettings, [key.name])?["valueJson"]?.text else {
      return key.defaultValue
    }
    // What an older or newer program wrote and this one cannot read counts as not set.
    return (try? key.parse(json: json)) ?? key.defaultValue
  }
}
