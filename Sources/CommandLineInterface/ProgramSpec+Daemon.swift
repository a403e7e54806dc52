extension ProgramSpec {
  /// `barographd`. Its table stands here, since the manual and the completions of both programs are
  /// written by `barograph`.
  package static let daemon = ProgramSpec(
    name: "barographd", title: "records flights and rides, as a service", section: 8,
    details: """
      Runs in the foreground and stops on SIGTERM or SIGINT. State goes to the
      directory that systemd names in $STATE_DIRECTORY, the control socket to
      $RUNTIME_DIRECTORY, unless the configuration says otherwise.

      Exit codes: 0 stopped on a signal, 64 wrong usage, 78 the configuration is
      wrong and none that was good is known.
      """,
    options: [
      OptionSpec(
        "config", "FILE",
        "read FILE and the drop-ins in FILE.d (barograph.conf in $CONFIGURATION_DIRECTORY, else in "
          + "/etc/barograph)"),
      OptionSpec(
        "check-config", nil,
        "say what is wrong with the configuration, and end: 0 it is good, 78 it is not"),
    ],
    environment: [
      ("CONFIGURATION_DIRECTORY", "Where barograph.conf is looked for; set by systemd."),
      ("STATE_DIRECTORY", "Where database, files and keys go; set by systemd."),
      ("RUNTIME_DIRECTORY", "Where the control socket is made; set by systemd."),
    ],
    files: [
      ("/etc/barograph/barograph.conf", "The configuration: see barograph.conf(5)."),
      ("/var/lib/barograph/barograph.db", "Everything that was recorded, an SQLite database."),
      ("/var/lib/barograph/flights", "The IGC files under their names."),
      ("/var/lib/barograph/inbox", "Files that are put here enter the logbook."),
      ("/var/lib/barograph/keys", "The key that signs IGC files, and those that are trusted."),
      (
        "/usr/lib/systemd/system/barographd.service",
        "The unit with its sandbox; `systemctl edit barographd` makes a drop-in."
      ),
      ("/run/barograph/barograph.sock", "The socket that barograph(1) talks to."),
    ],
    seeAlso: [
      "barograph(1)", "barograph.conf(5)", "barograph-import@.service(8)", "gpsd(8)",
      "journalctl(1)",
    ])
}
