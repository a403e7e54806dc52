import ControlAPI
import Elevation
import FlightAnalysis
import FlightModel
import IGC
import Waypoints

/// An analysis as people read it.
enum AnalysisText {
  static func page(_ file: AnalysedFile, _ units: ReadingUnits) -> String {
    let parts = [
      facts(file, units), distances(file.flight, units), TextTable.task(file, units),
      defects(file.source.file),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func facts(_ file: AnalysedFile, _ units: ReadingUnits) -> String {
    let (flight, counts) = (file.flight, file.source.file.counts)
    let circling = flight.circling
    let declared = file.source.declaration
    let rows: [(String, String?)] = [
      ("file", file.source.name), ("pilot", declared.pilot), ("glider", declared.gliderType),
      ("fixes", "\(counts.validFixes) valid, \(counts.voidFixes) void"),
      ("sport", flight.sport?.name),
      ("take-off", flight.takeoff?.time.rfc3339 ?? "not seen"),
      ("release", release(file, units)),
      ("landing", flight.landing?.time.rfc3339 ?? "not seen"),
      ("flights", flight.parts.count > 1 ? "\(flight.parts.count) in this file" : nil),
      ("duration", StatusText.duration(Double(flight.durationMs) / 1000)),
      ("height gain", units.text(height: Double(flight.heightGainM))),
      (
        "circling",
        "\(circling.left) left, \(circling.right) right, \(circling.mixed) mixed, "
          + "\(Decimal.text(circling.share * 100, places: 0)) % of the time"
      ),
      ("best climb", circling.bestClimbMPerS.map(units.text(climb:))),
      ("above ground", aboveGround(file, units)),
      ("cruise", flight.statistics.averageCruiseSpeedMPerS.map { units.text(speed: $0) }),
      (
        "engine",
        flight.engineRuns.isEmpty ? nil : "ran \(Counted.text(flight.engineRuns.count, "time"))"
      ),
    ]
    return rows.compactMap { name, value in
      value.flatMap { $0.isEmpty ? nil : name + padding(name, 14) + $0 + "\n" }
    }.joined()
  }

  /// Time and, where it is known, height above ground.
  private static func release(_ file: AnalysedFile, _ units: ReadingUnits) -> String? {
    guard let release = file.flight.release else { return nil }
    let height = file.ground?.height(release.index).map {
      ", \(units.text(height: $0)) above ground"
    }
    return release.time.rfc3339 + (height ?? "")
  }

  private static func aboveGround(_ file: AnalysedFile, _ units: ReadingUnits) -> String? {
    guard let ground = file.ground, let highest = ground.highest else { return nil }
    let lowest =
      ground.lowest.map { ", on the way at least \(units.text(height: $0.heightM))" } ?? ""
    let missing =
      ground.missing.isEmpty
      ? "" : " (\(Counted.text(ground.missing.count, "tile")) missing)"
    return "at most " + units.text(height: highest.heightM) + lowest + missing
  }

  private static func distances(_ flight: AnalysedFlight, _ units: ReadingUnits) -> String {
    let all = flight.distances
    let shapes: [(String, FlightDistance?)] = [
      ("straight", all.straight), ("one turnpoint", all.oneTurnpoint),
      ("two turnpoints", all.twoTurnpoints), ("three turnpoints", all.threeTurnpoints),
      ("five turnpoints", all.fiveTurnpoints), ("out and return", all.outAndReturn),
      ("triangle", all.triangle), ("FAI triangle", all.faiTriangle),
    ]
    func length(_ metres: Double) -> String { units.text(distance: metres, places: 2) }
    var rows = shapes.compactMap { name, distance in
      distance.map { [name, length($0.sphereM), length($0.wgs84M), ""] }
    }
    if let run = flight.bestTwoHours {
      let distance = run.distance
      rows.append([
        "two hours", length(distance.sphereM), length(distance.wgs84M),
        units.text(speed: run.speedKmh / 3.6),
      ])
    }
    if rows.isEmpty { return "" }
    return TextTable(
      headings: ["DISTANCE", "FAI SPHERE", "WGS84", ""], rows: rows,
      numbers: ["FAI SPHERE", "WGS84"]
    ).text
  }

  private static func defects(_ file: IGCFile) -> String {
    let counts = file.counts
    guard !file.defects.isEmpty else { return "" }
    let head =
      "\(Counted.text(counts.bad, "bad line")), \(Counted.text(counts.duplicateTimes, "repeated time")), "
      + "\(Counted.text(counts.backwardTimes, "step")) back in time\n"
    let lines = file.defects.prefix(10).map { "  line \($0.line): \($0.cause)\n" }
    let more = file.defects.count > 10 ? "  and more; --json lists the first 100\n" : ""
    return head + lines.joined() + more
  }

  private static func padding(_ name: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - name.count))
  }
}

extension TextTable {
  /// The points of a task with their times, and how it went.
  fileprivate static func task(_ file: AnalysedFile, _ units: ReadingUnits) -> String {
    guard let task = file.task else { return "" }
    guard let result = file.result else {
      return "task: declared after take-off, does not count\n"
    }
    let rows = task.points.enumerated().map { index, point in
      let reached = result.reached.first { $0.point == index }
      return [point.waypoint.name, reached.map { StatusText.clock($0.moment.time) } ?? "-"]
    }
    let done =
      result.isCompleted
      ? "completed, " + units.text(distance: result.completedDistanceM, places: 2)
        + (result.speedMPerS.map { ", \(units.text(speed: $0))" } ?? "")
      : "\(units.text(distance: result.completedDistanceM, places: 2)) of "
        + units.text(distance: result.declaredDistanceM, places: 2)
    let name = task.name.isEmpty ? "" : " \(task.name)"
    return "task\(name): \(done)\n"
      + TextTable(headings: ["POINT", "REACHED"], rows: rows).text
  }
}
