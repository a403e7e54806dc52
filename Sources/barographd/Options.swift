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

  static let help = """
    barographd: records flights and rides, as a service.

    Usage: barographd [--config FILE] [--check-config]

      --config FILE   read FILE and the drop-ins in FILE's sibling directory NAME.d
                      (default: barograph.conf in $CONFIGURATION_DIRECTORY, else
                      in /etc/barograph)
      --check-config  say what is wrong with the configuration, and end:
                      0 it is good, 78 it is not
      --version       print the version
      --help          print this

    It runs in the foreground and stops on SIGTERM or SIGINT. State goes to the
    directory that systemd names in $STATE_DIRECTORY, the control socket to
    $RUNTIME_DIRECTORY, unless the configuration says otherwise.

    """

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
