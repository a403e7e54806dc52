import CommandLineInterface
import ControlAPI
import FlightModel
import JSON

/// `barograph rides`: what the minute buckets of a board add up to.
enum RidesCommand {
  static let list = CommandSpec(
    path: ["rides", "list"], summary: "list the rides of this box, newest first",
    options: [OptionSpec("limit", "N", "at most this many (20)"), .json, .socket],
    details: """
      A ride is a span of telemetry of one board; half an hour without any ends it.
      Its board is named as it is called now, also if it was deleted.
      """
  ) { (invocation) throws(Failure) in
    let rides = try rides(invocation, limit: invocation["limit"] ?? "20")
    if invocation.has("json") {
      try invocation.output.write(RideList.json(rides))
    } else if rides.isEmpty {
      try invocation.output.write("No rides yet.\n")
    } else {
      let units = ReadingUnits(of: invocation)
      try invocation.output.write(
        TextTable(
          headings: ["ID", "BOARD", "DURATION", "DISTANCE", "TOP SPEED"],
          rows: rides.map { ride in
            [
              ride.id, ride.boardTitle, duration(ride),
              units.text(distance: ride.distanceM),
              units.text(speed: ride.maximumSpeedKmh / 3.6, places: 0),
            ]
          }
        ).text)
    }
    return 0
  }

  static let show = CommandSpec(
    path: ["rides", "show"], summary: "show what is known of one ride", arguments: "ID",
    argumentCount: 1...1, options: [.json, .socket],
    details: "ID is a ride's id or its beginning, at least eight characters of it."
  ) { (invocation) throws(Failure) in
    let ride = try ride(invocation)
    try invocation.has("json")
      ? invocation.output.write(ride.json)
      : invocation.output.write(page(of: ride, ReadingUnits(of: invocation)))
    return 0
  }

  static let stats = CommandSpec(
    path: ["rides", "stats"], summary: "add up the rides of each board",
    options: [.json, .socket], details: "Of the last thousand rides."
  ) { (invocation) throws(Failure) in
    let rides = try rides(invocation, limit: "1000")
    let boards = Dictionary(grouping: rides, by: \.boardID).sorted { $0.key < $1.key }
    if invocation.has("json") {
      try invocation.output.write([
        "boards": .array(boards.map { json(of: $0.key, $0.value) })
      ])
    } else {
      let units = ReadingUnits(of: invocation)
      try invocation.output.write(
        TextTable(
          headings: ["BOARD", "RIDES", "DISTANCE", "MOVING", "ENERGY", "TOP SPEED"],
          rows: boards.map { row(of: $0.value, units) }
        ).text)
    }
    return 0
  }

  static let export = CommandSpec(
    path: ["rides", "export"], summary: "print the telemetry of a ride as CSV or JSON lines",
    arguments: "ID", argumentCount: 1...1,
    options: [OptionSpec("format", "csv|jsonl|vesc-tool", "layout (csv)"), .socket],
    details: """
      The same as telemetry export with the ride's span and board. VESC Tool has the
      date of a log in its name alone: call the file 2026-07-04_09-12-30.csv, by the
      ride's begin in UTC.
      """
  ) { (invocation) throws(Failure) in
    let format = invocation["format"] ?? "csv"
    guard TelemetrySelection.Format(rawValue: format) != nil else {
      throw .usage(
        "--format is csv, jsonl or vesc-tool", hint: "try: barograph rides export --help")
    }
    let ride = try ride(invocation)
    let end = ride.endedAt.advanced(byMilliseconds: 1)
    let query = [
      ("format", format), ("board", ride.boardID), ("from", ride.startedAt.rfc3339),
      ("to", end.rfc3339),
    ]
    let daemon = DaemonConnection(invocation, timeoutSeconds: 30)
    try daemon.stream(.telemetry, query: query) { (bytes) throws(Failure) in
      try invocation.output.write(bytes: Array(bytes))
    }
    return 0
  }

