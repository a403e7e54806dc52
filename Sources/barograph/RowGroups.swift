import BoardRules
import CommandLineInterface
import ControlAPI
import SyncContract

/// The tables that people edit.
extension RowGroup {
  static let all: [RowGroup] = [
    boards, alerts, tunes, zones, favorites, tasks, files, homebases, competitions,
  ]

  static let boards = RowGroup(
    word: "boards", noun: "board", target: .board,
    arguments: [.text("name", "name", "NAME", "what it is called")],
    options: [.text("name", "name", "NAME", "what it is called")],
    columns: [
      .plain("ID", "id"), .plain("NAME", "name"), .time("CHANGED", "updatedAt"),
      RowColumn("STATE") { $0["deletedAt"]?.integer == nil ? "" : "deleted" },
    ],
    details: """
      A board is what telemetry belongs to: a glider, or a board with a VESC. A new
      name shows in the whole history. A deleted board keeps its rides and its name;
      its settings, warnings and alert rules go.
      """)

  static let alerts = RowGroup(
    word: "alerts", noun: "alert rule", target: .alert,
    arguments: [
      .text("board", "boardId", "BOARD", "the board that it watches"),
      RowOption(
        "control", "CONTROL", "the value that it watches",
        expected: "one of \(AlertControl.names)"
      ) { AlertControl(rawValue: $0).map { ["controlId": .text($0.rawValue)] } },
      .number("threshold", "threshold", "NUMBER", "from here on it sounds"),
    ],
    defaults: ["soundType": .text("beep"), "source": .text("manual")],
    options: [
      .number("threshold", "threshold", "NUMBER", "from here on it sounds"),
      .number("threshold-max", "thresholdMax", "NUMBER", "up to here, instead of for ever"),
      .yesNo("enabled", "enabled", "whether it is on (yes)"),
      .text("sound", "soundType", "WORD", "how it sounds (beep)"),
      .whole("repeat", "repeatEverySeconds", "SECONDS", "again after so long while it lasts"),
      .whole("beeps", "beepCount", "N", "beeps each time (1)"),
    ],
    columns: [
      .plain("ID", "id"), .plain("BOARD", "boardId"), .plain("CONTROL", "controlId"),
      .plain("THRESHOLD", "threshold"), .plain("MAX", "thresholdMax"), .plain("ON", "enabled"),
    ],
    details: """
      An alert rule belongs to one board. CONTROL is one of speed (km/h), duty (%),
      battery-voltage-low, battery-voltage-high (V), battery-percent-low (%),
      battery-current, regen-current, motor-current (A), mosfet-temperature,
      motor-temperature (°C), fault (code). Those that end in -low fire at or below
      the threshold, the others at or above it; with --threshold-max any of them
      fires between the two.
      """)

  static let tunes = RowGroup(
    word: "tunes", noun: "tune profile", target: .tuneProfile,
    arguments: [
      .text("board", "boardId", "BOARD", "the board that it is for"),
      .text("name", "name", "NAME", "what it is called"),
    ],
    defaults: ["fieldsJson": .text("{}")],
    options: [
      .text("name", "name", "NAME", "what it is called"),
      .object("fields", "fieldsJson", "JSON", "the values, one JSON object"),
      .text("refloat", "refloatBaseVersion", "VERSION", "the Refloat version they are for"),
      .text("icon", "icon", "WORD", "its picture"),
      .text("color", "color", "COLOR", "its colour"),
    ],
    columns: [
      .plain("ID", "id"), .plain("BOARD", "boardId"), .plain("NAME", "name"),
      .plain("REFLOAT", "refloatBaseVersion"), .time("CHANGED", "updatedAt"),
    ],
    details: """
      A tune profile keeps its history: each change of --fields is kept with its time
      (barograph tunes history ID). Nothing is written to a board.
      """)

  static let zones = RowGroup(
    word: "zones", noun: "privacy zone", target: .privacyZone,
    arguments: [.text("name", "name", "NAME", "what it is called"), position],
    defaults: ["radiusMeters": .integer(200), "preset": .text("custom")],
    options: [
      .text("name", "name", "NAME", "what it is called"),
      RowOption(
        "at", "LAT,LON", "its centre in degrees", expected: "two numbers like 48.1,11.5"
      ) { place($0, "centerLatitudeE7", "centerLongitudeE7") },
      .whole("radius", "radiusMeters", "METRES", "how far it reaches (200)"),
      .yesNo("enabled", "enabled", "whether it is on (yes)"),
      .text("preset", "preset", "WORD", "home, work or custom (custom)"),
    ],
    columns: [
      .plain("ID", "id"), .plain("NAME", "name"), .plain("RADIUS", "radiusMeters"),
      .plain("ON", "enabled"), .time("CHANGED", "updatedAt"),
    ],
    details: """
      Samples of a ride inside a privacy zone are dropped before they are stored.
      Flights are never touched. What was stored before the zone was made stays.
      """)

  static let favorites = RowGroup(
    word: "favorites", noun: "favorite", target: .favorite,
    arguments: [
      .time("from", "startMs", "its start"), .time("to", "endMs", "its end"),
    ],
    options: [
      .text("name", "name", "NAME", "what it is called"),
      .text("board", "boardId", "BOARD", "of this board only"),
      .time("from", "startMs", "its start"), .time("to", "endMs", "its end"),
    ],
    columns: [
      .plain("ID", "id"), .plain("NAME", "name"), .time("FROM", "startMs"), .time("TO", "endMs"),
      .distance("DISTANCE", "distanceCm", metres: 0.01),
    ],
    details: """
      A favorite keeps its span of telemetry: samples in it are not removed by age.
      Distance, speed and energy are added up from the minutes in it.
      """)

  private static let position = RowOption(
    "at", "LAT,LON", "its centre in degrees", expected: "two numbers like 48.1,11.5"
  ) { place($0, "centerLatitudeE7", "centerLongitudeE7") }

  /// Two fields of 1e-7 degrees from `LAT,LON`.
  static func place(
    _ text: String, _ latitudeField: String, _ longitudeField: String
  ) -> [String: ContractValue]? {
    let parts = text.split(separator: ",").map { Double($0.filter { $0 != " " }) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    return [
      latitudeField: .integer(Int64((latitude * 1e7).rounded())),
      longitudeField: .integer(Int64((longitude * 1e7).rounded())),
    ]
  }
}
