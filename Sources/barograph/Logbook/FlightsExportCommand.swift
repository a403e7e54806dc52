import CommandLineInterface
import ControlAPI
import JSON

/// `barograph flights export`: a flight's file, and what is made of it.
enum FlightsExportCommand {
  static let spec = CommandSpec(
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
    let daemon = DaemonConnection(invocation, timeoutSeconds: 30)
    let targets = [invocation["igc"], invocation["svg"]]
    guard targets.filter({ $0 == "-" }).count < 2 else {
      throw .usage("only one of --igc and --svg can go to standard output", hint: "name a file")
    }
    let flight = try FlightChoice.flight(invocation.arguments[0], daemon)
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

  private static func picturename(of flight: FlightSummary) -> String {
    (flight.filename.split(separator: ".").first.map(String.init) ?? flight.id) + ".svg"
  }
}
