import FlightModel
import Log

/// One key of a program's configuration: its type, default, unit and reason. The rules, the manual
/// and the example file are all made from the table of keys.
package struct ConfigurationKey<Subject: OperatorConfiguration>: Sendable {
  package let section: String
  package let key: String
  /// For people: `whole number, 1 to 20`.
  package let type: String
  /// As it is written in a file.
  package let defaultText: String
  package let unit: String?
  package let meaning: String
  /// Why the default is what it is.
  package let reason: String
  /// Sets the value, or says what was expected instead.
  let assign: @Sendable (String, inout Subject) -> String?

  /// `recording.policy`.
  package var name: String { "\(section).\(key)" }
}

extension DaemonConfiguration {
  private typealias Key = ConfigurationKey<DaemonConfiguration>

  /// Every key, in the order of manual and example.
  package static let keys: [ConfigurationKey<DaemonConfiguration>] =
    gpsdKeys + instrumentKeys + devicesKeys + recordingKeys + igcKeys + declarationKeys + syncKeys
    + servicesKeys + alertKeys + importKeys + elevationKeys + retentionKeys + [
      .path(
        "storage.directory", \.storage.directory, default: "$STATE_DIRECTORY",
        "Where the database, the IGC files and the device key live.",
        because: "systemd makes the directory with the right owner; it stays through upgrades."),
      .whole(
        "storage.minimum-free", \.storage.minimumFreeMiB, 16...1_048_576, default: 256, unit: "MiB",
        "Below this much free space `barograph status` raises the alarm. Nothing is deleted.",
        because: "A day at 10 Hz takes about 80 MiB, so the alarm comes days before the end."),
      .whole(
        "storage.database-share", \.storage.databaseShare, 1...99, default: 50, unit: "%",
        "When the database takes more of its partition than this, `barograph status` raises the "
          + "alarm. Nothing is deleted.",
        because: "What no server has yet is never removed, so a box without one fills up slowly."),
      .choice(
        "log.level", \.logLevel,
        [
          ("error", .error), ("warning", .warning), ("notice", .notice), ("info", .info),
          ("debug", .debug),
        ], default: "info", "Messages less severe than this are not written to the journal.",
        because: "Starts, stops and state changes are told, single fixes are not."),
      .path(
        "api.socket", \.socket, default: "$RUNTIME_DIRECTORY/barograph.sock",
        "The Unix socket on which the command `barograph` reaches the daemon.",
        because: "systemd makes the directory; it vanishes with the daemon."),
    ] + pageKeys

  private static let gpsdKeys: [Key] = [
    .flag(
      "gpsd.use", \.newestSource.isUsed, default: true,
      "`no` leaves this gpsd out; positions come from an instrument then.",
      because: "gpsd knows more receivers than any recorder does."),
    .text(
      "gpsd.host", \.newestSource.host, 1...255, default: "127.0.0.1",
      "Host name or address of a gpsd.",
      because: "Positions are believed, so a gpsd elsewhere must be named on purpose."),
    .whole(
      "gpsd.port", \.newestSource.port, 1...65_535, default: 2947, unit: "TCP port",
      "Port of that gpsd.", because: "The port that IANA gave to gpsd."),
    .optional(
      "gpsd.device", \.newestSource.device, "path of a device at that gpsd, or empty",
      "Read only this receiver; empty reads every receiver that this gpsd has.",
      because: "The best of several receivers is chosen in flight.",
      accepting: { $0.utf8.count <= 255 }),
  ]

  private static let recordingKeys: [Key] = [
    .choice(
      "recording.policy", \.recording.policy,
      DaemonConfiguration.Recording.Policy.allCases.map { ($0.rawValue, $0) }, default: "auto",
      "`auto` records from take-off to landing with the ground time around it, `always` from the "
        + "first fix, `manual` on `barograph record start`.",
      because: "A flight must not depend on anybody's memory."),
    .choice(
      "recording.kind", \.recording.kind,
      DaemonConfiguration.Recording.Kind.allCases.map { ($0.rawValue, $0) }, default: "auto",
      "`auto` takes a recording with a VESC for a ride and any other for a flight; `flight` makes "
        + "every recording a flight.",
      because: "Only an electric paramotor has a VESC and flies."),
  ]

  private static let igcKeys: [Key] = [
    .whole(
      "igc.rate", \.igc.rate, 1...20, default: 1, unit: "Hz",
      "Fixes a second in IGC files; above 1 they carry decimal seconds (TDS). The database keeps "
        + "every fix.", because: "Every reader of IGC files understands whole seconds."),
    .optional(
      "igc.serial", \.igc.serial, "three letters A to Z or digits, or empty",
      "The serial of this recorder in IGC files and their names; empty takes it from the device "
        + "key.", because: "The key is this box's own, so two boxes do not clash.",
      accepting: isSerial),
  ]

