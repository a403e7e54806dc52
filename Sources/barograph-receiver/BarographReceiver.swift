import CommandLineInterface
import ControlAPI
import Glibc

/// The server half of Barograph: takes what devices send, and gives it back.
@main
enum BarographReceiver {
  static let name = "barograph-receiver"

  static let commands: [CommandSpec] = [
    ServeCommand.spec, AccountCommands.add, AccountCommands.list, AccountCommands.code,
    AccountCommands.revoke, AccountCommands.delete, selfDescription.manual,
    selfDescription.completion,
  ]

  private static let help = HelpText(program)

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    // As with barographd.
    if arguments.first == "--check-config" { arguments.insert("serve", at: 0) }
    do throws(Failure) {
      exit(try run(arguments))
    } catch {
      Terminal.complain("\(name): \(error.message)\n  \(error.hint)\n")
      exit(error.exit.rawValue)
    }
  }

  private static func run(_ arguments: [String]) throws(Failure) -> Int32 {
    switch try ArgumentParser(program: name, commands: commands).parse(arguments) {
    case .version: try Terminal.write("\(name) \(ProductVersion.text)\n")
    case .help(let found, let group):
      let isOne = found.count == 1 && found[0].path == group
      try Terminal.write(isOne ? help.of(found[0]) : help.of(found, group: group))
    case .run(let command, let invocation): return try command.run(invocation)
    }
    return 0
  }
}

extension OptionSpec {
  /// Options of every command.
  static let config = OptionSpec(
    "config", "FILE",
    "read FILE and the drop-ins in FILE.d (receiver.conf in $CONFIGURATION_DIRECTORY, else in "
      + "/etc/barograph)")
  static let json = OptionSpec("json", nil, "print JSON")
}
