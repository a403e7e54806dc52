/// The help of a program and its commands, made from their table.
package struct HelpText {
  package let program: ProgramSpec

  package init(_ program: ProgramSpec) { self.program = program }

  /// Of a program without commands.
  package var ofProgram: String {
    page(
      "\(program.name): \(program.title)", "\(program.name) [options]", program.details,
      program.options + [.version])
  }

  /// Of one command.
  package func of(_ command: CommandSpec) -> String {
    let arguments = command.arguments.isEmpty ? "" : " " + command.arguments
    let name = "\(program.name) \(command.name)"
    return page(
      "\(name): \(command.summary)", "\(name) [options]\(arguments)", command.details,
      command.options)
  }

  private func page(
    _ title: String, _ usage: String, _ details: String, _ options: [OptionSpec]
  ) -> String {
    """
    \(title)

    Usage: \(usage)

    \(details)

    Options:
    \(table((options + [.help]).map { (heading(of: $0), $0.help) }))

    """
  }

  /// Of all commands, or those of a group.
  package func of(_ commands: [CommandSpec], group: [String]) -> String {
    let name = ([program.name] + group).joined(separator: " ")
    let title = group.isEmpty ? program.title : "commands"
    return """
      \(name): \(title)

      Usage: \(name) COMMAND [options]

      \(table(group.isEmpty ? overview(of: commands) : commands.map { ($0.name, $0.summary) }))

      \(program.name) COMMAND --help tells more, \(program.name) --version the version.

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
      let about = program.groups[command.path[0]] ?? command.summary
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
