import ControlAPI
import FlightModel
import FlightSimulator
import Linux
import TestSupport

/// A simulated flight as a logger of another maker writes it, and its turnpoint.
struct SimulatedLogger {
  let flight: SimulatedFlight
  var pilot = "Ada Example"
  var glider = "LS 4"

  /// By winch from the field, so many seconds south and home: 3 to 6 minutes in the air.
  init(year: Int = 2026, seconds: Double = 75, pilot: String = "Ada Example") {
    var plan = FlightPlan(
      seed: UInt64(year),
      legs: [
        .ground(seconds: 60), .winch(releaseHeight: 400), .glide(heading: 160, seconds: seconds),
        .home, .land, .ground(seconds: 60),
      ])
    plan.start = UTCInstant(
      CivilDate(year: year, month: 7, day: 4), millisecondOfDay: 36_000_000)
    flight = SimulatedFlight(plan)
    self.pilot = pilot
  }

  var field: Coordinate { flight.plan.field }

  /// Where it was farthest from the field.
  var turnpoint: Coordinate {
    flight.fixes.map(\.position).max { $0.distance(to: field) < $1.distance(to: field) } ?? field
  }

  var bytes: [UInt8] { Array(lines.map { $0 + "\r\n" }.joined().utf8) }

  private var lines: [String] {
    let date = flight.plan.start.date
    return [
      "AXSIABC", "HFDTE\(Self.two(date.day))\(Self.two(date.month))\(Self.two(date.year % 100))",
      "HFPLTPILOTINCHARGE:\(pilot)", "HFGTYGLIDERTYPE:\(glider)", "HFGIDGLIDERID:D-4711",
    ] + flight.fixes.map(Self.record) + ["G0123456789"]
  }

  private static func record(_ fix: SimulatedFix) -> String {
    let clock = fix.time.rfc3339.dropFirst(11).prefix(8).filter { $0 != ":" }
    let height = five(max(0, Int(fix.ellipsoidAltitudeCm) / 100))
    let pressure = five(max(0, Int(fix.pressureAltitudeCm) / 100))
    let position =
      degrees(fix.position.latitudeE7, 2, "NS") + degrees(fix.position.longitudeE7, 3, "EW")
    return "B\(clock)\(position)A\(pressure)\(height)"
  }

  private static func degrees(_ e7: Int32, _ width: Int, _ letters: String) -> String {
    let thousandths = Int((Double(e7.magnitude) * 60 / 10_000).rounded())
    let whole = String(thousandths / 60_000)
    let letter = e7 < 0 ? letters.last! : letters.first!
    return String(repeating: "0", count: width - whole.count) + whole
      + five(thousandths % 60_000) + String(letter)
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func five(_ number: Int) -> String {
    String(repeating: "0", count: max(0, 5 - "\(number)".count)) + "\(number)"
  }

  // MARK: Its places

  /// A CUP file with the field, the turnpoint, another place, and the task *Round* there and back.
  var places: [UInt8] {
    let rows = [("Sample Field", "EXSF", 4, field), ("Mill", "M", 1, turnpoint)].map {
      Self.row($0.0, $0.1, $0.2, $0.3)
    }
    let text =
      ["name,code,country,lat,lon,elev,style,rwdir,rwlen,freq,desc"] + rows + [
        "\"Far\",\"F\",DE,4800.000N,00900.000E,500.0m,1,,,,", "-----Related Tasks-----",
        "\"Round\",,\"Sample Field\",\"Mill\",\"Sample Field\",",
        "ObsZone=0,Style=2,R1=1000m,A1=180", "ObsZone=1,Style=1,R1=500m,A1=180",
        "ObsZone=2,Style=3,R1=1000m,A1=180", "",
      ]
    return Array(text.joined(separator: "\r\n").utf8)
  }

  private static func row(_ name: String, _ code: String, _ style: Int, _ at: Coordinate) -> String
  {
    func cup(_ e7: Int32, _ width: Int, _ letters: String) -> String {
      let text = degrees(e7, width, letters)
      return text.prefix(width + 2) + "." + text.dropFirst(width + 2)
    }
    let position = "\(cup(at.latitudeE7, 2, "NS")),\(cup(at.longitudeE7, 3, "EW"))"
    return "\"\(name)\",\"\(code)\",DE,\(position),540.0m,\(style),,,,"
  }
}

extension Box {
  /// Puts a file into this box's own folder; its path.
  @discardableResult
  func make(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = folder.file(name)
    try Files.makeFolder(Files.folder(of: path))
    try Files.replace(path, with: bytes)
    return path
  }

  /// Waits until every flight is analysed.
  func analysed() async throws {
    try await status("the analysis", within: 120) { $0.imports.analysisWaiting == 0 }
  }
}