  private static let declarationKeys: [Key] = [
    declared("pilot", \.declaration.pilot, "Pilot in charge."),
    declared("crew", \.declaration.crew, "Second pilot or passenger."),
    declared("glider-type", \.declaration.gliderType, "Type of the glider, `LS 4` for example."),
    declared("registration", \.declaration.registration, "Registration, `D-1234` for example."),
    declared("competition-id", \.declaration.competitionID, "Letters on the fin."),
    declared("competition-class", \.declaration.competitionClass, "`Club`, `15 m` and so on."),
  ]

  private static let syncKeys: [Key] = [
    .choice(
      "sync.metering", \.sync.metering,
      DaemonConfiguration.Sync.Metering.allCases.map { ($0.rawValue, $0) }, default: "auto",
      "Whether the network is metered: `auto` asks NetworkManager. Matters only where uploads are "
        + "limited to unmetered networks; if nothing can tell, they wait.",
      because: "A box without NetworkManager cannot know what its network costs."),
    .text(
      "sync.version-header", \.sync.versionHeader, 1...64, default: "Vescape-App-Version",
      "Name of the header that tells the server this program's version.",
      because: "The name that the public server knows."),
    .optional(
      "sync.ca-file", \.sync.caFile, "absolute path, or empty",
      "PEM file with the certificate authorities to trust for the server, instead of the system's.",
      because: "A club's own server may have a certificate of the club's own.",
      accepting: isAbsolutePath),
    .optional(
      "sync.hook", \.sync.hook, "absolute path, or empty",
      "A program that is run when uploads pause, and again each day while they are: with the "
        + "reason, what to do, and nothing else as arguments.",
      because: "A box without a screen may have a lamp or send a message.",
      accepting: isAbsolutePath),
  ]

  private static let alertKeys: [Key] = [
    .optional(
      "alerts.hook", \.alerts.hook, "absolute path, or empty",
      "A program that is run each time an alert rule fires: with the value's name, the value, its "
        + "unit, the board's id and the rule's id as arguments.",
      because: "A box without a screen may have a buzzer or a lamp.", accepting: isAbsolutePath)
  ]

  private static let importKeys: [Key] = [
    .optional(
      "import.inbox", \.imports.inbox, "absolute path, or empty",
      "The folder whose files are taken into the logbook and then removed; empty is `inbox` in the "
        + "state directory. Another one has to be writable for the service (ReadWritePaths).",
      because: "The state directory is where the service may write.", accepting: isAbsolutePath),
    .flag(
      "import.downloads", \.imports.takesDownloads, default: true,
      "Whether flights that `barograph flarm` or `lxnav` fetches through the service enter the "
        + "logbook too.", because: "Whoever fetches a flight wants to have flown it."),
  ]

  private static let retentionKeys: [Key] = [
    kept(
      "fixes", \.retention.fixes, 60, "Fixes of recordings whose IGC file is written and checked.",
      because: "The IGC file holds them; two months are enough to notice a fault in one."),
    kept(
      "frames", \.retention.frames, 365, "Telemetry frames.",
      because: "A season's detail; the minutes stay."),
    kept(
      "buckets", \.retention.buckets, 3650, "Minute buckets, what rides are made of.",
      because: "Ten years take a few megabytes."),
    kept(
      "markers", \.retention.markers, 730, "Marks of what happened to a recording.",
      because: "They explain gaps in files of the last seasons."),
    kept(
      "ranges", \.retention.ranges, 365, "Ranges left out of averages and maxima.",
      because: "They say nothing without their frames."),
    kept(
      "events", \.retention.events, 90, "Diagnostic events.",
      because: "Support asks about the last weeks."),
    kept(
      "actions", \.retention.actions, 90, "Notes of deletions for the server.",
      because: "Once the server has them, they are of use for looking into a fault only."),
  ]

  private static func kept(
    _ key: String, _ path: Key.Place<Int>, _ days: Int, _ what: String, because reason: String
  ) -> Key {
    .whole(
      "retention.\(key)", path, 1...36_500, default: days, unit: "days",
      what + " They stay for so long, and longer while a server is to have them and has not.",
      because: reason)
  }

  static func isAbsolutePath(_ text: String) -> Bool {
    text.hasPrefix("/") && text.utf8.count <= 1024
  }

  /// What fits in an IGC header line of 76 characters behind the longest title.
  static let longestDeclaration = 50

  private static func declared(
    _ key: String, _ path: Key.Place<String>,
    _ meaning: String
  ) -> Key {
    .text(
      "declaration.\(key)", path, 0...longestDeclaration, default: "", meaning,
      because: "Not declared.")
  }

  private static func isSerial(_ text: String) -> Bool {
    text.utf8.count == 3
      && text.utf8.allSatisfy {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
      }
  }
}
