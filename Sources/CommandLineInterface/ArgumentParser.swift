import Configuration

/// Reads a command line against the table of commands.
package struct ArgumentParser {
  /// What the line asks for.
  package enum Request {
    case run(CommandSpec, Invocation)
    /// Help of one command, of a group of them, or of all.
    case help([CommandSpec], group: [String])
    case version
  }

  /// The name that people type.
  package let program: String
  package let commands: [CommandSpec]

  package init(program: String, commands: [CommandSpec]) {
    self.program = program
    self.commands = commands
  }

  /// `arguments` without the program's name.
  package func parse(_ arguments: [String]) throws(Failure) -> Request {
    if arguments == ["--version"] { return .version }
    let words = arguments.first == "help" ? Array(arguments.dropFirst()) : arguments
    let isHelp = arguments.first == "help" || arguments.contains { $0 == "--help" || $0 == "-h" }
    let candidates = match(words)
    if let command = candidates.command {
      if isHelp { return .help([command], group: command.path) }
      return .run(command, try invocation(of: command, Array(words.dropFirst(command.path.count))))
    }
    if isHelp, candidates.rest.first.map({ $0.hasPrefix("-") }) ?? true {
      return .help(candidates.commands, group: candidates.group)
    }
    throw unknown(candidates.rest.first, candidates)
  }

  /// How far a line leads into the table.
  private struct Match {
    var command: CommandSpec?
    var group: [String]
    var commands: [CommandSpec]
    var rest: [String]
  }

  private func match(_ words: [String]) -> Match {
    var group: [String] = []
    var fitting = commands
    for word in words {
      let next = fitting.filter { $0.path.count > group.count && $0.path[group.count] == word }
      if next.isEmpty { break }
      group.append(word)
      fitting = next
      if let command = fitting.first(where: { $0.path == group }) {
        return Match(command: command, group: group, commands: fitting, rest: [])
      }
    }
    return Match(
      command: nil, group: group, commands: fitting, rest: Array(words.dropFirst(group.count)))
  }

  private func unknown(_ word: String?, _ match: Match) -> Failure {
    let name = ([program] + match.group).joined(separator: " ")
    guard let word else {
      return .usage("\(name) needs a command", hint: "try: \(name) --help")
    }
    if word.hasPrefix("-") {
      return .usage("options come after the command", hint: "try: \(name) --help")
    }
    var seen: [String] = []
    for command in match.commands {
      let next = command.path[match.group.count]
      if !seen.contains(next) { seen.append(next) }
    }
    return .usage(
      "\(name) has no command \"\(word)\"",
      hint: Self.suggestion(for: word, among: seen).map { "did you mean \(name) \($0)?" }
        ?? "try: \(name) --help")
  }

  private func invocation(
    of command: CommandSpec, _ words: [String]
  ) throws(Failure) -> Invocation {
    var invocation = Invocation()
    var rest = words[...]
    var onlyArguments = false
    while let word = rest.popFirst() {
      if word == "--", !onlyArguments {
        onlyArguments = true
      } else if onlyArguments || !word.hasPrefix("--") {
        if !onlyArguments, word.hasPrefix("-"), word.count > 1 { throw badOption(word, command) }
        invocation.arguments.append(word)
      } else {
        try take(word, &rest, of: command, into: &invocation)
      }
    }
    let count = invocation.arguments.count
    guard command.argumentCount.contains(count) else {
      let problem =
        count < command.argumentCount.lowerBound
        ? "needs \(command.arguments)"
        : "does not know what to do with \"\(invocation.arguments.last ?? "")\""
      throw .usage(
        "\(program) \(command.name) \(problem)", hint: "try: \(program) \(command.name) --help")
    }
    return invocation
  }

  /// `--name`, `--name=value` or `--name value`.
  private func take(
    _ word: String, _ rest: inout ArraySlice<String>, of command: CommandSpec,
    into invocation: inout Invocation
  ) throws(Failure) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard let option = command.options.first(where: { $0.name == name }) else {
      throw badOption("--" + name, command)
    }
    let hint = "try: \(program) \(command.name) --help"
    guard let valueName = option.value else {
      guard parts.count == 1 else { throw .usage("--\(name) takes no value", hint: hint) }
      invocation.flags.insert(name)
      return
    }
    guard invocation.options[name] == nil else {
      throw .usage("--\(name) is given twice", hint: hint)
    }
    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
      throw .usage("--\(name) needs a \(valueName)", hint: hint)
    }
    invocation.options[name] = value
  }

  private func badOption(_ word: String, _ command: CommandSpec) -> Failure {
    let names = command.options.map { "--" + $0.name }
    return .usage(
      "\(program) \(command.name) has no option \(word)",
      hint: Self.suggestion(for: word, among: names).map { "did you mean \($0)?" }
        ?? "try: \(program) \(command.name) --help")
  }

  /// The known word that is likely meant: at most a third of its letters differ.
  package static func suggestion(for word: String, among known: [String]) -> String? {
    guard let nearest = Spelling.nearest(to: word, among: known),
      Spelling.distance(word, nearest) <= max(1, word.count / 3)
    else { return nil }
    return nearest
  }
}
