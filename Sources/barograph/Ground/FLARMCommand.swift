import CommandLineInterface
import ControlAPI
import FLARM
import FlightModel
import IGC
import JSON

/// `barograph flarm`: what can be done with a FLARM that stands on the ground.
enum FLARMCommand {
  static let kind = "flarm"

  static let info = CommandSpec(
    path: ["flarm", "info"], summary: "what the FLARM is, how it is set, what it reports",
    options: OptionSpec.ground,
    details: """
      Asks for versions, settings, the declared task and the FLARM's own fault
      reports. Keys that this FLARM does not know are left out.

      \(GroundHelp.rule)

      \(GroundHelp.codes)
      """
  ) { (invocation) throws(Failure) in
    var runner = GroundRunner(invocation, kind: kind)
    try runner.run(.flarmInfo)
    let known = runner.outcomes.filter {
      if case .refused = $0.result { false } else { true }
    }
    try invocation.has("json")
      ? invocation.output.write(["results": .array(runner.outcomes.map(\.json))])
      : invocation.output.write(known.text)
    return 0
  }

  static let list = CommandSpec(
    path: ["flarm", "list"], summary: "list the flights in the FLARM",
    options: OptionSpec.ground,
    details: """
      Lists the flights in the FLARM's memory. A full memory takes a minute.

      \(GroundHelp.rule)

      \(GroundHelp.codes)
      """
  ) { (invocation) throws(Failure) in
    try transfer(invocation).list()
  }

  static let download = CommandSpec(
    path: ["flarm", "download"], summary: "fetch flights from the FLARM",
    arguments: "[RECORD...]", argumentCount: 0...256,
    options: [.into, .allFlights, .newest, .force] + OptionSpec.ground,
    details: """
      Fetches IGC files: those of the RECORDs given, else those that are not in the
      directory yet. A file bears its name only when it is whole and on the disk.
      Files that are here already are never replaced unless --force is given.

      \(GroundHelp.rule)

      \(GroundHelp.codes)
      """
  ) { (invocation) throws(Failure) in
    try transfer(invocation).download()
  }

  static let copy = CommandSpec(
    path: ["flarm", "copy"], summary: "have the FLARM copy its flights to its own card",
    options: OptionSpec.ground,
    details: """
      Has a FLARM that takes a card or a stick copy its flights there.

      \(GroundHelp.rule)

      \(GroundHelp.codes)
      """
  ) { (invocation) throws(Failure) in
    var runner = GroundRunner(invocation, kind: kind)
    try runner.run(.flarmCopy)
    try invocation.has("json")
      ? invocation.output.write(["copied": true]) : invocation.output.write("Copied.\n")
    return 0
  }

  static let declare = CommandSpec(
    path: ["flarm", "declare"], summary: "tell the FLARM who flies and where to",
    arguments: "[POINT...]", argumentCount: 0...30,
    options: TypedDeclaration.options
      + [OptionSpec("no-restart", nil, "do not restart the FLARM; the task counts later")]
      + OptionSpec.ground,
    details: """
      Sets pilot and glider, as given or else as the recorder has them (settings
      declaration…), and a task of the POINTs from start to finish, each LAT,LON,NAME
      in decimal degrees (33.5S,70.25W,Start). A FLARM holds 192 bytes of a task;
      names are cut to fit, which is said. Then the FLARM is restarted, which makes
      the task count, and the task is read back.

      \(GroundHelp.rule)

      \(GroundHelp.codes)
      """
  ) { (invocation) throws(Failure) in
    let typed = try TypedDeclaration(invocation)
    let values = try values(of: typed)
    let task = try typed.task.map(fitted)
    guard !values.isEmpty || task != nil else {
      throw .usage("there is nothing to declare", hint: "give --pilot or at least two points")
    }
    if let task, task.cutCount > 0 {
      Output.complain("\(task.cutCount) names were cut, so that the task fits the FLARM\n")
    }
    let restarts = task != nil && !invocation.has("no-restart")
    return try change(.flarmDeclare(values, task, restart: restarts), invocation)
  }

  private static func transfer(_ invocation: Invocation) -> LoggerDownload {
    LoggerDownload(
      invocation: invocation, kind: kind, job: { selection, _ in .flarmLogbook(selection) },
      isResumable: false)
  }

  private static func fitted(_ task: TaskDeclaration) throws(Failure) -> FLARMTask {
    guard let fitted = FLARMTask(task) else {
      throw .usage(
        "a FLARM holds at most \(FLARMTask.pointLimit) points, take-off and landing included",
        hint: "declare a shorter task")
    }
    return fitted
  }

  private static func values(of typed: TypedDeclaration) throws(Failure) -> [SettingValue] {
    let texts = texts(of: typed.who)
    var values: [SettingValue] = []
    for (key, text) in texts where !text.isEmpty { values.append(try setting(key, text)) }
    return values
  }

  /// Where a FLARM has each part of a declaration.
  static func texts(of who: Declaration) -> [(SettingKey, String)] {
    [
      (.pilot, who.pilot), (.copilot, who.crew), (.gliderType, who.gliderType),
      (.gliderID, who.registration), (.competitionID, who.competitionID),
      (.competitionClass, who.competitionClass),
    ]
  }

  /// Checks a value and says when it goes out otherwise than it was typed.
  static func setting(_ key: SettingKey, _ typed: String) throws(Failure) -> SettingValue {
    do throws(SettingError) {
      let value = try SettingValue(key, typed)
      if value.text != typed {
        Output.complain("\(key.rawValue): \"\(typed)\" is sent as \"\(value.text)\"\n")
      }
      return value
    } catch {
      throw .usage("\(error.words), not \"\(typed)\"", hint: "correct it; nothing was sent")
    }
  }

  /// Does a job that changes something, and shows each answer, also when one was refused.
  static func change(_ job: GroundJob, _ invocation: Invocation) throws(Failure) -> Int32 {
    var runner = GroundRunner(invocation, kind: kind)
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
}
