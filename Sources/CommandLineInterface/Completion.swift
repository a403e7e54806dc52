/// What may stand on a command line, by the table of a program's commands.
package struct Completion: Sendable {
  /// A word that may be typed, and what it is.
  package struct Candidate: Equatable, Sendable {
    package var word: String
    package var help: String

    package init(_ word: String, _ help: String = "") {
      self.word = word
      self.help = help
    }
  }

  /// What fits at the end of the line.
  package enum Answer: Equatable, Sendable {
    case words([Candidate])
    case files
    case folders
    /// The ids that `PROGRAM GROUP list` shows.
    case ids(group: String)
  }

  package let program: ProgramSpec

  package init(_ program: ProgramSpec) { self.program = program }

  /// `words` are those behind the program's name; the last is being typed and may be empty.
  package func answers(_ words: [String]) -> [Answer] {
    var rest = words.isEmpty ? [] : Array(words.dropLast())
    let current = words.last ?? ""
    if rest.first == "help" { rest.removeFirst() }
    var path: [String] = []
    var fitting = program.commands
    for word in rest {
      let next = fitting.filter { $0.path.count > path.count && $0.path[path.count] == word }
      guard !next.isEmpty else { break }
      path.append(word)
      fitting = next
      if let command = fitting.first(where: { $0.path == path }) {
        return Line(command: command, words: rest.dropFirst(path.count), current: current)
          .answers(program)
      }
    }
    if program.commands.isEmpty {
      return Line(options: program.options + [.version], words: rest[...], current: current)
        .answers(program)
    }
    guard path.count == rest.count else { return [] }
    if current.hasPrefix("-") { return [.words(candidates([.help, .version], current))] }
    return [.words(nextWords(after: path, fitting).filter { $0.word.hasPrefix(current) })]
  }

  private func nextWords(after path: [String], _ commands: [CommandSpec]) -> [Candidate] {
    commands.reduce(into: []) { found, command in
      let word = command.path[path.count]
      guard !found.contains(where: { $0.word == word }) else { return }
      found.append(Candidate(word, path.isEmpty ? program.about(word) : command.summary))
    }
  }

  private func candidates(_ options: [OptionSpec], _ current: String) -> [Candidate] {
    options.map { Candidate("--" + $0.name, $0.help) }.filter { $0.word.hasPrefix(current) }
  }
}

/// The words behind a command.
private struct Line {
  var options: [OptionSpec]
  var arguments = ""
  var mostArguments = 0
  var choices: [String] = []
  /// The command's first word.
  var group = ""
  var words: ArraySlice<String>
  var current: String

  init(options: [OptionSpec], words: ArraySlice<String>, current: String) {
    self.options = options + [.help]
    self.words = words
    self.current = current
  }

  init(command: CommandSpec, words: ArraySlice<String>, current: String) {
    self.init(options: command.options, words: words, current: current)
    arguments = command.arguments
    mostArguments = command.argumentCount.upperBound
    choices = command.choices
    group = command.path[0]
  }

  func answers(_ program: ProgramSpec) -> [Completion.Answer] {
    var (given, count, waiting, isOnlyArguments) = (Set<String>(), 0, OptionSpec?.none, false)
    for word in words {
      if waiting != nil {
        waiting = nil
      } else if isOnlyArguments || !word.hasPrefix("-") {
        count += 1
      } else if word == "--" {
        isOnlyArguments = true
      } else {
        let name = String(word.dropFirst(2).prefix { $0 != "=" })
        given.insert(name)
        waiting = options.first { $0.name == name && $0.value != nil && !word.contains("=") }
      }
    }
    if let option = waiting { return value(of: option, program) }
    if current.hasPrefix("-"), !isOnlyArguments { return option(but: given, program) }
    guard count < mostArguments else { return [] }
    return argument(count, program)
  }

  /// `--na` or `--name=val`.
  private func option(but given: Set<String>, _ program: ProgramSpec) -> [Completion.Answer] {
    if let equals = current.firstIndex(of: "=") {
      let name = current[..<equals].dropFirst(2)
      var line = self
      line.current = String(current[current.index(after: equals)...])
      let answers = options.first { $0.name == name }.map { line.value(of: $0, program) } ?? []
      return answers.map { $0.prefixed(with: String(current[...equals])) }
    }
    let rest = options.filter { !given.contains($0.name) }
    return words(rest.map { Completion.Candidate("--" + $0.name, $0.help) })
  }

  private func value(of option: OptionSpec, _ program: ProgramSpec) -> [Completion.Answer] {
    guard let word = option.value else { return [] }
    if !option.choices.isEmpty { return words(option.choices.map { Completion.Candidate($0) }) }
    let plural = option.name + "s"
    return answers(word, ids: plural, program)
  }

  private func argument(_ index: Int, _ program: ProgramSpec) -> [Completion.Answer] {
    if index == 0, !choices.isEmpty { return words(choices.map { Completion.Candidate($0) }) }
    let shown = arguments.split(separator: " ").map { $0.filter { !"[].".contains($0) } }
    guard let word = shown.isEmpty ? nil : shown[min(index, shown.count - 1)] else { return [] }
    return answers(word, ids: group, program)
  }

  /// By the word that the help has for a value: `FILE`, `ID`, `yes|no`, `ID|clear`.
  private func answers(
    _ shown: String, ids group: String, _ program: ProgramSpec
  ) -> [Completion.Answer] {
    let parts = shown.split(separator: "|").map(String.init)
    let literal = parts.filter { $0.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber } }
    var answers = words(literal.map { Completion.Candidate($0) })
    for part in parts where !literal.contains(part) {
      if part.contains("FILE") || part.contains("PATH") { answers.append(.files) }
      if part.contains("DIRECTORY") || part.contains("FOLDER") { answers.append(.folders) }
      let isID = part == "ID" || part == "BOARD"
      if isID, program.commands.contains(where: { $0.path == [group, "list"] }) {
        answers.append(.ids(group: group))
      }
    }
    return answers
  }

  private func words(_ candidates: [Completion.Candidate]) -> [Completion.Answer] {
    candidates.isEmpty ? [] : [.words(candidates.filter { $0.word.hasPrefix(current) })]
  }
}

extension Completion.Answer {
  /// The same with `--name=` before each word.
  fileprivate func prefixed(with prefix: String) -> Self {
    guard case .words(let candidates) = self else { return self }
    return .words(candidates.map { .init(prefix + $0.word, $0.help) })
  }
}
