import CommandLineInterface
import ControlAPI
import FLARM
import JSON

/// `barograph lxnav`: what can be done with an LXNAV logger that stands on the ground.
enum LXNAVCommands {
  static let kind = "vario"
  private static let options = [OptionSpec.vario] + OptionSpec.ground

  static let info = CommandSpec(
    path: ["lxnav", "info"], summary: "what the LXNAV logger is", options: options,
    details: """
      Asks for name, version, serial number and batteries.

      \(GroundHelp.rule)

      \(GroundHelp.codes)
      """
  ) { (invocation) throws(Failure) in
    var runner = GroundRunner(invocation, kind: kind)
    try runner.run(.lxnavInfo(behindVario: invocation.has("behind-vario")))
    try invocation.has("json")
      ? invocation.output.write(["results": .array(runner.outcomes.map(\.json))])
      : invocation.output.write(runner.outcomes.text)
    return 0
  }

  static let list = CommandSpec(
    path: ["lxnav", "list"], summary: "list the flights in the LXNAV logger", options: options,
    details: """
      Lists the logger's logbook.

      \(GroundHelp.rule)

      \(GroundHelp.codes)
      """
  ) { (invocation) throws(Failure) in
    try transfer(invocation).list()
  }

  static let download = CommandSpec(
    path: ["lxnav", "download"], summary: "fetch flights from the LXNAV logger",
    arguments: "[RECORD...]", argumentCount: 0...1000,
    options: [.into, .allFlights, .newest, .force] + options,
    details: """
      Fetches IGC files: those of the RECORDs given, else those that are not in the
      directory yet. One that broke off is NAME.part and goes on there next time.

      \(GroundHelp.rule)

      \(GroundHelp.codes)
      """
  ) { (invocation) throws(Failure) in
    try transfer(invocation).download()
  }

  static let declare = CommandSpec(
    path: ["lxnav", "declare"], summary: "tell the LXNAV logger who flies and where to",
    arguments: "[POINT...]", argumentCount: 0...30,
    options: TypedDeclaration.options + options,
    details: """
      Writes a declaration: pilot and glider, as given or else as the recorder has
      them (settings declaration…), and a task of the POINTs from start to finish,
      each LAT,LON,NAME in decimal degrees (33.5S,70.25W,Start). It replaces the
      declaration that the logger has.

      \(GroundHelp.rule)

      \(GroundHelp.codes)
      """
  ) { (invocation) throws(Failure) in
    let typed = try TypedDeclaration(invocation)
    var runner = GroundRunner(invocation, kind: kind)
    let job = GroundJob.lxnavDeclare(
      LXNAVDeclaration.rows(typed.who, typed.task), behindVario: invocation.has("behind-vario"))
    do throws(Failure) {
      try runner.run(job)
    } catch {
      if !invocation.has("json") { try invocation.output.write(runner.outcomes.text) }
      throw error
    }
    try invocation.has("json")
      ? invocation.output.write(["results": .array(runner.outcomes.map(\.json))])
      : invocation.output.write(runner.outcomes.text)
    return 0
  }

  private static func transfer(_ invocation: Invocation) -> LoggerDownload {
    let isBehindVario = invocation.has("behind-vario")
    return LoggerDownload(
      invocation: invocation, kind: kind,
      job: { .lxnavLogbook($0, resume: $1, behindVario: isBehindVario) }, isResumable: true)
  }
}
