/// The texts for people that are made from the table of keys.
package enum ConfigurationManual {
  /// The tables of `docs/configuration.md`, a section each.
  package static var tables: String {
    sections.map { section in
      let rows = keys(of: section).map { key in
        let unit = key.unit.map { ", \($0)" } ?? ""
        let value = key.defaultText.isEmpty ? "empty" : "`\(key.defaultText)`"
        return "| `\(key.key)` | \(key.type)\(unit) | \(value) | \(key.meaning) | \(key.reason) |\n"
      }
      let title = "## `[\(section)]`\(isRepeatable(section) ? ", may be repeated" : "")\n\n"
      let head = "| key | type | default | meaning | why this default |\n"
      return title + head + "| --- | --- | --- | --- | --- |\n" + rows.joined()
    }.joined(separator: "\n")
  }

  /// The file that is installed as `/etc/barograph/barograph.conf`: every key, commented out, with
  /// its default.
  package static var example: String {
    exampleHead
      + sections.map { section in
        let title = "\n[\(section)]\n"
        let note = isRepeatable(section) ? "# May be repeated, one section for each.\n" : ""
        return title + note + keys(of: section).map(exampleEntry).joined()
      }.joined()
  }

  private static let exampleHead = """
    # Barograph's configuration. Each key stands here with its default; remove the '#' before
    # one to change it. Files in barograph.conf.d/*.conf are read after this one and override it.
    # Check with: barographd --check-config

    """

  private static func exampleEntry(_ key: ConfigurationKey) -> String {
    let unit = key.unit.map { " (\($0))" } ?? ""
    let value = key.defaultText.isEmpty ? "" : " \(key.defaultText)"
    let meaning = wrapped("\(key.meaning) Type: \(key.type)\(unit).")
    return meaning.map { "# \($0)\n" }.joined() + "#\(key.key) =\(value)\n"
  }

  /// Lines of at most 90 characters, split at blanks.
  private static func wrapped(_ text: String) -> [String] {
    text.split(separator: " ").reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.count + word.count < 90 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }

  private static var sections: [String] {
    ConfigurationKey.all.reduce(into: []) { names, key in
      if names.last != key.section { names.append(key.section) }
    }
  }

  private static func keys(of section: String) -> [ConfigurationKey] {
    ConfigurationKey.all.filter { $0.section == section }
  }

  private static func isRepeatable(_ section: String) -> Bool {
    ConfigurationKey.repeatable.contains(section)
  }
}
