/// What the manual tells of `barograph` beyond its commands.
enum ProgramText {
  static let details = """
    Asks the recorder, barographd(8), over its socket, and works on files without
    it. To talk to the recorder a user must be in the group `barograph`.

    Text is for people and may change from version to version; what `--json` prints
    is for programs. The start of an id is enough wherever an ID is asked for.

    Exit codes of every command, besides those that it names: 0 done, 64 wrong
    usage, 65 bad data, 66 no such thing, 69 the recorder is not running, 70 a fault
    of the program, 73 a file cannot be made, 74 reading or writing failed, 75 try
    again later, 77 not permitted, 78 wrong configuration.
    """

  static let environment: [(name: String, text: String)] = [
    ("BAROGRAPH_SOCKET", "The recorder's socket, where --socket names none."),
    ("BAROGRAPH_KEYS", "The directory of keys, where --keys names none."),
    ("NO_COLOR", "Not empty: no colours."),
  ]

  static let files: [(name: String, text: String)] = [
    ("/run/barograph/barograph.sock", "The recorder's socket."),
    ("/var/lib/barograph/keys", "The keys that this box trusts, and its own."),
    ("/var/lib/barograph/flights", "The IGC files under their names."),
    ("/usr/share/doc/barograph/docs", "Everything that is too long for a page of the manual."),
  ]
}
