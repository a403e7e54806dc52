/// One program as its help, its manual and its completions tell of it.
package struct ProgramSpec: Sendable {
  /// The name that people type.
  package var name: String
  /// What it is, in a line.
  package var title: String
  /// Of the manual: 1 for everyone's commands, 8 for those of the operator.
  package var section: Int
  /// Paragraphs for the manual.
  package var details: String
  /// What each group of commands is about; a command without a group says it itself.
  package var groups: [String: String]
  package var commands: [CommandSpec]
  /// Of a program without commands.
  package var options: [OptionSpec]
  /// Variables of the environment, and what they do.
  package var environment: [(name: String, text: String)]
  /// Files, and what they hold.
  package var files: [(name: String, text: String)]
  /// Other pages of the manual: `barographd(8)`.
  package var seeAlso: [String]

  package init(
    name: String, title: String, section: Int, details: String, groups: [String: String] = [:],
    commands: [CommandSpec] = [], options: [OptionSpec] = [],
    environment: [(name: String, text: String)] = [], files: [(name: String, text: String)] = [],
    seeAlso: [String] = []
  ) {
    self.name = name
    self.title = title
    self.section = section
    self.details = details
    self.groups = groups
    self.commands = commands
    self.options = options
    self.environment = environment
    self.files = files
    self.seeAlso = seeAlso
  }

  /// The first words of its commands, in the order of the table.
  package var words: [String] {
    commands.reduce(into: []) { words, command in
      if !words.contains(command.path[0]) { words.append(command.path[0]) }
    }
  }

  /// The commands that begin with a word.
  package func group(_ word: String) -> [CommandSpec] { commands.filter { $0.path[0] == word } }

  /// What a group, or a command without one, is about.
  package func about(_ word: String) -> String {
    groups[word] ?? group(word).first?.summary ?? ""
  }
}
