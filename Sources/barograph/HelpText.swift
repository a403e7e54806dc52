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

      \(table(group.isEmpty ? overview(of: commands) : commands.map { ($0.name, $0.summary) }))

      barograph COMMAND --help tells more, barograph --version the version.

      """
  }

  /// A line a group of commands, so that all of them fit a screen.
  private static func overview(of commands: [CommandSpec]) -> [(String, String)] {
    var lines: [(String, String)] = []
    for command in commands where !lines.contains(where: { $0.0 == command.path[0] }) {
      let group = commands.filter { $0.path[0] == command.path[0] }
      let verbs = group.compactMap { $0.path.count > 1 ? $0.path[1] : nil }
      let about = Barograph.groups[command.path[0]] ?? command.summary
      lines.append(
        (command.path[0], about + (verbs.isEmpty ? "" : ": \(verbs.joined(separator: ", "))")))
    }
    return lines
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
