/// The help of a program's commands, made from their table.
package struct HelpText {
  /// The name that people type.
  package let program: String
  /// What the program is, in a line.
  package let title: String
  /// What each group of commands is about; a command without a group says it itself.
  package let groups: [String: String]

  package init(program: String, title: String, groups: [String: String] = [:]) {
    self.program = program
    self.title = title
    self.groups = groups
  }

  /// Of one command.
  package func of(_ command: CommandSpec) -> String {
    let options = command.options + [.help]
    let arguments = command.arguments.isEmpty ? "" : " " + command.arguments
    return """
      \(program) \(command.name): \(command.summary)

      Usage: \(program) \(command.name) [options]\(arguments)

      \(command.details)

      Options:
      \(table(options.map { (heading(of: $0), $0.help) }))

      """
  }

  /// Of all commands, or those of a group.
  package func of(_ commands: [CommandSpec], group: [String]) -> String {
    let name = ([program] + group).joined(separator: " ")
    let title = group.isEmpty ? title : "commands"
    return """
      \(name): \(title)

      Usage: \(name) COMMAND [options]

      \(table(group.isEmpty ? overview(of: commands) : commands.map { ($0.name, $0.summary) }))

      \(program) COMMAND --help tells more, \(program) --version the version.

      """
  }

  /// A line a group of commands, so that all of them fit a screen.
  private func overview(of commands: [CommandSpec]) -> [(String, String)] {
    var lines: [(String, String)] = []
    for command in commands where !lines.contains(where: { $0.0 == command.path[0] }) {
      let group = commands.filter { $0.path[0] == command.path[0] }
      var verbs: [String] = []
      for command in group where command.path.count > 1 {
        if !verbs.contains(command.path[1]) { verbs.append(command.path[1]) }
      }
      let about = groups[command.path[0]] ?? command.summary
      lines.append(
        (command.path[0], about + (verbs.isEmpty ? "" : ": \(verbs.joined(separator: ", "))")))
    }
    return lines
  }

  private func heading(of option: OptionSpec) -> String {
    option.value.map { "--\(option.name) \($0)" } ?? "--\(option.name)"
  }

  /// Two columns; the second is wrapped at 78.
  private func table(_ rows: [(String, String)]) -> String {
    let width = min(22, rows.map(\.0.count).max() ?? 0) + 4
    return rows.map { row in
      let lines = Self.wrap(row.1, width: 78 - width)
      let start = "  " + row.0
      let indent = String(repeating: " ", count: width)
      let first =
        start.count < width - 1
        ? start + String(repeating: " ", count: width - start.count) + lines[0]
        : start + "\n" + indent + lines[0]
      return ([first] + lines.dropFirst().map { indent + $0 }).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  package static func wrap(_ text: String, width: Int) -> [String] {
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
