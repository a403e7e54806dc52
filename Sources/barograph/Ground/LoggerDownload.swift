import CommandLineInterface
import ControlAPI
import FLARM
import JSON

/// Listing and fetching flights, the same for every kind of logger.
struct LoggerDownload {
  let invocation: Invocation
  let kind: String
  /// The job for a selection and the lines that are had of files already begun.
  let job: (FlightSelection, [String: Int]) -> GroundJob
  /// Whether a file can go on where it broke off.
  let isResumable: Bool

  func list() throws(Failure) -> Int32 {
    var runner = GroundRunner(invocation, kind: kind)
    try runner.run(job(.none, [:]))
    if invocation.has("json") {
      try invocation.output.write(["flights": .array(runner.flights.map(\.json))])
    } else if runner.flights.isEmpty {
      try invocation.output.write("No flights.\n")
    } else {
      try invocation.output.write(
        TextTable(
          headings: ["RECORD", "DATE", "START", "TIME", "FILE", "PILOT"],
          rows: runner.flights.map(\.row)
        ).text)
    }
    return 0
  }

  func download() throws(Failure) -> Int32 {
    var folder = DownloadFolder(invocation["into"] ?? ".", mayReplace: invocation.has("force"))
    let selection = try selection(folder)
    let begun = isResumable && !invocation.has("force") ? try folder.begun() : [:]
    var runner = GroundRunner(invocation, kind: kind)
    do throws(Failure) {
      try runner.run(job(selection, begun)) { (flight, part) throws(Failure) in
        try folder.take(flight, part)
      }
    } catch {
      if !invocation.has("json") { try show(folder) }
      throw error
    }
    if invocation.has("json") {
      try invocation.output.write(Self.json(folder))
    } else {
      try show(folder)
      if folder.isUntouched {
        try invocation.output.write(
          "Nothing to fetch: the logger has \(runner.flights.count) flights.\n")
      }
    }
    return folder.abandoned.isEmpty ? 0 : Failure.Exit.tryLater.rawValue
  }

  private func selection(_ folder: DownloadFolder) throws(Failure) -> FlightSelection {
    let records = invocation.arguments.compactMap { Int($0) }
    guard records.count == invocation.arguments.count,
      records.allSatisfy({ (0...9999).contains($0) })
    else { throw .usage("RECORD is a number of the list", hint: "see it with: list") }
    if !records.isEmpty { return .records(Set(records)) }
    if invocation.has("newest") { return .newest }
    return invocation.has("all") ? .all : .except(names: try folder.names())
  }

  private func show(_ folder: DownloadFolder) throws(Failure) {
    for name in folder.complete { try invocation.output.write("\(folder.path)/\(name)\n") }
    for name in folder.skipped {
      Output.complain("\(name) is here already (--force replaces it)\n")
    }
    for file in folder.abandoned {
      Output.complain("\(file.name) could not be had: \(file.reason)\n")
    }
  }

  private static func json(_ folder: DownloadFolder) -> JSONValue {
    [
      "files": .array(folder.complete.map { .string("\(folder.path)/\($0)") }),
      "skipped": .array(folder.skipped.map(JSONValue.string)),
      "abandoned": .array(
        folder.abandoned.map { ["file": .string($0.name), "reason": .string($0.reason)] }),
    ]
  }
}
