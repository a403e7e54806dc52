import CommandLineInterface
import ControlAPI
import FlightAnalysis
import FlightModel
import FlightReport
import IGC
import JSON
import RecordingModel

/// `barograph flights report`: a flight on one page.
enum FlightsReportCommand {
  static let spec = CommandSpec(
    path: ["flights", "report"], summary: "write a flight's report as one HTML page",
    arguments: "ID|FILE", argumentCount: 1...1,
    options: [
      OptionSpec("html", "FILE", "to FILE, a directory, or - for standard output (.)"),
      OptionSpec("force", nil, "replace a file that exists"),
    ] + AnalysedFile.options + [.json, .socket],
    details: """
      The page has the track coloured by climb with task and optimised shapes, the
      barogram with its phases, thermals, distances and statistics; it needs no
      network and prints well. ID is a flight's id or its first digits; an IGC FILE
      needs no recorder. Names of places come from the waypoint files that the
      recorder has.

      Exit codes: 0 written, 65 the file holds no fix, 66 there is no such file or
      flight, 73 the page exists or cannot be made.
      """
  ) { (invocation) throws(Failure) in
    let source = try FlightSource(invocation.arguments[0], invocation)
    let analysed = try AnalysedFile(source, invocation)
    let page = ReportPage.html(try facts(analysed, invocation))
    let file = ExportFile(
      target: invocation["html"] ?? ".", name: source.stem + ".html",
      mayReplace: invocation.has("force"))
    if let flight = source.summary {
      FlightChoice.noteOpened(flight, DaemonConnection(invocation))
    }
    let path = try file.fill(invocation.output) { (sink) throws(Failure) in try sink(page) }
    guard let path else { return 0 }
    try invocation.has("json")
      ? invocation.output.write(["files": [.string(path)]]) : invocation.output.write(path + "\n")
    return 0
  }

  private static func facts(
    _ analysed: AnalysedFile, _ invocation: Invocation
  ) throws(Failure) -> ReportFacts {
    let source = analysed.source
    var facts = ReportFacts(
      title: source.name, declaration: source.declaration, fixes: source.file.track,
      analysis: analysed.flight, task: analysed.task, taskResult: analysed.result,
      comments: source.summary?.notes.comments ?? "", units: ReadingUnits(of: invocation),
      ground: analysed.ground)
    // A file is reported without a recorder.
    guard source.summary != nil else { return facts }
    let places = try KnownAirfields(invocation)
    facts.takeoffPlace = places.name(of: analysed.flight.takeoff, in: source.file.track)
    facts.landingPlace = places.name(of: analysed.flight.landing, in: source.file.track)
    return facts
  }
}
