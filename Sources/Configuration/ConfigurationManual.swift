/// The texts for people that are made from a program's table of keys.
package enum ConfigurationManual<Subject: OperatorConfiguration> {
  /// The tables of the manual, a section each.
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

  /// The file that is installed: every key, commented out, with its default.
  package static var example: String {
    Subject.exampleHead
      + sections.map { section in
        let title = "\n[\(section)]\n"
        let note = isRepeatable(section) ? "# May be repeated, one section for each.\n" : ""
        return title + note + keys(of: section).map(exampleEntry).joined()
      }.joined()
  }

  private static func exampleEntry(_ key: ConfigurationKey<Subject>) -> String {
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

  /// Its sections, in the order of the table.
  package static var sections: [String] {
    Subject.keys.reduce(into: []) { names, key in
      if names.last != key.section { names.append(key.section) }
    }
  }

  /// The keys of a section, in the order of the table.
  package static func keys(of section: String) -> [ConfigurationKey<Subject>] {
    Subject.keys.filter { $0.section == section }
  }

  private static func isRepeatable(_ section: String) -> Bool {
    Subject.repeatable.contains(section)
  }
}
