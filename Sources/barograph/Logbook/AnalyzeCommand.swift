import CommandLineInterface
import ControlAPI
import FlightAnalysis
import FlightModel
import JSON

/// `barograph analyze`: what was flown, of any IGC file, without the recorder.
enum AnalyzeCommand {
  static let spec = CommandSpec(
    path: ["analyze"], summary: "tell what was flown in an IGC file", arguments: "FILE|ID",
    argumentCount: 1...1, options: AnalysedFile.options + [.json, .socket],
    details: """
      Reads an IGC file of any logger, or a flight of the logbook by its id, and
      tells take-off and landing, circling, the best distances of every shape, the
      best two hours and how the declared task went. A file needs no recorder. What
      cannot be read is skipped, counted, and told by line. Distances are those on
      the FAI sphere of 6371 km; docs/analysis.md defines everything.

      Exit codes: 0 told, 65 the file holds no fix, 66 there is no such file or
      flight.
      """
  ) { (invocation) throws(Failure) in
    let file = try AnalysedFile(try FlightSource(invocation.arguments[0], invocation), invocation)
    try invocation.has("json")
      ? invocation.output.write(AnalysisDocument.json(file))
      : invocation.output.write(AnalysisText.page(file, ReadingUnits(of: invocation)))
    return 0
  }
}
