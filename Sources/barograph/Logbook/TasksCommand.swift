import CommandLineInterface
import ControlAPI
import FlightModel
import JSON
import Linux
import Logbook
import SyncContract
import Waypoints

/// `barograph tasks show|export|declare`.
enum TasksCommand {
  static let show = CommandSpec(
    path: ["tasks", "show"], summary: "show a task's points and zones", arguments: "ID",
    argumentCount: 1...1, options: [.json, .socket],
    details: """
      ID is an id, its first characters, or a name, as long as it fits one.

      Exit codes: 0 shown, 66 there is no such task, or several.
      """
  ) { (invocation) throws(Failure) in
    let row = try RowCommands.row(invocation.arguments[0], .tasks, invocation)
    let task = try task(row)
    try invocation.has("json")
      ? invocation.output.write(RowDocument.json(row))
      : invocation.output.write(TaskText.page(task, ReadingUnits(of: invocation)))
    return 0
  }

  static let export = CommandSpec(
    path: ["tasks", "export"], summary: "write tasks into a CUP file", arguments: "FILE [ID...]",
    argumentCount: 1...100,
    options: [OptionSpec("force", nil, "replace a file that exists"), .socket],
    details: """
      Writes every task, or those named, with their points and zones into one CUP
      file, which navigation programs and instruments read. FILE is - for standard
      output.

      Exit codes: 0 written, 66 there is no such task, or several, 73 the file exists
      or cannot be made.
      """
  ) { (invocation) throws(Failure) in
    var tasks: [FlightTask] = []
    if invocation.arguments.count == 1 {
      for row in try all(invocation) { tasks.append(try task(row)) }
    }
    for word in invocation.arguments.dropFirst() {
      tasks.append(try task(try RowCommands.row(word, .tasks, invocation)))
    }
    let file = ExportFile(
      target: invocation.arguments[0], name: "tasks.cup", mayReplace: invocation.has("force"))
    let path = try file.fill(invocation.output) { (sink) throws(Failure) in
      try sink(CUPFile(tasks: tasks.map(CUPTask.init)).bytes())
    }
    if let path { try invocation.output.write("\(path): \(Counted.text(tasks.count, "task"))\n") }
    return 0
  }

  static let declare = CommandSpec(
    path: ["tasks", "declare"], summary: "declare the task of the next flight",
    arguments: "[ID|clear]", argumentCount: 0...1, options: [.json, .socket],
    details: """
      Sets the recorder's task: the IGC file of the next flight carries it with the
      time of this declaration. One that is made after take-off is written too, with
      its time, and does not count. It stays for later flights until another is
      declared, or "clear". Without an argument it tells what is declared.

      ID is an id, its first characters, or a name, as long as it fits one.

      Exit codes: 0 declared, 66 there is no such task, or several, 75 the recorder
      does not know the time yet.
      """
  ) { (invocation) throws(Failure) in
    let daemon = DaemonConnection(invocation)
    let json: JSONValue
    switch invocation.arguments.first {
    case nil: json = try daemon.call(.declaredTask)
    case "clear": json = try daemon.call(.declareTask, body: ["id": nil])
    case .some(let word):
      let row = try RowCommands.row(word, .tasks, invocation)
      json = try daemon.call(.declareTask, body: ["id": JSONValue(row["id"]?.text)])
    }
    let declared = try daemon.read(json) { (json) throws(DocumentError) in
      try RecorderTaskDocument.read(json)
    }
    try invocation.has("json")
      ? invocation.output.write(json)
      : invocation.output.write(TaskText.declared(declared, ReadingUnits(of: invocation)))
    return 0
  }

  /// Every task's row.
  static func all(_ invocation: Invocation) throws(Failure) -> [ContractRow] {
    let daemon = DaemonConnection(invocation)
    let json = try daemon.call(.rows(.tasks))
    return try daemon.read(json) { (json) throws(DocumentError) in
      try RowDocument.rows(json, of: .tasks)
    }
  }

  /// The task of a row.
  static func task(_ row: ContractRow) throws(Failure) -> FlightTask {
    do throws(TurnpointsJSON.Failure) {
      return FlightTask(
        name: row["name"]?.text ?? "",
        points: try TurnpointsJSON.decode(
          row["turnpointsJson"]?.text ?? "[]", formatVersion: row["formatVersion"]?.integer ?? 1),
        minimumTimeS: row["minimumTimeS"]?.integer, notes: row["notes"]?.text ?? "")
    } catch {
      throw Failure(.badData, "bad-task", "\(error)", hint: "import the task again")
    }
  }
}

/// Tasks as people read them.
enum TaskText {
  static func page(_ task: FlightTask, _ units: ReadingUnits) -> String {
    let positions = task.points.map(\.waypoint.position)
    let legs = zip(positions, positions.dropFirst()).map { $0.distance(to: $1) }
    let rows = task.points.enumerated().map { index, point in
      [
        name(of: index, task), point.waypoint.name,
        index == 0 ? "" : units.text(distance: legs[index - 1]), zone(point.zone, units),
      ]
    }
    let time = task.minimumTimeS.map { ", at least \(StatusText.duration(Double($0)))" } ?? ""
    let total = units.text(distance: legs.reduce(0, +))
    let notes = task.notes.isEmpty ? "" : "\(task.notes)\n"
    return "\(task.name)\n\(total)\(time)\n\(notes)\n"
      + TextTable(headings: ["", "POINT", "LEG", "ZONE"], rows: rows, numbers: ["LEG"]).text
  }

  private static func name(of index: Int, _ task: FlightTask) -> String {
    if index == 0 { return "start" }
    return index == task.points.count - 1 ? "finish" : "\(index)"
  }

  private static func zone(_ zone: ObservationZone, _ units: ReadingUnits) -> String {
    let radius = units.text(distance: zone.r1M)
    let shape: String
    if zone.isLine {
      shape = "line, \(radius) each side"
    } else if zone.a1Deg >= 180 {
      shape = "cylinder of \(radius)"
    } else {
      shape = "sector of \(radius), \(Decimal.text(2 * zone.a1Deg, places: 0))°"
    }
    let inner =
      zone.r2M > 0 && !zone.isLine ? ", inside \(units.text(distance: zone.r2M))" : ""
    return (zone.isAssignedArea ? "area: " : "") + shape + inner
  }

  static func declared(_ task: RecorderTask?, _ units: ReadingUnits) -> String {
    guard let task else { return "No task is declared.\n" }
    let late = task.counts == false ? "; too late for the flight that is going on" : ""
    let distance = units.text(distance: Double(task.distanceM))
    return "Declared \(FlightText.minute(task.declaredAt)): \(task.name), \(distance)\(late)\n"
      + "  \(task.points.joined(separator: " - "))\n"
  }
}
