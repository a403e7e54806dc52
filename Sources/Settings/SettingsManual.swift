/// The table of settings for people.
package enum SettingsManual {
  /// A section for each group.
  package static var tables: String {
    SettingGroup.all.map { group in
      let rows = group.keys.map { key in
        let value = key.defaultValue.plain
        let shown = value.isEmpty ? "empty" : "`\(value)`"
        return "| `\(key.name)` | \(type(of: key)) | \(shown) | \(key.scope) | \(key.meaning) |\n"
      }
      return "## \(group.title)\n\n| key | value | default | of | meaning |\n"
        + "| --- | --- | --- | --- | --- |\n" + rows.joined()
    }.joined(separator: "\n")
  }

  private static func type(of key: SettingKey) -> String {
    switch key.kind {
    case .bool, .choice: key.allowed
    case .integer: "whole number, \(key.allowed)"
    case .text(_, let bounds):
      "text of at most \(bounds.longest) characters"
        + (bounds.forbidden.isEmpty
          ? "" : ", none of " + bounds.forbidden.map { "`\($0)`" }.joined(separator: " "))
    }
  }
}
