import CommandLineInterface
import ControlAPI
import FlightAnalysis
import FlightModel
import IGC
import JSON
import TrackExport

/// `barograph flights export`: a flight's file, and what other programs read of it.
enum FlightsExportCommand {
  static let spec = CommandSpec(
    path: ["flights", "export"], summary: "copy out a flight as IGC, GPX, KML, GeoJSON, CSV, SVG",
    arguments: "ID|FILE", argumentCount: 1...1,
    options: [
      OptionSpec(
        "igc", "FILE", "write the IGC file to FILE, a directory, or - for standard output"),
      OptionSpec("gpx", "FILE", "write the track as GPX likewise"),
      OptionSpec("kml", "FILE", "… as KML"), OptionSpec("geojson", "FILE", "… as GeoJSON"),
      OptionSpec("csv", "FILE", "… as CSV, void fixes too"),
      OptionSpec("svg", "FILE", "write the picture (track and barogram) likewise"),
      OptionSpec("force", nil, "replace a file that exists"),
      GroundTiles.option, .json, .socket,
    ],
    details: """
      ID is a flight's id or its first digits; the track of an IGC FILE can be
      written without a recorder. Without an option the IGC file goes to the present
      directory under its own name, byte for byte as it was received. A file is
      complete and on the disk when the command ends with 0, so a stick may then be
      taken out; a broken transfer leaves nothing.

      Exit codes: 0 done, 66 no such flight, 73 the file exists or cannot be made,
      74 the transfer broke off.
      """
  ) { (invocation) throws(Failure) in
    let words = ["igc", "svg"] + TrackFormat.allCases.map(\.rawValue)
    let toOutput = words.filter { invocation[$0] == "-" }
    guard toOutput.count < 2 else {
      throw .usage("only one of them can go to standard output", hint: "name a file")
    }
    var paths: [String] = []
    if words.allSatisfy({ invocation[$0] == nil }) || invocation["igc"] ?? invocation["svg"] != nil
    {
      paths += try storedFiles(invocation)
    }
    paths += try tracks(invocation)
    if !toOutput.isEmpty { return 0 }
    if invocation.has("json") {
      try invocation.output.write(["files": .array(paths.map(JSONValue.string))])
    } else {
      for path in paths { try invocation.output.write(path + "\n") }
    }
    return 0
  }

  /// What the recorder has: the file and the picture.
  private static func storedFiles(_ invocation: Invocation) throws(Failure) -> [String] {
    let daemon = DaemonConnection(invocation, timeoutSeconds: 30)
    let flight = try FlightChoice.flight(invocation.arguments[0], daemon)
    let isDefault = invocation["svg"] == nil && invocation["igc"] == nil
    let exports: [(Endpoint, String?, String)] = [
      (.flightIGC(id: flight.id), isDefault ? "." : invocation["igc"], flight.filename),
      (.flightPicture(id: flight.id), invocation["svg"], stem(of: flight) + ".svg"),
    ]
    var paths: [String] = []
    for (endpoint, target, name) in exports {
      guard let target else { continue }
      let file = ExportFile(target: target, name: name, mayReplace: invocation.has("force"))
      if let path = try file.fill(from: daemon, endpoint, invocation.output) { paths.append(path) }
    }
    return paths
  }

  /// What is made of the track here.
  private static func tracks(_ invocation: Invocation) throws(Failure) -> [String] {
    let formats = TrackFormat.allCases.filter { invocation[$0.rawValue] != nil }
    guard !formats.isEmpty else { return [] }
    let source = try FlightSource(invocation.arguments[0], invocation)
    var document = TrackDocument(
      name: source.stem, declaration: source.declaration, fixes: source.file.track)
    if formats.contains(where: \.tellsGround) {
      var options = AnalysisOptions()
      options.shapes = []
      let flight = AnalysedFlight.analyse(document.fixes, options: options)
      document.ground = try GroundTiles.ground(below: flight, in: source.file, invocation)
    }
    var paths: [String] = []
    for format in formats {
      let file = ExportFile(
        target: invocation[format.rawValue] ?? ".", name: "\(source.stem).\(format.rawValue)",
        mayReplace: invocation.has("force"))
      let path = try file.fill(invocation.output) { (sink) throws(Failure) in
        for block in format.blocks(of: document) { try sink(block) }
      }
      if let path { paths.append(path) }
    }
    return paths
  }

  private static func stem(of flight: FlightSummary) -> String {
    flight.filename.split(separator: ".").first.map(String.init) ?? flight.id
  }
}
