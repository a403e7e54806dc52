import CommandLineInterface
import Configuration
import Log
import Systemd

/// `barograph-receiver serve`.
enum ServeCommand {
  static let spec = CommandSpec(
    path: ["serve"], summary: "answer devices until SIGTERM",
    options: [
      .config,
      OptionSpec("check-config", nil, "say what is wrong with the configuration, and end"),
    ],
    details: """
      Runs in the foreground, as a service of systemd or by hand. It listens where
      listen.address says, or on the socket that systemd passes, and keeps nothing but
      what storage and files hold: several may run on one PostgreSQL and one bucket.

      Exit codes: 0 stopped on a signal, 64 wrong usage, 66 a certificate or secret
      cannot be read, 69 it cannot listen, 70 not all requests came to their end,
      75 the storage is out of reach, 78 the configuration is wrong.
      """
  ) { (invocation) throws(Failure) in
    if invocation.has("check-config") {
      let check = ConfigurationCheck(invocation["config"])
      try Terminal.write(check.report)
      return check.isGood ? 0 : Failure.Exit.configuration.rawValue
    }
    let installation = try Installation(invocation["config"])
    let log = Logger(
      subsystem: "receiver", level: installation.configuration.logLevel,
      sink: JournalLog(identifier: Installation.service))
    return try ReceiverService(installation, log: log).run()
  }
}
