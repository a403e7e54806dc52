import ControlAPI
import FlightModel
import RecordingModel

/// Flights as people read them.
enum FlightText {
  static func table(_ flights: [FlightSummary]) -> String {
    TextTable(
      headings: [
        "ID", "TAKE-OFF", "DURATION", "DISTANCE", "KM/H", "GAIN", "PILOT", "GLIDER", "PLACE", "",
        "FILE",
      ], rows: flights.map(row), numbers: ["DURATION", "DISTANCE", "KM/H", "GAIN"]
    ).withoutEmptyColumns.text
  }

  private static func row(_ flight: FlightSummary) -> [String] {
    let results = flight.results
    return [
      String(flight.id.prefix(12)), minute(flight.takeoffAt ?? flight.firstFixAt),
      StatusText.duration(Double(flight.durationS)), kilometres(results.optimisedDistanceM) ?? "-",
      speed(results.optimisedSpeedCentiKmh) ?? "-", "\(flight.heightGainedM) m",
      short(flight.declaration.pilot), short(flight.declaration.gliderType),
      short(results.takeoffName ?? ""), marks(flight.notes), flight.filename,
    ]
  }

  /// `*` favourite, `c` contest, `f` landed in a field, `n` new.
  private static func marks(_ notes: FlightNotes) -> String {
    let marks: [(String, Bool)] = [
      ("*", notes.isFavorite), ("c", notes.isContest), ("f", notes.isFieldLanding),
      ("n", !notes.isRead),
    ]
    return marks.filter(\.1).map(\.0).joined()
  }

  static func page(_ flight: FlightSummary, _ uploads: [UploadFacts] = []) -> String {
    let sent = uploads.map { ("at \($0.title)", $0.line + ($0.fix.map { "; \($0)" } ?? "")) }
    let rows = (facts(flight) + figures(flight) + notes(flight.notes) + sent).filter {
      !$0.1.allSatisfy { $0 == " " }
    }
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.map { name, value in
      name + String(repeating: " ", count: width - name.count) + value + "\n"
    }.joined()
  }

  private static func facts(_ flight: FlightSummary) -> [(String, String)] {
    let declared = flight.declaration
    return [
      ("id", flight.id), ("file", flight.igcPath ?? flight.filename),
      ("size", "\(flight.igcBytes) bytes"), ("pilot", declared.pilot), ("crew", declared.crew),
      ("glider", declared.gliderType), ("registration", declared.registration),
      (
        "competition",
        [declared.competitionID, declared.competitionClass].filter { !$0.isEmpty }
          .joined(separator: " ")
      ),
      ("first fix", flight.firstFixAt.rfc3339),
      ("take-off", (flight.takeoffAt?.rfc3339 ?? "not seen") + place(flight.results)),
      ("landing", flight.landingAt?.rfc3339 ?? "not seen"),
      ("last fix", flight.lastFixAt.rfc3339), ("fixes", "\(flight.fixCount)"),
      ("duration", StatusText.duration(Double(flight.durationS))),
      ("height gain", "\(flight.heightGainedM) m"),
    ]
  }

  private static func place(_ results: FlightResults) -> String {
    guard let name = results.takeoffName else { return "" }
    let rest = [results.takeoffCode, results.takeoffCountry].compactMap { $0 }
    return ", \(name)" + (rest.isEmpty ? "" : " (\(rest.joined(separator: ", ")))")
  }

  private static func figures(_ flight: FlightSummary) -> [(String, String)] {
    let results = flight.results
    guard results.analysisVersion > 0 else { return [("analysis", "not done yet")] }
    let rows: [(String, String?)] = [
      ("distance", kilometres(results.optimisedDistanceM)),
      ("speed", speed(results.optimisedSpeedCentiKmh).map { "\($0) km/h" }),
      ("best two hours", speed(results.bestTwoHourSpeedCentiKmh).map { "\($0) km/h" }),
      ("cruise", speed(results.averageCruiseSpeedCentiKmh).map { "\($0) km/h" }),
      (
        "best climb",
        results.bestThermalClimbCmS.map { Decimal.text(Double($0) / 100, places: 1) + " m/s" }
      ),
      ("thermals", thermals(results)), ("task", task(results)),
    ]
    return rows.compactMap { name, value in value.map { (name, $0) } }
  }

  private static func thermals(_ results: FlightResults) -> String? {
    guard let left = results.leftThermalCount, let right = results.rightThermalCount else {
      return nil
    }
    return "\(left) to the left, \(right) to the right"
  }

  private static func task(_ results: FlightResults) -> String? {
    guard let declared = kilometres(results.declaredDistanceM) else { return nil }
    if results.isTaskCompleted == true {
      let speed = speed(results.taskSpeedCentiKmh).map { ", \($0) km/h" } ?? ""
      return "\(declared), completed" + speed
    }
    return "\(kilometres(results.completedDistanceM) ?? "nothing") of \(declared)"
  }

  private static func notes(_ notes: FlightNotes) -> [(String, String)] {
    let marks: [(String, Bool)] = [
      ("favourite", notes.isFavorite), ("contest", notes.isContest),
      ("landed in a field", notes.isFieldLanding), ("recorded here", notes.isRecordedHere),
      ("not looked at yet", !notes.isRead), ("not in the logbook", !notes.inLogbook),
    ]
    return [
      ("water", notes.waterBallastL.map { "\($0) l" } ?? ""),
      ("marks", marks.filter(\.1).map(\.0).joined(separator: ", ")), ("comments", notes.comments),
    ]
  }

  /// `2026-07-04 09:12Z`.
  static func minute(_ time: UTCInstant) -> String {
    "\(StatusText.day(time)) \(StatusText.clock(time).prefix(5))Z"
  }

  /// `312.4 km`.
  static func kilometres(_ metres: Int64?) -> String? {
    metres.map { Decimal.text(Double($0) / 1000, places: 1) + " km" }
  }

  private static func speed(_ centiKmh: Int64?) -> String? {
    centiKmh.map { Decimal.text(Double($0) / 100, places: 1) }
  }

  /// As much of a text as a column of a list has room for.
  private static func short(_ text: String) -> String {
    if text.isEmpty { return "-" }
    return text.count > 24 ? text.prefix(23) + "…" : text
  }
}
