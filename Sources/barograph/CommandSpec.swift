/// One option of a command.
struct OptionSpec: Sendable {
  /// Without the dashes.
  var name: String
  /// The word for its value in the help; nil for a flag.
  var value: String?
  var help: String

  init(_ name: String, _ value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }
}

/// One command: what it takes, says of itself and does. Parsing, help and suggestions come from
/// here, and so will the manual page.
struct CommandSpec: Sendable {
  /// `["flights", "export"]`.
  var path: [String]
  /// One line.
  var summary: String
  /// The arguments as the usage line shows them: `ID`, `FILE...`.
  var arguments = ""
  var argumentCount: ClosedRange<Int> = 0...0
  var options: [OptionSpec]
  /// Paragraphs, wrapped at 78 columns.
  var details: String
  /// Returns the exit code.
  var run: @Sendable (Invocation) throws(Failure) -> Int32

  var name: String { path.joined(separator: " ") }
}

/// A command as it was called.
struct Invocation {
  var options: [String: String] = [:]
  var flags: Set<String> = []
  var arguments: [String] = []
  var output = Output()

  subscript(option: String) -> String? { options[option] }

  func has(_ flag: String) -> Bool { flags.contains(flag) }
}

extension OptionSpec {
  /// Options of many commands.
  static let socket = OptionSpec(
    "socket", "PATH", "the daemon's socket ($BAROGRAPH_SOCKET, else /run/barograph/barograph.sock)")
  static let json = OptionSpec("json", nil, "print one JSON object, also for errors")
  static let help = OptionSpec("help", nil, "print this")
  static let keys = OptionSpec(
    "keys", "DIRECTORY", "the key directory ($BAROGRAPH_KEYS, else /var/lib/barograph/keys)")
}
