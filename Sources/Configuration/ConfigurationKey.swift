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
    gpsdKeys + recordingKeys + igcKeys + declarationKeys + [
      .path(
        "storage.directory", \.storage.directory, default: "$STATE_DIRECTORY",
        "Where the database, the IGC files and the device key live.",
        because: "systemd makes the directory with the right owner; it stays through upgrades."),
      .whole(
        "storage.minimum-free", \.storage.minimumFreeMiB, 16...1_048_576, default: 256, unit: "MiB",
        "Below this much free space `barograph status` raises the alarm. Nothing is deleted.",
        because: "A day at 10 Hz takes about 80 MiB, so the alarm comes days before the end."),
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
    ]

  private static let gpsdKeys: [Key] = [
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