  private static func rides(
    _ invocation: Invocation, limit: String
  ) throws(Failure) -> [RideSummary] {
    guard let number = Int(limit), (1...1000).contains(number) else {
      throw .usage("--limit takes 1 to 1000", hint: "leave it out for the last 20")
    }
    let daemon = DaemonConnection(invocation, timeoutSeconds: 60)
    return try daemon.read(try daemon.call(.rides, query: [("limit", limit)])) {
      (json) throws(DocumentError) in try RideList.read(json)
    }
  }

  private static func ride(_ invocation: Invocation) throws(Failure) -> RideSummary {
    let id = invocation.arguments[0].lowercased()
    guard Endpoint.isRideID(id) else {
      throw .usage("\"\(id)\" is no ride id", hint: "see: barograph rides list")
    }
    let daemon = DaemonConnection(invocation, timeoutSeconds: 60)
    return try daemon.read(try daemon.call(.ride(id: id))) { (json) throws(DocumentError) in
      try RideSummary(json: json)
    }
  }

  private static func duration(_ ride: RideSummary) -> String {
    StatusText.duration(Double(ride.endedAt.milliseconds(since: ride.startedAt)) / 1000)
  }

  private static func page(of ride: RideSummary, _ units: ReadingUnits) -> String {
    func number(_ value: Double?, _ places: Int, _ unit: String) -> String {
      value.map { "\(Decimal.text($0, places: places)) \(unit)" } ?? ""
    }
    let rows = [
      ("id", ride.id), ("board", ride.boardTitle), ("start", ride.startedAt.rfc3339),
      ("end", ride.endedAt.rfc3339), ("duration", duration(ride)),
      ("moving", StatusText.duration(Double(ride.movingS))),
      ("distance", units.text(distance: ride.distanceM, places: 2)),
      ("average speed", ride.averageSpeedKmh.map { units.text(speed: $0 / 3.6) } ?? ""),
      ("top speed", units.text(speed: ride.maximumSpeedKmh / 3.6)),
      ("energy", "\(number(ride.usedWh, 0, "Wh")), \(number(ride.regeneratedWh, 0, "Wh")) back"),
      ("lowest voltage", number(ride.minimumVoltageV, 1, "V")),
      ("hottest MOSFET", ride.maximumMosfetC.map(units.text(temperature:)) ?? ""),
      ("hottest motor", ride.maximumMotorC.map(units.text(temperature:)) ?? ""),
      ("faults", String(ride.faults)),
      ("samples", String(ride.samples)),
    ]
    return rows.filter { !$0.1.isEmpty }.map { name, value in
      name + String(repeating: " ", count: 16 - name.count) + value + "\n"
    }.joined()
  }

  private static func row(of rides: [RideSummary], _ units: ReadingUnits) -> [String] {
    let moving = rides.reduce(0) { $0 + $1.movingS }
    return [
      rides[0].boardTitle, String(rides.count),
      units.text(distance: rides.reduce(0) { $0 + $1.distanceM }),
      StatusText.duration(Double(moving)),
      "\(Decimal.text(rides.reduce(0) { $0 + $1.usedWh }, places: 0)) Wh",
      units.text(speed: (rides.map(\.maximumSpeedKmh).max() ?? 0) / 3.6, places: 0),
    ]
  }

  private static func json(of board: String, _ rides: [RideSummary]) -> JSONValue {
    [
      "board_id": .string(board), "board_name": .string(rides[0].boardName),
      "board_deleted": .bool(rides[0].isBoardDeleted), "rides": JSONValue(rides.count),
      "distance_m": JSONValue(rides.reduce(0) { $0 + $1.distanceM }, places: 2),
      "moving_s": JSONValue(rides.reduce(0) { $0 + $1.movingS }),
      "used_wh": JSONValue(rides.reduce(0) { $0 + $1.usedWh }, places: 3),
      "maximum_speed_kmh": JSONValue(rides.map(\.maximumSpeedKmh).max() ?? 0, places: 2),
    ]
  }
}

extension RideSummary {
  var boardTitle: String { boardName + (isBoardDeleted ? " (deleted)" : "") }
}
