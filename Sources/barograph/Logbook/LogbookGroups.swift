import ControlAPI
import SyncContract

/// The logbook's tables beside the flights.
extension RowGroup {
  static let tasks = RowGroup(
    word: "tasks", noun: "task", target: .task, arguments: [],
    options: [
      .text("name", "name", "NAME", "what it is called"),
      .text("notes", "notes", "TEXT", "what is to be said of it"),
    ],
    columns: [
      RowColumn("ID") { String($0["id"]?.text?.prefix(12) ?? "") }, .plain("NAME", "name"),
      .distance("DISTANCE", "distanceM"),
      RowColumn("TIME") { row in
        row["minimumTimeS"]?.integer.map { StatusText.duration(Double($0)) } ?? "-"
      },
      .time("IMPORTED", "importedAt"),
    ], verbs: [.list, .set, .delete],
    details: """
      Tasks come from CUP and XCSoar files: barograph import FILE. TIME is the
      minimum of an assigned-area task.
      """)

  static let files = RowGroup(
    word: "files", noun: "file", target: .mapFile, arguments: [],
    options: [
      .yesNo("visible", "isVisible", "whether it is used"),
      .text("area", "area", "TEXT", "the region that it is of"),
    ],
    columns: [
      RowColumn("ID") { String($0["id"]?.text?.prefix(12) ?? "") }, .plain("NAME", "filename"),
      .plain("TYPE", "type"), .plain("SOURCE", "source"), .plain("ITEMS", "itemCount"),
      .plain("USED", "isVisible"), .time("IMPORTED", "importedAt"),
    ], verbs: [.list, .set, .delete],
    details: """
      Waypoint files (CUP, OurAirports) and airspace files (OpenAir), as they came
      with barograph import FILE. Airfields in waypoint files that are used name
      take-off and landing.
      """)

  static let homebases = RowGroup(
    word: "homebases", noun: "home base", target: .homebase,
    arguments: [
      .text("name", "name", "NAME", "what it is called"),
      RowOption("at", "LAT,LON", "where it is", expected: "two numbers like 48.1,11.5") {
        place($0, "latitudeE7", "longitudeE7")
      },
    ],
    options: [
      RowOption(
        "at", "LAT,LON", "where it is, in degrees", expected: "two numbers like 48.1,11.5"
      ) { place($0, "latitudeE7", "longitudeE7") }
    ],
    columns: [
      .plain("NAME", "name"),
      RowColumn("LATITUDE") { degrees($0["latitudeE7"]) },
      RowColumn("LONGITUDE") { degrees($0["longitudeE7"]) }, .time("CHANGED", "updatedAt"),
    ],
    details: """
      Where flights begin; the five that changed last are kept. One of the same name
      is replaced, capitals or not. The setting homeBase names the one in use.
      """)

  static let competitions = RowGroup(
    word: "competitions", noun: "competition", target: .recentCompetition,
    arguments: [.text("name", "name", "NAME", "what it is called")],
    options: [
      .text("name", "name", "NAME", "what it is called"),
      .text("location", "location", "PLACE", "where it is flown"),
      .text("country", "country", "COUNTRY", "in which country"),
      .date("from", "startDate", "its first day"), .date("to", "endDate", "its last day"),
    ],
    columns: [
      .plain("ID", "id"), .plain("NAME", "name"), .plain("LOCATION", "location"),
      .plain("COUNTRY", "country"), .plain("FROM", "startDate"), .plain("TO", "endDate"),
      .time("OPENED", "lastOpenedAt"),
    ],
    details: """
      The fifty competitions that were looked at last are kept.
      """)

  private static func degrees(_ value: ContractValue?) -> String {
    value?.integer.map { Decimal.text(Double($0) / 1e7, places: 5) } ?? "-"
  }
}
