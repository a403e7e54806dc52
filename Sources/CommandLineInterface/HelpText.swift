/// The help of a program's commands, made from their table.
package struct HelpText {
  /// The name that people type.
  package let program: String
  /// What the program is, in a line.
  package let title: String

  package init(program: String, title: String) {
    self.program = program
    self.title = title
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

      \(table(commands.map { ($0.name, $0.summary) }))

      \(program) COMMAND --help tells more, \(program) --version the version.

      """
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
