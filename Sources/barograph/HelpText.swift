/// The help of commands, made from their table.
enum HelpText {
  /// Of one command.
  static func of(_ command: CommandSpec) -> String {
    let options = command.options + [.help]
    let arguments = command.arguments.isEmpty ? "" : " " + command.arguments
    return """
      barograph \(command.name): \(command.summary)

      Usage: barograph \(command.name) [options]\(arguments)

      \(command.details)

      Options:
      \(table(options.map { (heading(of: $0), $0.help) }))

      """
  }

  /// Of all commands, or those of a group.
  static func of(_ commands: [CommandSpec], group: [String]) -> String {
    let name = (["barograph"] + group).joined(separator: " ")
    let title =
      group.isEmpty ? "a flight recorder's command; the recorder itself is barographd" : "commands"
    return """
      \(name): \(title)

      Usage: \(name) COMMAND [options]

      \(table(commands.map { ($0.name, $0.summary) }))

      barograph COMMAND --help tells more, barograph --version the version.

      """
  }

  private static func heading(of option: OptionSpec) -> String {
    option.value.map { "--\(option.name) \($0)" } ?? "--\(option.name)"
  }

  /// Two columns; the second is wrapped at 78.
  private static func table(_ rows: [(String, String)]) -> String {
    let width = min(22, rows.map(\.0.count).max() ?? 0) + 4
    return rows.map { row in
      let lines = wrap(row.1, width: 78 - width)
      let start = "  " + row.0
      let indent = String(repeating: " ", count: width)
      let first =
        start.count < width - 1
        ? start + String(repeating: " ", count: width - start.count) + lines[0]
        : start + "\n" + indent + lines[0]
      return ([first] + lines.dropFirst().map { indent + $0 }).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}
