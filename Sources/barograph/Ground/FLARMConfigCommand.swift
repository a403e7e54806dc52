import CommandLineInterface
import ControlAPI
import FLARM
import JSON
import Linux

/// `barograph flarm config`: the settings of a FLARM.
enum FLARMConfigCommand {
  /// What `config set` calls the one flag that may be changed.
  static let competition = "COMPETITION"

  private static var keyList: String {
    HelpText.wrap(SettingKey.allCases.map(\.rawValue).joined(separator: " "), width: 76)
      .joined(separator: "\n")
  }

  static let get = CommandSpec(
    path: ["flarm", "config", "get"], summary: "read settings of the FLARM",
    arguments: "[KEY...]", argumentCount: 0...50, options: OptionSpec.ground,
    details: """
      Reads the settings named, or all:

      \(keyList)

      \(GroundHelp.rule)

      \(GroundHelp.codes)
      """
  ) { (invocation) throws(Failure) in
    var keys: [SettingKey] = []
    for word in invocation.arguments { keys.append(try key(word)) }
    var runner = GroundRunner(invocation, kind: FLARMCommand.kind)
    try runner.run(.flarmRead(keys.isEmpty ? SettingKey.allCases : keys))
    let shown = keys.isEmpty ? runner.outcomes.filter(\.isGood) : runner.outcomes
    try invocation.has("json")
      ? invocation.output.write(["results": .array(runner.outcomes.map(\.json))])
      : invocation.output.write(shown.text)
    return keys.isEmpty || runner.outcomes.allSatisfy(\.isGood) ? 0 : Failure.Exit.refused.rawValue
  }

  static let set = CommandSpec(
    path: ["flarm", "config", "set"], summary: "change settings of the FLARM",
    arguments: "KEY=VALUE...", argumentCount: 1...50, options: OptionSpec.ground,
    details: """
      Changes settings one after the other; each counts only when the FLARM repeats
      it. COMPETITION=on or off changes the competition mode and leaves the other
      flags alone. Commands that erase flights, memory, obstacles or all settings do
      not exist here. After a new speed (BAUD) the port must be opened at that speed.

      \(GroundHelp.rule)

      \(GroundHelp.codes)
      """
  ) { (invocation) throws(Failure) in
    var values: [SettingValue] = []
    var competition: Bool?
    for word in invocation.arguments {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw .usage("\"\(word)\" is no KEY=VALUE", hint: "write it like PILOT=\"Ada Example\"")
      }
      if parts[0].uppercased() == Self.competition {
        competition = try onOrOff(String(parts[1]))
      } else {
        values.append(try FLARMCommand.setting(try key(String(parts[0])), String(parts[1])))
      }
    }
    guard let competition else { return try FLARMCommand.change(.flarmWrite(values), invocation) }
    guard values.isEmpty else {
      throw .usage("\(Self.competition) is changed alone", hint: "give it in a command of its own")
    }
    return try FLARMCommand.change(.flarmCompetition(competition), invocation)
  }

  static let export = CommandSpec(
    path: ["flarm", "config", "export"], summary: "write the FLARM's settings as flarmcfg.txt",
    arguments: "[FILE]", argumentCount: 0...1,
    options: [.force] + OptionSpec.ground,
    details: """
      Reads every setting that this FLARM knows and writes them as a FLARM reads them
      from the root of its card: FILE, else flarmcfg.txt here; - is standard output.

      \(GroundHelp.rule)

      \(GroundHelp.codes)
      """
  ) { (invocation) throws(Failure) in
    let path = invocation.arguments.first ?? ConfigurationFile.name
    guard path == "-" || invocation.has("force") || !Files.exists(path) else {
      throw Failure(
        .cannotCreate, "file-exists", "\(path) exists already",
        hint: "choose another name, or use --force to replace it")
    }
    var runner = GroundRunner(invocation, kind: FLARMCommand.kind)
    try runner.run(.flarmRead(SettingKey.allCases))
    let bytes = ConfigurationFile.write(runner.outcomes.compactMap(held))
    guard path != "-" else {
      try invocation.output.write(bytes: bytes)
      return 0
    }
    do throws(SystemError) {
      try Files.replace(path, with: bytes)
    } catch {
      throw Failure(
        .cannotCreate, "cannot-write", "cannot write \(path): \(error)",
        hint: "see that the place exists, has space and may be written")
    }
    try invocation.has("json")
      ? invocation.output.write(["file": .string(path)])
      : invocation.output.write("\(path)\n")
    return 0
  }

  static let importing = CommandSpec(
    path: ["flarm", "config", "import"], summary: "send the settings of a flarmcfg.txt",
    arguments: "FILE", argumentCount: 1...1,
    options: [OptionSpec("skip", nil, "leave out lines that are never sent")] + OptionSpec.ground,
    details: """
      Sends the settings of a flarmcfg.txt, each checked as with config set. A line
      that is no setting, or one that is never sent, is shown with its number, and
      then nothing is sent, unless --skip leaves such lines out.

      \(GroundHelp.rule)

      \(GroundHelp.codes)
      65 the file has lines that are not sent.
      """
  ) { (invocation) throws(Failure) in
    let content = try read(invocation.arguments[0])
    for refusal in content.refusals {
      Output.complain(
        "\(invocation.arguments[0]):\(refusal.line): \(refusal.reason): \(refusal.text)\n")
    }
    guard content.refusals.isEmpty || invocation.has("skip") else {
      throw Failure(
        .badData, "not-sent", "\(content.refusals.count) lines are not sent, so nothing was",
        hint: "correct them, or leave them out with --skip")
    }
    guard !content.settings.isEmpty else {
      throw Failure(
        .badData, "no-settings", "the file has no settings", hint: "see what was exported")
    }
    return try FLARMCommand.change(.flarmWrite(content.settings), invocation)
  }

  private static func read(_ path: String) throws(Failure) -> ConfigurationFile.Content {
    do throws(SystemError) {
      return ConfigurationFile.read(
        try Files.read(path, limit: ConfigurationFile.sizeLimit + 1))
    } catch {
      throw Failure(
        .noInput, "unreadable", "cannot read \(path): \(error)", hint: "see that it is there")
    }
  }

  /// What the FLARM holds, where we could send it back.
  private static func held(_ outcome: CommandOutcome) -> SettingValue? {
    guard case .value(let text) = outcome.result, let key = SettingKey(rawValue: outcome.subject)
    else { return nil }
    return try? SettingValue(key, text)
  }

  private static func key(_ word: String) throws(Failure) -> SettingKey {
    guard let key = SettingKey(rawValue: word.uppercased()) else {
      let near = ArgumentParser.suggestion(
        for: word.uppercased(), among: SettingKey.allCases.map(\.rawValue))
      throw .usage(
        "there is no setting \"\(word)\"",
        hint: near.map { "did you mean \($0)?" } ?? "see: barograph flarm config get --help")
    }
    return key
  }

  private static func onOrOff(_ word: String) throws(Failure) -> Bool {
    switch word.lowercased() {
    case "on": return true
    case "off": return false
    default: throw .usage(SettingError.notOnOrOff.words, hint: "write COMPETITION=on")
    }
  }
}
