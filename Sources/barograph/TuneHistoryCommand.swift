import CommandLineInterface
import ControlAPI
import FlightModel
import JSON
import SyncContract

/// `barograph tunes history`.
enum TuneHistoryCommand {
  static let spec = CommandSpec(
    path: ["tunes", "history"], summary: "list what a tune profile was before",
    arguments: "ID", argumentCount: 1...1, options: [.json, .socket],
    details: "Prints the values with their times, oldest first."
  ) { (invocation) throws(Failure) in
    let profile = try RowCommands.row(invocation.arguments[0], .tunes, invocation)
    let daemon = DaemonConnection(invocation)
    let json = try daemon.call(.rows(.tuneHistoryEntries))
    let rows = try daemon.read(json) { (json) throws(DocumentError) in
      try RowDocument.rows(json, of: .tuneHistoryEntries)
    }.filter { $0["profileId"] == profile["id"] }
    if invocation.has("json") {
      try invocation.output.write(RowDocument.json(rows))
    } else {
      let time = RowColumn.time("WHEN", "createdAt")
      let cells = rows.map { [time.text($0, ReadingUnits()), $0["fieldsJson"]?.text ?? ""] }
      try invocation.output.write(TextTable(headings: ["WHEN", "VALUES"], rows: cells).text)
    }
    return 0
  }
}
