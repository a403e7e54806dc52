/// One option of a command.
package struct OptionSpec: Equatable, Sendable {
  /// Without the dashes.
  package var name: String
  /// The word for its value in the help; nil for a flag.
  package var value: String?
  package var help: String
  /// The words that the value is one of, where the help's word for it does not say them.
  package var choices: [String]

  package init(
    _ name: String, _ value: String? = nil, _ help: String, choices: [String] = []
  ) {
    self.name = name
    self.value = value
    self.help = help
    self.choices = choices
  }
}

/// One command: what it takes, says of itself and does. Parsing, help and suggestions come from
/// here, and so do the manual and the completions of shells.
package struct CommandSpec: Sendable {
  /// `["flights", "export"]`.
  package var path: [String]
  /// One line.
  package var summary: String
  /// The arguments as the usage line shows them: `ID`, `FILE...`.
  package var arguments: String
  package var argumentCount: ClosedRange<Int>
  /// The words that the first argument is one of, for completion; empty if anything may stand there.
  package var choices: [String]
  package var options: [OptionSpec]
  /// Paragraphs, wrapped at 78 columns.
  package var details: String
  /// Returns the exit code.
  package var run: @Sendable (Invocation) throws(Failure) -> Int32

  package init(
    path: [String], summary: String, arguments: String = "",
    argumentCount: ClosedRange<Int> = 0...0, choices: [String] = [], options: [OptionSpec] = [],
    details: String,
    run: @escaping @Sendable (Invocation) throws(Failure) -> Int32
  ) {
    self.path = path
    self.summary = summary
    self.arguments = arguments
    self.argumentCount = argumentCount
    self.choices = choices
    self.options = options
    self.details = details
    self.run = run
  }

  package var name: String { path.joined(separator: " ") }
}

/// A command as it was called.
package struct Invocation {
  package var options: [String: String] = [:]
  package var flags: Set<String> = []
  package var arguments: [String] = []

  package init() {}

  package subscript(option: String) -> String? { options[option] }

  package func has(_ flag: String) -> Bool { flags.contains(flag) }
}

extension OptionSpec {
  /// What every command has.
  package static let help = OptionSpec("help", nil, "print this")
  /// What every program has.
  package static let version = OptionSpec("version", nil, "print the version")
}
