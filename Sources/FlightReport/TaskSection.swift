import FlightAnalysis
import FlightModel
import FlightPicture
import Waypoints

/// The task: what was credited, and each leg with its time and speed.
struct TaskSection {
  let flight: ReportFlight

  func write(to page: inout HTMLText) {
    guard let task = flight.facts.task, !task.points.isEmpty else { return }
    page.element("section", ["class": "task"]) { page in
      page.element("h2", text: task.name.isEmpty ? "Task" : "Task: \(task.name)")
      if let result = flight.facts.taskResult {
        page.element("p", ["class": "lead"], text: summary(task, result))
      }
      table(task).write(to: &page)
      if !task.notes.isEmpty { page.element("p", text: task.notes) }
    }
  }

  private func summary(_ task: FlightTask, _ result: TaskResult) -> String {
    let declared = ReportNumber.kilometres(result.declaredDistanceM)
    let completed = ReportNumber.kilometres(result.completedDistanceM)
    var parts: [String] = []
    if result.reached.isEmpty {
      parts = ["Not started; declared \(declared) km"]
    } else if result.isCompleted {
      parts = ["Completed: \(completed) km"]
      if completed != declared { parts[0] += " of declared \(declared) km" }
      if let time = result.taskTimeMs {
        parts.append("in \(ReportNumber.clock(milliseconds: time))")
      }
      if let speed = result.speedMPerS { parts.append("at \(ReportNumber.kmh(speed)) km/h") }
    } else {
      parts = ["Not completed: \(completed) km of \(declared) km"]
    }
    if result.startCount > 1 { parts.append("best of \(result.startCount) starts") }
    if let seconds = task.minimumTimeS {
      parts.append("minimum time \(ReportNumber.clock(milliseconds: seconds.clampedMs))")
    }
    return parts.joined(separator: ", ") + "."
  }

  private func table(_ task: FlightTask) -> ReportTable {
    var table = ReportTable(
      caption: "Legs of the task",
      columns: [
        .init(title: "Point", isNumber: false), .init(title: "Reached", unit: "UTC"),
        .init(title: "Altitude", unit: "m"), .init(title: "Leg", unit: "km"),
        .init(title: "Time"), .init(title: "Speed", unit: "km/h"),
      ])
    let reached = flight.facts.taskResult?.reached ?? []
    var previous: TaskResult.Reached?
    for (index, point) in task.points.prefix(ReportLayers.mostTaskPoints).enumerated() {
      let here = reached.first { $0.point == index }
      let leg = here.map { row($0, after: previous) }
      let declared =
        index == 0
        ? 0
        : task.points[index - 1].waypoint.position.distance(
          to: point.waypoint.position)
      table.rows.append(
        [.text(point.waypoint.name)]
          + (leg
            ?? [
              .text("not reached"), .text(""),
              .text(index == 0 ? "" : ReportNumber.kilometres(declared)), .text(""), .text(""),
            ]))
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
      .text(altitude.map { "\($0)" } ?? ReportNumber.none),
    ]
    guard let previous else { return cells + [.text(""), .text(""), .text("")] }
    let metres = previous.scoringPosition.distance(to: reached.scoringPosition)
    let ms = reached.moment.time.milliseconds(since: previous.moment.time)
    cells.append(.text(ReportNumber.kilometres(metres)))
    cells.append(.text(ReportNumber.clock(milliseconds: ms)))
    cells.append(
      .text(ms > 0 ? ReportNumber.kmh(metres / (Double(ms) / 1000)) : ReportNumber.none))
    return cells
  }
}

extension Int64 {
  /// Seconds as milliseconds, at most a year.
  fileprivate var clampedMs: Int64 { Swift.min(31_536_000, Swift.max(0, self)) * 1000 }
}
