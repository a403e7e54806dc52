import CommandLineInterface
import ControlAPI
import FLARM
import FlightModel
import JSON
import Settings

/// `barograph flarm config apply`: the FLARM as the recorder's settings have it.
enum FLARMApplyCommand {
  static let spec = CommandSpec(
    path: ["flarm", "config", "apply"], summary: "set the FLARM as the recorder's settings say",
    options: OptionSpec.ground,
    details: """
      Sends the settings flarmLogInterval, flarmStealth and flarmCompetition, with
      their defaults where they were not changed, and who flies as far as it is
      declared on the recorder. Everything else in the FLARM stays.

      \(GroundHelp.rule)

      \(GroundHelp.codes)
      """
  ) { (invocation) throws(Failure) in
    // Unlike a unit, a default must not be sent because nobody answered.
    let settings = try DaemonConnection(invocation).settings()
    let competition = settings.value(of: .flarmCompetition).bool ?? false
    let values = try values(settings, try Declaration(of: invocation))
    var runner = GroundRunner(invocation, kind: FLARMCommand.kind)
    do throws(Failure) {
      try runner.run(.flarmWrite(values))
      try runner.run(.flarmCompetition(competition))
    } catch {
      if !invocation.has("json") { try invocation.output.write(runner.outcomes.text) }
      throw error
    }
    try invocation.has("json")
      ? invocation.output.write(["results": .array(runner.outcomes.map(\.json))])
      : invocation.output.write(runner.outcomes.text)
    return 0
  }

  private static func values(
    _ settings: StoredSettings, _ who: Declaration
  ) throws(Failure) -> [FLARM.SettingValue] {
    let isStealthy = settings.value(of: .flarmStealth).bool ?? false
    let interval = settings.value(of: .flarmLogInterval).plain
    let declared = FLARMCommand.texts(of: who).filter { !$0.1.isEmpty }
    var values: [FLARM.SettingValue] = []
    for (key, text) in declared + [(.logInterval, interval), (.stealth, isStealthy ? "1" : "0")] {
      values.append(try FLARMCommand.setting(key, text))
    }
    return values
  }
}
