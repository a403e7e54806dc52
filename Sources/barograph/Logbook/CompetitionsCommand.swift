import CommandLineInterface
import ControlAPI
import FlightModel
import JSON
import SyncContract

/// `barograph competitions show`.
enum CompetitionsCommand {
  static let show = CommandSpec(
    path: ["competitions", "show"], summary: "show one competition", arguments: "ID",
    argumentCount: 1...1, options: [.json, .socket],
    details: """
      ID is an id, its first characters, or a name, as long as it fits one. It is then
      the one that was opened last.

      Exit codes: 0 shown, 66 there is no such competition, or several.
      """
  ) { (invocation) throws(Failure) in
    let group = RowGroup.competitions
    let row = try RowCommands.row(invocation.arguments[0], group, invocation)
    if invocation.has("json") {
      try invocation.output.write(RowDocument.json(row))
    } else {
      let lines = group.columns.map { column in
        [column.heading.lowercased(), column.text(row, ReadingUnits())]
      }.filter { $0[1] != "-" }
      try invocation.output.write(lines.map { pad($0[0]) + $0[1] + "\n" }.joined())
    }
    let id = row["id"]?.text ?? ""
    // Who may not change anything looks all the same.
    _ = try? DaemonConnection(invocation)
      .call(.openRow(.recentCompetitions), body: ["id": .string(id)])
    return 0
  }

  private static func pad(_ name: String) -> String {
    name + String(repeating: " ", count: max(1, 10 - name.count))
  }
}
