import CommandLineInterface

extension OptionSpec {
  /// Options of many commands.
  static let socket = OptionSpec(
    "socket", "PATH", "the daemon's socket ($BAROGRAPH_SOCKET, else /run/barograph/barograph.sock)")
  static let json = OptionSpec("json", nil, "print one JSON object, also for errors")
  static let keys = OptionSpec(
    "keys", "DIRECTORY", "the key directory ($BAROGRAPH_KEYS, else /var/lib/barograph/keys)")
}

extension Invocation {
  /// Where a command writes.
  var output: Output { Output() }
}
