import CommandLineInterface
import ControlAPI
import JSON
import SyncContract

/// `barograph flights set|delete`.
enum FlightsEditCommand {
  /// What a person says of a flight.
  private static let fields: [RowOption] = [
    .yesNo("favorite", "isFavorite", "whether it is a favourite"),
    .yesNo("contest", "isContest", "whether it was flown in a contest"),
    .yesNo("read", "isRead", "whether it has been looked at"),
    .yesNo("field-landing", "isFieldLanding", "whether it ended in a field"),
    .yesNo("in-logbook", "inLogbook", "whether it belongs to the logbook"),
    .text("comments", "comments", "TEXT", "what is to be said of it"),
    .text("pilot", "pilot", "NAME", "pilot in charge"),
    .text("crew", "passenger", "NAME", "second pilot or passenger"),
    .text("glider", "gliderType", "TYPE", "glider type"),
    .text("registration", "registration", "ID", "registration"),
    .text("competition-id", "competitionId", "ID", "competition id"),
    .text("competition-class", "competitionClass", "CLASS", "competition class"),
    RowOption("water", "LITRES", "water ballast at take-off, or none", expected: "litres") { text in
      if text == "none" { return ["waterBallastL": .null] }
      return Int64(text).flatMap { $0 >= 0 ? ["waterBallastL": .integer($0)] : nil }
    },
  ]

  static let set = CommandSpec(
    path: ["flights", "set"], summary: "mark a flight, correct who flew what, add comments",
    arguments: "ID...", argumentCount: 1...100, options: fields.map(\.spec) + [.json, .socket],
    details: """
      ID is a flight's id or its first digits. What is not given stays as it is. The
      file itself is never changed. What is computed from the file cannot be set.

      Exit codes: 0 changed, 66 no flight, or several, begin with ID.
      """
  ) { (invocation) throws(Failure) in
    let given = try RowCommands.fields(of: invocation, fields)
    guard !given.isEmpty else {
      throw .usage("say what to change", hint: "try: barograph flights set --help")
    }
    let daemon = DaemonConnection(invocation)
    var body = JSONObject()
    for name in given.keys.sorted() { body[name] = JSONValue(given[name] ?? .null) }
    var changed: [JSONValue] = []
    for word in invocation.arguments {
      let flight = try FlightChoice.flight(word, daemon)
      body["id"] = .string(flight.id)
      _ = try daemon.call(.changeRow(.flights), body: .object(body))
      let now = try daemon.call(.flight(id: flight.id))
      changed.append(now)
      if !invocation.has("json") {
        try invocation.output.write("\(flight.id.prefix(12))  \(flight.filename)\n")
      }
    }
    if invocation.has("json") { try invocation.output.write(["flights": .array(changed)]) }
    return 0
  }

  static let delete = CommandSpec(
    path: ["flights", "delete"], summary: "delete flights and their files",
    arguments: "ID...", argumentCount: 1...100,
    options: [OptionSpec("yes", nil, "do not ask"), .json, .socket],
    details: """
      Takes the flights out of the logbook and removes their IGC files, here and,
      with the next upload, on the server. ID is a flight's id or its first digits. A
      flight that is only not wanted in the list can be kept with "flights set ID
      --in-logbook no".

      Exit codes: 0 deleted, 1 kept, 66 no flight, or several, begin with ID.
      """
  ) { (invocation) throws(Failure) in
    let daemon = DaemonConnection(invocation)
    var flights: [FlightSummary] = []
    for word in invocation.arguments { flights.append(try FlightChoice.flight(word, daemon)) }
    if !invocation.has("yes") {
      let names = flights.map { "  \(FlightText.minute($0.firstFixAt))  \($0.filename)\n" }.joined()
      let question = "\(names)Delete these flights and their files for good? [y/N] "
      guard try Terminal.confirm(question, flag: "--yes") else { return 1 }
    }
    for flight in flights {
      _ = try daemon.call(.deleteRow(.flight), body: ["id": .string(flight.id)])
      if !invocation.has("json") {
        try invocation.output.write("Deleted \(flight.filename).\n")
      }
    }
    if invocation.has("json") {
      try invocation.output.write(["deleted": .array(flights.map { .string($0.id) })])
    }
    return 0
  }
}
