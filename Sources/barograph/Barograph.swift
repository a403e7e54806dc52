import CommandLineInterface
import ControlAPI
import Glibc
import JSON

/// The command of the person at the airfield: everything that can be asked of the recorder, and
/// checks of files that need no recorder.
@main
enum Barograph {
  static let commands: [CommandSpec] =
    [
      StatusCommand.spec, WatchCommand.spec, DoctorCommand.spec, PageCommand.spec,
      LampCommand.spec, MetricsCommand.spec,
      DevicesCommand.spec, RecordCommand.start, RecordCommand.stop,
      RecordCommand.mark,
      FlightsCommand.list, FlightsCommand.show, FlightsEditCommand.set, FlightsEditCommand.delete,
      FlightsExportCommand.spec, FlightsReportCommand.spec, FlightsCommand.recent,
      FlightsCommand.stats, RidesCommand.list,
      RidesCommand.show, RidesCommand.stats, RidesCommand.export, RidesImportCommand.spec,
      AnalyzeCommand.spec, ExportEverythingCommand.spec, TelemetryCommand.spec,
      VerifyCommand.spec, KeysCommand.list, KeysCommand.trust, KeysCommand.export,
    ]
    + RowGroup.all.flatMap { group in
      RowCommands(group: group).specs + (further[group.word] ?? [])
    }
    + [
      FLARMCommand.info, FLARMCommand.list, FLARMCommand.download, FLARMCommand.copy,
      FLARMCommand.declare, FLARMConfigCommand.get, FLARMConfigCommand.set,
      FLARMConfigCommand.export, FLARMConfigCommand.importing, FLARMApplyCommand.spec,
      LXNAVCommands.info,
      LXNAVCommands.list, LXNAVCommands.download, LXNAVCommands.declare,
      SettingsCommand.list, SettingsCommand.set, SettingsCommand.delete,
      SyncCommand.status, SyncCommand.now, SyncCommand.resume, SyncCommand.on, SyncCommand.off,
      SyncCommand.verify, ImportCommand.spec, QuarantineCommand.list, QuarantineCommand.retry,
      QuarantineCommand.discard, AccountCommand.signIn, AccountCommand.signOut,
      AccountCommand.status, AccountCommand.reset, ServicesCommand.list, ServicesCommand.connect,
      ServicesCommand.disconnect, UploadCommand.spec, BrowseCommand.spec, FetchCommand.spec,
      selfDescription.manual, selfDescription.completion,
    ]

  /// What a table has beyond the commands that all have.
  private static let further: [String: [CommandSpec]] = [
    "tunes": [TuneHistoryCommand.spec],
    "tasks": [TasksCommand.show, TasksCommand.export, TasksCommand.declare],
    "files": [FilesCommand.export, FilesCommand.update], "competitions": [CompetitionsCommand.show],
  ]

  /// What each group of commands is about.
  private static let groups: [String: String] = [
    "record": "start and end recordings by hand", "flights": "the logbook",
    "rides": "rides, from the minutes of a board", "telemetry": "recorded samples",
    "keys": "whose signatures this box believes", "boards": "what telemetry belongs to",
    "alerts": "alert rules of a board", "tunes": "tune profiles of a board",
    "zones": "places where a ride is not recorded", "favorites": "spans that are kept",
    "flarm": "FLARM on the ground", "lxnav": "an LXNAV logger on the ground",
    "tasks": "tasks to fly", "files": "waypoint and airspace files",
    "homebases": "where flights begin", "competitions": "those that were looked at",
    "settings": "of the account and of this box",
    "quarantine": "files that could not be taken in", "sync": "the backup to a server",
    "account": "whose data these are", "services": "accounts at services for flights",
  ]

  /// As help, manual and completions tell of it.
  static let program = ProgramSpec(
    name: "barograph", title: "a flight recorder's command; the recorder itself is barographd",
    section: 1, details: ProgramText.details, groups: groups, commands: commands,
    environment: ProgramText.environment, files: ProgramText.files,
    seeAlso: ["barographd(8)", "barograph.conf(5)"])

  private static let help = HelpText(program)

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do throws(Failure) {
      exit(try run(arguments))
    } catch {
      report(error, asJSON: arguments.contains("--json"))
      exit(error.exit.rawValue)
    }
  }

  private static func run(_ arguments: [String]) throws(Failure) -> Int32 {
    let output = Output()
    switch try ArgumentParser(program: "barograph", commands: commands).parse(arguments) {
    case .version: try output.write("barograph \(ProductVersion.text)\n")
    case .help(let found, let group):
      let isOne = found.count == 1 && found[0].path == group
      try output.write(isOne ? help.of(found[0]) : help.of(found, group: group))
    case .run(let command, let invocation): return try command.run(invocation)
    }
    return 0
  }

  /// Words on standard error, or with `--json` one object on standard output.
  private static func report(_ failure: Failure, asJSON: Bool) {
    if asJSON {
      let json: JSONValue = [
        "error": .string(failure.slug), "message": .string(failure.message),
        "hint": .string(failure.hint), "exit_code": JSONValue(failure.exit.rawValue),
      ]
      try? Output().write(json)
    } else {
      Output.complain("barograph: \(failure.message)\n  \(failure.hint)\n")
    }
  }
}
