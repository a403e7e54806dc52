import FlightAnalysis
import FlightModel
import FlightPicture
import Waypoints

/// The task: what was credited, and each leg with its time and speed.
struct TaskSection {
  let flight: ReportFlight
  private var units: ReadingUnits { flight.units }

  func write(to page: inout HTMLText) {
    guard let task = flight.facts.task, !task.points.isEmpty else { return }
    page.element("section", ["class": "task"]) { page in
      page.element("h2", text: heading(task))
      if let result = flight.facts.taskResult {
        page.element("p", ["class": "lead"], text: summary(task, result))
        table(task, result).write(to: &page)
      } else {
        declaredTable(task).write(to: &page)
      }
      if !task.notes.isEmpty { page.element("p", text: task.notes) }
    }
  }

  private func heading(_ task: FlightTask) -> String {
    ["", "task"].contains(task.name.lowercased()) ? "Task" : "Task: \(task.name)"
  }

  private func summary(_ task: FlightTask, _ result: TaskResult) -> String {
    let declared = units.named(distance: result.declaredDistanceM)
    let completed = units.named(distance: result.completedDistanceM)
    var parts: [String] = []
    if result.reached.isEmpty {
      parts = ["Not started; declared \(declared)"]
    } else if result.isCompleted {
      parts = ["Completed: \(completed)"]
      if completed != declared { parts[0] += " of declared \(declared)" }
      if let time = result.taskTimeMs {
        parts.append("in \(ReportNumber.clock(milliseconds: time))")
      }
      if let speed = result.speedMPerS { parts.append("at \(units.named(speed: speed))") }
    } else {
      parts = ["Not completed: \(completed) of \(declared)"]
    }
    if result.startCount > 1 { parts.append("best of \(result.startCount) starts") }
    if let seconds = task.minimumTimeS {
      parts.append("minimum time \(ReportNumber.clock(milliseconds: seconds.clampedMs))")
    }
    return parts.joined(separator: ", ") + "."
  }

  /// The points of a task that was not evaluated.
  private func declaredTable(_ task: FlightTask) -> ReportTable {
    var table = ReportTable(
      caption: "Points of the task",
      columns: [
        .init(title: "Point", isNumber: false), .init(title: "Leg", unit: units.distance.name),
      ])
    for (index, point) in task.points.prefix(ReportLayers.mostTaskPoints).enumerated() {
      table.rows.append([.text(point.waypoint.name), .text(declaredLeg(task, to: index))])
    }
    return table
  }

  private func declaredLeg(_ task: FlightTask, to index: Int) -> String {
    guard index > 0 else { return "" }
    let positions = task.points[index - 1...index].map(\.waypoint.position)
    return units.text(distance: positions[0].distance(to: positions[1]))
  }

  private func table(_ task: FlightTask, _ result: TaskResult) -> ReportTable {
    var table = ReportTable(
      caption: "Legs of the task",
      columns: [
        .init(title: "Point", isNumber: false), .init(title: "Reached", unit: "UTC"),
        .init(title: "Altitude", unit: units.altitude.name, isExtra: true),
        .init(title: "Leg", unit: units.distance.name), .init(title: "Time"),
        .init(title: "Speed", unit: units.speed.name),
      ])
    var previous: TaskResult.Reached?
    for (index, point) in task.points.prefix(ReportLayers.mostTaskPoints).enumerated() {
      let here = result.reached.first { $0.point == index }
      let missed: [ReportTable.Cell] = [
        .text("not reached"), .text(""), .text(declaredLeg(task, to: index)), .text(""), .text(""),
      ]
      table.rows.append(
        [.text(point.waypoint.name)] + (here.map { row($0, after: previous) } ?? missed))
      previous = here ?? previous
    }
    return table
  }

  private func row(
    _ reached: TaskResult.Reached, after previous: TaskResult.Reached?
  ) -> [ReportTable.Cell] {
    let altitude = flight.altitude(reached.moment.index)
    var cells: [ReportTable.Cell] = [
      .text(ReportNumber.time(reached.moment.time, seconds: true)),
      .text(altitude.map { units.text(height: $0) } ?? ReportNumber.none),
    ]
    guard let previous else { return cells + [.text(""), .text(""), .text("")] }
    let metres = previous.scoringPosition.distance(to: reached.scoringPosition)
    let ms = reached.moment.time.milliseconds(since: previous.moment.time)
    cells.append(.text(units.text(distance: metres)))
    cells.append(.text(ReportNumber.clock(milliseconds: ms)))
    cells.append(
      .text(ms > 0 ? units.text(speed: metres / (Double(ms) / 1000)) : ReportNumber.none))
    return cells
  }
}

extension Int64 {
  /// Seconds as milliseconds, at most a year.
  fileprivate var clampedMs: Int64 { Swift.min(31_536_000, Swift.max(0, self)) * 1000 }
}
