import FlightModel
import Waypoints

/// What was read, one line a thing, as the fixtures have it.
enum CUPDump {
  static func lines(_ file: CUPFile, _ badLines: BadLines) -> [String] {
    file.waypoints.map(line) + file.tasks.flatMap(lines)
      + badLines.told.map { "bad \($0.number): \($0.reason)" } + ["\(badLines.count) bad lines"]
  }

  static func line(_ waypoint: Waypoint) -> String {
    let numbers = [
      waypoint.elevationM.map { "elevation \($0)" },
      waypoint.runwayDirectionDeg.map { "runway \($0)°" },
      waypoint.runwayLengthM.map { "length \($0)" },
    ]
    let texts = [waypoint.code, waypoint.country, waypoint.frequency, waypoint.description]
    return
      (["waypoint \(waypoint.name)", "\(waypoint.position.latitudeE7)"]
      + ["\(waypoint.position.longitudeE7)", "\(waypoint.style)"] + numbers.compactMap { $0 }
      + texts)
      .joined(separator: " | ")
  }

  static func lines(_ task: CUPTask) -> [String] {
    let head =
      "task \(task.name) | \(task.takeOff?.name ?? "-") | \(task.landing?.name ?? "-") | "
      + task.otherStarts.map(\.name).joined(separator: "; ")
    let points = task.points.map { "  \($0.waypoint.name): \($0.zone.map(text) ?? "no zone")" }
    return [head, "  \(text(task.options))"] + points
  }

  private static func text(_ zone: ObservationZone) -> String {
    "\(zone.direction) r1 \(zone.r1M) a1 \(zone.a1Deg) r2 \(zone.r2M) a2 \(zone.a2Deg) a12 \(zone.a12Deg)"
      + (zone.isLine ? " line" : "") + (zone.isAssignedArea ? " area" : "")
      + (zone.lowestM.map { " from \($0)" } ?? "") + (zone.highestM.map { " to \($0)" } ?? "")
  }

  private static func text(_ options: CUPOptions) -> String {
    let values: [(String, (any Sendable)?)] = [
      ("opens", options.opensAtS), ("time", options.taskTimeS),
      ("waypoints", options.usesWaypoints),
      ("near", options.nearDistanceM), ("altitude", options.nearAltitudeM),
      ("minimum", options.usesMinimumDistance), ("random", options.isRandomOrder),
      ("most", options.mostPoints), ("before", options.mandatoryBefore),
      ("after", options.mandatoryAfter), ("bonus", options.bonus),
    ]
    let said = values.compactMap { name, value in value.map { "\(name) \($0)" } }
    return said.isEmpty ? "no options" : said.joined(separator: ", ")
  }
}
