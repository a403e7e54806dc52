import Bytes
import FlightModel
import TestSupport
import Testing
import TrackExport

/// A flight of a few fixes with the files that it becomes, in `Fixtures/exports`.
struct ExportCase: CustomTestStringConvertible {
  var name: String
  var document: TrackDocument

  var testDescription: String { name }

  func path(_ format: TrackFormat) -> String {
    PackageFolder.fixture("exports/\(name)/expected.\(format.rawValue)")
  }

  private static let start = UTCInstant(
    CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 36_010_000)

  /// A fix every second from a few numbers: degrees in 1e-7 and metres.
  private static func fix(
    _ second: Double, _ north: Int32, _ east: Int32, gnss: Int32?, pressure: Int32?,
    isValid: Bool = true, engine: TrackFix.Engine = TrackFix.Engine()
  ) -> TrackFix {
    TrackFix(
      time: start.advanced(byMilliseconds: Int64(second * 1000)),
      position: Coordinate(latitudeE7: north, longitudeE7: east), isValid: isValid,
      pressureAltitudeM: pressure, gnssAltitudeM: gnss, engine: engine)
  }

  /// A void fix, a repeated time, tenths of a second, a pause, an engine, and names full of markup.
  static let oddities = ExportCase(
    name: "oddities",
    document: TrackDocument(
      name: "Flight <1> & \"more\" \u{1}\\",
      declaration: Declaration(
        pilot: "Wilhelmine Réichard", crew: "O'Neill", gliderType: "ASK 21",
        registration: "D-1911", competitionID: "WR", competitionClass: "Doppelsitzer"),
      fixes: [
        fix(0, 504_989_000, 99_539_000, gnss: 931, pressure: 884),
        fix(1.2, 504_990_001, 99_541_999, gnss: 930, pressure: 883),
        fix(2, 504_990_001, 99_541_999, gnss: nil, pressure: 885, isValid: false),
        fix(3, 504_991_000, 99_543_500, gnss: 935, pressure: 886),
        fix(3, 504_991_100, 99_543_600, gnss: 935, pressure: 886),
        fix(
          400, 505_100_000, 99_700_000, gnss: 1_402, pressure: 1_350,
          engine: TrackFix.Engine(noiseLevel: 780, meansOfPropulsion: 12, revolutions: 5_200)),
        fix(401, 505_101_000, 99_701_000, gnss: nil, pressure: 1_351),
      ]))

  /// East over the antimeridian, back west over it, and on it; no pressure sensor; the southern
  /// hemisphere.
  static let antimeridian = ExportCase(
    name: "antimeridian",
    document: TrackDocument(
      name: "Taveuni", declaration: Declaration(),
      fixes: [
        fix(0, -167_000_000, 1_799_990_000, gnss: 300, pressure: nil),
        fix(10, -167_002_000, 1_799_997_000, gnss: 310, pressure: nil),
        fix(20, -167_004_000, -1_799_997_000, gnss: 320, pressure: nil),
        fix(30, -167_006_000, -1_799_990_000, gnss: -5, pressure: nil),
        fix(40, -167_008_000, 1_800_000_000, gnss: 330, pressure: nil),
      ]))

  /// A logger whose receiver gave no altitude.
  static let pressureOnly = ExportCase(
    name: "pressure-only",
    document: TrackDocument(
      name: "pressure only", declaration: Declaration(registration: "D-1911"),
      fixes: [
        fix(0, 504_989_000, 99_539_000, gnss: 0, pressure: 884),
        fix(4, -5, -1_000_000, gnss: 0, pressure: -12),
      ]))

  static let oneFix = ExportCase(
    name: "one-fix",
    document: TrackDocument(
      name: "one fix", declaration: Declaration(),
      fixes: [fix(0, 504_989_000, 99_539_000, gnss: nil, pressure: nil)]))

  static let empty = ExportCase(
    name: "empty", document: TrackDocument(name: "", declaration: Declaration(), fixes: []))

  static let all = [oddities, antimeridian, pressureOnly, oneFix, empty]
}
