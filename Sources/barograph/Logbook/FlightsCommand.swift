import CommandLineInterface
import ControlAPI
import FlightModel
import JSON
import RecordingModel

/// `barograph flights list|show|stats`: the logbook of this box.
enum FlightsCommand {
  private static let orders = LogbookQuery.Order.allCases.map(\.rawValue).joined(separator: ", ")

  static let list = CommandSpec(
    path: ["flights", "list"], summary: "list the flights in the logbook, newest first",
    options: FlightChoice.options + [
      OptionSpec(
        "sort", "KEY", "date, duration, distance, speed, gain, climb, pilot …",
        choices: LogbookQuery.Order.allCases.map(\.rawValue)),
      OptionSpec("ascending", nil, "the least first"),
      OptionSpec("limit", "N", "at most this many (20)"),
      OptionSpec("offset", "N", "after leaving out so many"), .json, .socket,
    ],
    details: """
      Prints a line a flight: the start of its id, date and time (UTC) of take-off,
      duration, the distance and speed of the shape that the settings choose, gain of
      height, pilot, glider, place, marks and file name. The start of an id is enough
      for the other commands. Marks: * favourite, c contest, f landed in a field, n
      not looked at yet. A distance is there when the flight has been analysed, which
      takes up to a minute after it came.

      KEY is one of date, duration, distance, speed, gain, climb, pilot, glider,
      imported, opened.
      """
  ) { (invocation) throws(Failure) in
    var query = try FlightChoice.query(invocation)
    query.append(("limit", String(try number("limit", invocation, 1...1000) ?? 20)))
    if let offset = try number("offset", invocation, 0...10_000_000) {
      query.append(("offset", String(offset)))
    }
    if let order = invocation["sort"] {
      guard LogbookQuery.Order(rawValue: order) != nil else {
        throw .usage("--sort takes one of \(orders)", hint: "leave it out for the newest first")
      }
      query.append(("sort", order))
    }
    if invocation.has("ascending") { query.append(("ascending", "1")) }
    let daemon = DaemonConnection(invocation)
    let json = try daemon.call(.flights, query: query)
    let flights = try daemon.read(json) { (json) throws(DocumentError) in
      try FlightList.read(json)
    }
    if invocation.has("json") {
      try invocation.output.write(json)
    } else if flights.isEmpty {
      try invocation.output.write(query.count > 1 ? "No such flights.\n" : "No flights yet.\n")
    } else {
      try invocation.output.write(FlightText.table(flights, ReadingUnits(of: invocation)))
    }
    return 0
  }

  static let show = CommandSpec(
    path: ["flights", "show"], summary: "show what is known of one flight",
    arguments: "ID", argumentCount: 1...1, options: [.json, .socket],
    details: """
      ID is a flight's id or its first digits, at least four of them.

      Exit codes: 0 shown, 66 no flight, or several, begin with ID.
      """
  ) { (invocation) throws(Failure) in
    let daemon = DaemonConnection(invocation)
    let flight = try FlightChoice.flight(invocation.arguments[0], daemon)
    let uploads = try UploadCommand.uploads(of: flight.id, daemon)
    if invocation.has("json") {
      var json = flight.json.object ?? JSONObject()
      json["uploads"] = .array(uploads.map(\.json))
      try invocation.output.write(.object(json))
    } else {
      try invocation.output.write(
        FlightText.page(flight, ReadingUnits(of: invocation), uploads))
    }
    FlightChoice.noteOpened(flight, daemon)
    return 0
  }

  static let recent = CommandSpec(
    path: ["flights", "recent"], summary: "list the flights that were looked at last",
    options: [OptionSpec("limit", "N", "at most this many (50)"), .json, .socket],
    details: """
      Prints the newest fifty, those outside the logbook too, as flights list does,
      with when each was last opened: by flights show, flights report or the page.
      """
  ) { (invocation) throws(Failure) in
    let limit = try number("limit", invocation, 1...50) ?? 50
    let daemon = DaemonConnection(invocation)
    let json = try daemon.call(
      .flights,
      query: [("opened", "1"), ("others", "1"), ("sort", "opened"), ("limit", String(limit))])
    let flights = try daemon.read(json) { (json) throws(DocumentError) in
      try FlightList.read(json)
    }
    if invocation.has("json") {
      try invocation.output.write(json)
    } else if flights.isEmpty {
      try invocation.output.write("No flight was looked at yet.\n")
    } else {
      try invocation.output.write(
        FlightText.table(flights, ReadingUnits(of: invocation), isByOpening: true))
    }
    return 0
  }

  static let stats = CommandSpec(
    path: ["flights", "stats"], summary: "add up the logbook year by year",
    options: FlightChoice.options + [.json, .socket],
    details: """
      Prints a line a year: flights, time in the air, distance, the longest flight by
      time and by distance, the greatest gain of height, and how many landed in a
      field or belong to a contest; below them the sum. The options choose which
      flights count.
      """
  ) { (invocation) throws(Failure) in
    let daemon = DaemonConnection(invocation)
    let json = try daemon.call(.flightTotals, query: try FlightChoice.query(invocation))
    let years = try daemon.read(json) { (json) throws(DocumentError) in try TotalsList.read(json) }
    if invocation.has("json") {
      try invocation.output.write(json)
    } else if years.isEmpty {
      try invocation.output.write("No flights yet.\n")
    } else {
      try invocation.output.write(totals(years, ReadingUnits(of: invocation)))
    }
    return 0
  }

  private static func totals(_ years: [LogbookTotals], _ units: ReadingUnits) -> String {
    let lines = years.count > 1 ? years + [LogbookTotals(summing: years)] : years
    return TextTable(
      headings: [
        "YEAR", "FLIGHTS", "TIME", "DISTANCE", "LONGEST", "FARTHEST", "GAIN", "FIELDS", "CONTESTS",
      ],
      rows: lines.map { total in
        [
          total.year.map(String.init) ?? "all", String(total.flights),
          StatusText.duration(Double(total.durationS)),
          units.text(distance: Double(total.distanceM)),
          StatusText.duration(Double(total.longestDurationS)),
          units.text(distance: Double(total.longestDistanceM)),
          units.text(height: Double(total.highestGainM)),
          String(total.fieldLandings), String(total.contestFlights),
        ]
      },
      numbers: ["FLIGHTS", "TIME", "DISTANCE", "LONGEST", "FARTHEST", "GAIN", "FIELDS", "CONTESTS"]
    ).text
  }

  private static func number(
    _ name: String, _ invocation: Invocation, _ range: ClosedRange<Int>
  ) throws(Failure) -> Int? {
    guard let text = invocation[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "--\(name) takes \(range.lowerBound) to \(range.upperBound)", hint: "or leave it out")
    }
    return number
  }
}

extension LogbookTotals {
  /// The sum of years.
  fileprivate init(summing years: [LogbookTotals]) {
    self.init()
    for year in years {
      flights += year.flights
      durationS += year.durationS
      distanceM += year.distanceM
      longestDurationS = max(longestDurationS, year.longestDurationS)
      longestDistanceM = max(longestDistanceM, year.longestDistanceM)
      highestGainM = max(highestGainM, year.highestGainM)
      fieldLandings += year.fieldLandings
      contestFlights += year.contestFlights
    }
  }
}
