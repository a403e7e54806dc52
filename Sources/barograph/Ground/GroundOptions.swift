import CommandLineInterface

extension OptionSpec {
  /// Options of the commands that speak with an instrument on the ground.
  static let device = OptionSpec(
    "device", "WHERE",
    "/dev/NAME[@SPEED], HOST:PORT, or an id that `barograph devices` lists; may be left out if "
      + "the recorder has only one that fits")
  static let onGround = OptionSpec(
    "on-ground", nil, "say that it stands on the ground, for an instrument that does not")
  static let vario = OptionSpec("behind-vario", nil, "the logger is behind an LXNAV vario")
  static let into = OptionSpec("into", "DIRECTORY", "where the files go (here)")
  static let allFlights = OptionSpec("all", nil, "every flight, not only those missing here")
  static let newest = OptionSpec("newest", nil, "only the newest flight")
  static let force = OptionSpec("force", nil, "replace files that are here already")

  /// What all of them take.
  static let ground: [OptionSpec] = [.device, .onGround, .json, .socket]
}

/// What the help of every command that speaks with an instrument says.
enum GroundHelp {
  static let rule = """
    Only on the ground: nothing is sent to an instrument that says it flies, or
    while the recorder is airborne, since commands may stop collision warnings.
    """

  static let codes = """
    Exit codes: 0 done, 1 refused (by the instrument, or since it flies), 69 it
    cannot be reached, 75 it does not answer or not all could be had, 64 usage.
    """
}
