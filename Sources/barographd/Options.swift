import CommandLineInterface

/// What the command line asks for.
struct Options: Equatable {
  /// The file given with `--config`; nil means the default place.
  var configuration: String?
  var isCheckOnly = false

  enum Request: Equatable {
    case run(Options)
    case help
    case version
    case usage(String)
  }

  static let help = HelpText(.daemon).ofProgram

  static func parse(_ arguments: [String]) -> Request {
    var options = Options()
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": return .help
      case "--version": return .version
      case "--check-config": options.isCheckOnly = true
      case "--config":
        guard let file = rest.popFirst() else { return .usage("--config needs a file") }
        options.configuration = file
      default:
        guard argument.hasPrefix("--config=") else {
          return .usage("there is no option \(argument)")
        }
        options.configuration = String(argument.dropFirst("--config=".count))
      }
    }
    return .run(options)
  }
}
