import ControlAPI
import Elevation
import FlightAnalysis
import FlightModel
import IGC
import Waypoints

/// An analysis as people read it.
enum AnalysisText {
  static func page(_ file: AnalysedFile) -> String {
    let parts = [
      facts(file), distances(file.flight), TextTable.task(file),
      defects(file.source.file),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func facts(_ file: AnalysedFile) -> String {
    let (flight, counts) = (file.flight, file.source.file.counts)
    let circling = flight.circling
    let declared = file.source.declaration
    let rows: [(String, String?)] = [
      ("file", file.source.name), ("pilot", declared.pilot), ("glider", declared.gliderType),
      ("fixes", "\(counts.validFixes) valid, \(counts.voidFixes) void"),
      ("sport", flight.sport?.name),
      ("take-off", flight.takeoff?.time.rfc3339 ?? "not seen"),
      ("release", release(file)),
      ("landing", flight.landing?.time.rfc3339 ?? "not seen"),
      ("flights", flight.parts.count > 1 ? "\(flight.parts.count) in this file" : nil),
      ("duration", StatusText.duration(Double(flight.durationMs) / 1000)),
      ("height gain", "\(flight.heightGainM) m"),
      (
        "circling",
        "\(circling.left) left, \(circling.right) right, \(circling.mixed) mixed, "
          + "\(Decimal.text(circling.share * 100, places: 0)) % of the time"
      ),
      ("best climb", circling.bestClimbMPerS.map { Decimal.text($0, places: 1) + " m/s" }),
      ("above ground", aboveGround(file)),
      ("cruise", flight.statistics.averageCruiseSpeedMPerS.map { kmh($0) }),
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
  private static func release(_ file: AnalysedFile) -> String? {
    guard let release = file.flight.release else { return nil }
    let height = file.ground?.height(release.index).map { ", \(metres($0)) above ground" }
    return release.time.rfc3339 + (height ?? "")
  }

  private static func aboveGround(_ file: AnalysedFile) -> String? {
    guard let ground = file.ground, let highest = ground.highest else { return nil }
    let lowest = ground.lowest.map { ", on the way at least \(metres($0.heightM))" } ?? ""
    let missing =
      ground.missing.isEmpty
      ? "" : " (without \(Counted.text(ground.missing.count, "tile")) that is not here)"
    return "at most " + metres(highest.heightM) + lowest + missing
  }

  private static func metres(_ height: Double) -> String { Decimal.text(height, places: 0) + " m" }

  private static func distances(_ flight: AnalysedFlight) -> String {
    let all = flight.distances
    let shapes: [(String, FlightDistance?)] = [
      ("straight", all.straight), ("one turnpoint", all.oneTurnpoint),
      ("two turnpoints", all.twoTurnpoints), ("three turnpoints", all.threeTurnpoints),
      ("five turnpoints", all.fiveTurnpoints), ("out and return", all.outAndReturn),
      ("triangle", all.triangle), ("FAI triangle", all.faiTriangle),
    ]
    var rows = shapes.compactMap { name, distance in
      distance.map { [name, km($0.sphereM), km($0.wgs84M), ""] }
    }
    if let run = flight.bestTwoHours {
      let distance = run.distance
      rows.append([
        "two hours", km(distance.sphereM), km(distance.wgs84M),
        Decimal.text(run.speedKmh, places: 1) + " km/h",
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

  static func km(_ metres: Double) -> String { Decimal.text(metres / 1000, places: 2) + " km" }

  static func kmh(_ mPerS: Double) -> String { Decimal.text(mPerS * 3.6, places: 1) + " km/h" }

  private static func padding(_ name: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - name.count))
  }
}

extension TextTable {
  /// The points of a task with their times, and how it went.
  fileprivate static func task(_ file: AnalysedFile) -> String {
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
      ? "completed, " + AnalysisText.km(result.completedDistanceM)
        + (result.speedMPerS.map { ", \(AnalysisText.kmh($0))" } ?? "")
      : "\(AnalysisText.km(result.completedDistanceM)) of "
        + AnalysisText.km(result.declaredDistanceM)
    let name = task.name.isEmpty ? "" : " \(task.name)"
    return "task\(name): \(done)\n"
      + TextTable(headings: ["POINT", "REACHED"], rows: rows).text
  }
}
