import ControlAPI
import FlightModel
import RecordingModel

/// Flights as people read them.
enum FlightText {
  /// `isByOpening` also tells when each was last looked at.
  static func table(
    _ flights: [FlightSummary], _ units: ReadingUnits, isByOpening: Bool = false
  ) -> String {
    let speed = units.speed.name.uppercased()
    return TextTable(
      headings: [
        "ID", "OPENED", "TAKE-OFF", "DURATION", "DISTANCE", speed, "GAIN", "PILOT", "GLIDER",
        "PLACE", "", "FILE",
      ], rows: flights.map { row($0, units, isByOpening: isByOpening) },
      numbers: ["DURATION", "DISTANCE", speed, "GAIN"]
    ).withoutEmptyColumns.text
  }

  private static func row(
    _ flight: FlightSummary, _ units: ReadingUnits, isByOpening: Bool
  ) -> [String] {
    let results = flight.results
    let speed = results.optimisedSpeedCentiKmh.map(mPerS)
    return [
      String(flight.id.prefix(12)),
      isByOpening ? flight.notes.lastOpenedAt.map(minute) ?? "-" : "",
      minute(flight.takeoffAt ?? flight.firstFixAt),
      StatusText.duration(Double(flight.durationS)),
      distance(results.optimisedDistanceM, units) ?? "-",
      speed.map { Decimal.text(units.speed.value($0), places: 1) } ?? "-",
      units.text(height: Double(flight.heightGainedM)),
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

  static func page(
    _ flight: FlightSummary, _ units: ReadingUnits, _ uploads: [UploadFacts] = []
  ) -> String {
    let sent = uploads.map { ("at \($0.title)", $0.line + ($0.fix.map { "; \($0)" } ?? "")) }
    let all = facts(flight, units) + figures(flight, units) + notes(flight.notes) + sent
    let rows = all.filter {
      !$0.1.allSatisfy { $0 == " " }
    }
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.map { name, value in
      name + String(repeating: " ", count: width - name.count) + value + "\n"
    }.joined()
  }

  private static func facts(_ flight: FlightSummary, _ units: ReadingUnits) -> [(String, String)] {
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
      ("height gain", units.text(height: Double(flight.heightGainedM))),
    ]
  }

  private static func place(_ results: FlightResults) -> String {
    guard let name = results.takeoffName else { return "" }
    let rest = [results.takeoffCode, results.takeoffCountry].compactMap { $0 }
    return ", \(name)" + (rest.isEmpty ? "" : " (\(rest.joined(separator: ", ")))")
  }

  private static func figures(
    _ flight: FlightSummary, _ units: ReadingUnits
  ) -> [(String, String)] {
    let results = flight.results
    guard results.analysisVersion > 0 else { return [("analysis", "not done yet")] }
    let rows: [(String, String?)] = [
      ("distance", distance(results.optimisedDistanceM, units)),
      ("speed", speed(results.optimisedSpeedCentiKmh, units)),
      ("best two hours", speed(results.bestTwoHourSpeedCentiKmh, units)),
      ("cruise", speed(results.averageCruiseSpeedCentiKmh, units)),
      ("best climb", results.bestThermalClimbCmS.map { units.text(climb: Double($0) / 100) }),
      ("thermals", thermals(results)), ("task", task(results, units)),
    ]
    return rows.compactMap { name, value in value.map { (name, $0) } }
  }

  private static func thermals(_ results: FlightResults) -> String? {
    guard let left = results.leftThermalCount, let right = results.rightThermalCount else {
      return nil
    }
    return "\(left) to the left, \(right) to the right"
  }

  private static func task(_ results: FlightResults, _ units: ReadingUnits) -> String? {
    guard let declared = distance(results.declaredDistanceM, units) else { return nil }
    if results.isTaskCompleted == true {
      let speed = speed(results.taskSpeedCentiKmh, units).map { ", \($0)" } ?? ""
      return "\(declared), completed" + speed
    }
    return "\(distance(results.completedDistanceM, units) ?? "nothing") of \(declared)"
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
  static func distance(_ metres: Int64?, _ units: ReadingUnits) -> String? {
    metres.map { units.text(distance: Double($0)) }
  }

  private static func speed(_ centiKmh: Int64?, _ units: ReadingUnits) -> String? {
    centiKmh.map { units.text(speed: mPerS($0)) }
  }

  private static func mPerS(_ centiKmh: Int64) -> Double { Double(centiKmh) / 360 }

  /// As much of a text as a column of a list has room for.
  private static func short(_ text: String) -> String {
    if text.isEmpty { return "-" }
    return text.count > 24 ? text.prefix(23) + "…" : text
  }
}
