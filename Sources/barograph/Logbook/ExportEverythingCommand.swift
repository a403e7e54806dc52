import Archives
import Bytes
import CommandLineInterface
import ControlAPI
import FlightModel
import Linux
import RecordingModel
import SyncContract
import Waypoints

/// `barograph export`: the whole logbook in one ZIP file.
enum ExportEverythingCommand {
  /// Flights that are asked for at once.
  private static let pageSize = 500

  static let spec = CommandSpec(
    path: ["export"], summary: "write the whole logbook into one ZIP file", arguments: "FILE",
    argumentCount: 1...1,
    options: [OptionSpec("force", nil, "replace a file that exists"), .socket],
    details: """
      The archive has every flight's IGC file as it was received, in flights/ by year
      (what is not in the logbook in flights/others), what was said of each flight in
      logbook.json, every task in tasks/tasks.cup, and waypoint and airspace files in
      files/. "barograph import FILE" takes it in again, on this box or another. FILE
      is - for standard output.

      Exit codes: 0 written, 73 the file exists or cannot be made, 74 the transfer
      broke off.
      """
  ) { (invocation) throws(Failure) in
    let file = ExportFile(
      target: invocation.arguments[0], name: "logbook.zip", mayReplace: invocation.has("force"))
    var count = 0
    let path = try file.fill(invocation.output) { (sink) throws(Failure) in
      count = try write(to: sink, invocation)
    }
    if let path { try invocation.output.write("\(path): \(Counted.text(count, "flight"))\n") }
    return 0
  }

  /// Returns the number of flights.
  private static func write(
    to sink: ExportFile.Sink, _ invocation: Invocation
  ) throws(Failure) -> Int {
    let daemon = DaemonConnection(invocation, timeoutSeconds: 60)
    return try lend(sink) { sink throws(Failure) in
      do {
        let archive = try ArchiveWriter { try sink($0) }
        let flights = try flights(daemon)
        try add(flights, to: archive, daemon)
        try addTasks(to: archive, invocation)
        try addFiles(to: archive, daemon)
        try archive.finish()
        return flights.count
      } catch let failure as Failure {
        throw failure
      } catch {
        throw Failure(
          .inputOutput, "cannot-pack", "cannot write the archive: \(error)", hint: "check the disk")
      }
    }
  }

  private static func flights(_ daemon: DaemonConnection) throws(Failure) -> [FlightSummary] {
    var flights: [FlightSummary] = []
    while true {
      let json = try daemon.call(
        .flights,
        query: [
          ("others", "1"), ("ascending", "1"), ("limit", String(pageSize)),
          ("offset", String(flights.count)),
        ])
      let page = try daemon.read(json) { (json) throws(DocumentError) in try FlightList.read(json) }
      flights += page
      if page.count < pageSize { return flights }
    }
  }

  private static func add(
    _ flights: [FlightSummary], to archive: ArchiveWriter, _ daemon: DaemonConnection
  ) throws {
    let progress = ProgressLine()
    defer { progress.clear() }
    try archive.add(
      LogbookNotes.filename, modifiedAt: seconds(SystemClock.wall()), LogbookNotes.bytes(flights))
    var taken: Set<String> = []
    for (number, flight) in flights.enumerated() {
      progress.show("\(number + 1) of \(flights.count)  \(flight.filename)")
      var path = self.path(of: flight, flight.filename)
      if !taken.insert(path.lowercased()).inserted {
        path = self.path(of: flight, "\(flight.id.prefix(12))-\(flight.filename)")
      }
      try archive.add(
        path, modifiedAt: seconds(flight.lastFixAt), try content(.flightIGC(id: flight.id), daemon))
    }
  }

  private static func path(of flight: FlightSummary, _ name: String) -> String {
    let year = (flight.takeoffAt ?? flight.firstFixAt).date.year
    return "flights/\(flight.notes.inLogbook ? String(year) : "others")/\(bare(name))"
  }

  /// A name that is no path.
  private static func bare(_ name: String) -> String {
    let bare = name.split(separator: "/").last.map(String.init) ?? "file"
    return bare.hasPrefix(".") ? "_" + bare : bare
  }

  private static func addTasks(to archive: ArchiveWriter, _ invocation: Invocation) throws {
    let tasks = try TasksCommand.all(invocation).map { row throws(Failure) in
      try TasksCommand.task(row)
    }
    guard !tasks.isEmpty else { return }
    try archive.add(
      "tasks/tasks.cup", modifiedAt: seconds(SystemClock.wall()),
      CUPFile(tasks: tasks.map(CUPTask.init)).bytes())
  }

  private static func addFiles(to archive: ArchiveWriter, _ daemon: DaemonConnection) throws {
    let json = try daemon.call(.rows(.mapFiles))
    let rows = try daemon.read(json) { (json) throws(DocumentError) in
      try RowDocument.rows(json, of: .mapFiles)
    }
    for row in rows where row["contentHash"]?.text != nil {
      guard let id = row["id"]?.text, let type = row["type"]?.text else { continue }
      let changed = UTCInstant(milliseconds: row["importedAt"]?.integer ?? 0)
      try archive.add(
        "files/\(type)/\(bare(row["filename"]?.text ?? id))", modifiedAt: seconds(changed),
        try content(.fileContent(id: id), daemon))
    }
  }

  private static func content(
    _ endpoint: Endpoint, _ daemon: DaemonConnection
  ) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    try daemon.stream(endpoint) { (block) throws(Failure) in bytes += block }
    return bytes
  }

  private static func seconds(_ time: UTCInstant) -> Int64 { time.milliseconds / 1000 }
}
