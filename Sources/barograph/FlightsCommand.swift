import CommandLineInterface
import ControlAPI
import FlightModel
import JSON

/// `barograph flights`: the logbook of this box.
enum FlightsCommand {
  static let list = CommandSpec(
    path: ["flights", "list"], summary: "list the flights in the logbook, newest first",
    options: [OptionSpec("limit", "N", "at most this many (20)"), .json, .socket],
    details: """
      Prints a line a flight: the start of its id, date and time (UTC) of take-off,
      duration, gain of height and file name. The start of an id is enough for the
      other commands.
      """
  ) { (invocation) throws(Failure) in
    guard let limit = Int(invocation["limit"] ?? "20"), (1...1000).contains(limit) else {
      throw .usage("--limit takes 1 to 1000", hint: "leave it out for the last 20")
    }
    let daemon = DaemonConnection(invocation)
    let json = try daemon.call(.flights, query: [("limit", String(limit))])
    let flights = try daemon.read(json) { (json) throws(DocumentError) in
      try FlightList.read(json)
    }
    if invocation.has("json") {
      try invocation.output.write(json)
    } else if flights.isEmpty {
      try invocation.output.write("No flights yet.\n")
    } else {
      try invocation.output.write("ID            TAKE-OFF           DURATION    GAIN  FILE\n")
      for flight in flights { try invocation.output.write(line(of: flight) + "\n") }
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
    let json = try daemon.call(.flight(id: try flightID(invocation)))
    let flight = try daemon.read(json) { (json) throws(DocumentError) in
      try FlightSummary(json: json)
    }
    try invocation.has("json")
      ? invocation.output.write(json) : invocation.output.write(page(of: flight))
    return 0
  }

  static let export = CommandSpec(
    path: ["flights", "export"], summary: "copy out a flight's IGC file or picture",
    arguments: "ID", argumentCount: 1...1,
    options: [
      OptionSpec(
        "igc", "FILE", "write the IGC file to FILE, a directory, or - for standard output"),
      OptionSpec("svg", "FILE", "write the picture (track and barogram) likewise"),
      OptionSpec("force", nil, "replace a file that exists"),
      .json, .socket,
    ],
    details: """
      Without --igc and --svg the IGC file goes to the present directory under its
      own name. A file is complete and on the disk when the command ends with 0, so
      a stick may then be taken out; a broken transfer leaves nothing.

      Exit codes: 0 done, 66 no such flight, 73 the file exists or cannot be made,
      74 the transfer broke off.
      """
  ) { (invocation) throws(Failure) in
    let id = try flightID(invocation)
    let daemon = DaemonConnection(invocation, timeoutSeconds: 30)
    let targets = [invocation["igc"], invocation["svg"]]
    guard targets.filter({ $0 == "-" }).count < 2 else {
      throw .usage("only one of --igc and --svg can go to standard output", hint: "name a file")
    }
    let json = try daemon.call(.flight(id: id))
    let flight = try daemon.read(json) { (json) throws(DocumentError) in
      try FlightSummary(json: json)
    }
    let isDefault = targets == [nil, nil]
    let exports: [(Endpoint, String?, String)] = [
      (.flightIGC(id: flight.id), isDefault ? "." : targets[0], flight.filename),
      (.flightPicture(id: flight.id), targets[1], picturename(of: flight)),
    ]
    var paths: [String] = []
    for (endpoint, target, name) in exports {
      guard let target else { continue }
      let file = ExportFile(target: target, name: name, mayReplace: invocation.has("force"))
      if let path = try file.fill(from: daemon, endpoint, invocation.output) { paths.append(path) }
    }
    if invocation.has("json"), !targets.contains("-") {
      try invocation.output.write(["files": .array(paths.map(JSONValue.string))])
    } else if !targets.contains("-") {
      for path in paths { try invocation.output.write(path + "\n") }
    }
    return 0
  }

  private static func flightID(_ invocation: Invocation) throws(Failure) -> String {
    let id = invocation.arguments[0].lowercased()
    guard Endpoint.isID(id) else {
      throw .usage(
        "\"\(invocation.arguments[0])\" is no flight id",
        hint: "an id is 4 to 64 hexadecimal digits; see: barograph flights list")
    }
    return id
  }

  private static func picturename(of flight: FlightSummary) -> String {
    (flight.filename.split(separator: ".").first.map(String.init) ?? flight.id) + ".svg"
  }

  private static func line(of flight: FlightSummary) -> String {
    let start = flight.takeoffAt ?? flight.firstFixAt
    let duration = StatusText.duration(Double(flight.durationS))
    let gain = "\(flight.heightGainedM) m"
    return
      "\(flight.id.prefix(12))  \(StatusText.day(start)) \(StatusText.clock(start).prefix(5))Z  "
      + pad(duration, 8) + pad(gain, 8) + "  \(flight.filename)"
  }

  private static func page(of flight: FlightSummary) -> String {
    let declared = flight.declaration
    let rows: [(String, String)] = [
      ("id", flight.id), ("file", flight.igcPath ?? flight.filename),
      ("size", "\(flight.igcBytes) bytes"), ("pilot", declared.pilot), ("crew", declared.crew),
      ("glider", declared.gliderType), ("registration", declared.registration),
      (
        "competition",
        [declared.competitionID, declared.competitionClass].filter { !$0.isEmpty }
          .joined(separator: " ")
      ),
      ("first fix", flight.firstFixAt.rfc3339),
      ("take-off", flight.takeoffAt?.rfc3339 ?? "not seen"),
      ("landing", flight.landingAt?.rfc3339 ?? "not seen"),
      ("last fix", flight.lastFixAt.rfc3339), ("fixes", "\(flight.fixCount)"),
      ("duration", StatusText.duration(Double(flight.durationS))),
      ("height gain", "\(flight.heightGainedM) m"),
    ]
    return rows.filter { !$0.1.allSatisfy { $0 == " " } }.map { name, value in
      name + String(repeating: " ", count: 14 - name.count) + value + "\n"
    }.joined()
  }

  /// Right-aligned.
  private static func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
