import FlightModel
import Glibc
import IGC
import Testing

/// Whole files against those kept beside their input in Fixtures/igc. After a change that is meant,
/// run once with BAROGRAPH_UPDATE_FIXTURES=1 and read the difference.
@Suite struct GoldenFileTests {
  static func header(_ name: String) -> FileHeader {
    let declaration = Declaration(
      pilot: "Ada Märklin", crew: "", gliderType: "Ka 6 CR", registration: "CC-AB1",
      competitionID: "A6", competitionClass: "Club")
    let point = { (name: String, latitude: Int32, longitude: Int32) in
      TaskDeclaration.Point(
        position: Coordinate(latitudeE7: latitude, longitudeE7: longitude), name: name)
    }
    switch name {
    case "southern-midnight":
      return SampleFlight.header(
        extensions: [.fixAccuracy, .satellitesInUse], declaration: declaration)
    case "ten-hertz":
      return SampleFlight.header(
        extensions: [.groundSpeed, .trueTrack, .verticalSpeed], rate: FixRate(perSecond: 10),
        declaration: declaration)
    default:
      let task = TaskDeclaration(
        declaredAt: UTCInstant(milliseconds: 1_780_813_500_000),
        flightDate: CivilDate(year: 2026, month: 6, day: 7),
        start: point("Depot", 523_100_000, -45_000),
        turnpoints: [point("Brücke", 523_200_000, -100_000)],
        finish: point("Depot", 523_100_000, -45_000), name: "Morning round")
      return SampleFlight.header(
        pressureSensor: nil, extensions: [.fixAccuracy, .heartRate, .oxygenSaturation], task: task,
        declaration: Declaration(pilot: "Zoë"))
    }
  }

  @Test(arguments: ["southern-midnight", "ten-hertz", "ride-with-task"])
  func writesTheKeptFile(name: String) throws {
    let folder = packageRoot + "/Fixtures/igc/" + name
    let input = try #require(Folder.read(folder + "/fixes.csv"))
    let fixes = lines(input).filter { !$0.hasPrefix("#") }.dropFirst().map(Self.fix)
    let written = SampleFlight.file(fixes, header: Self.header(name))
    if getenv("BAROGRAPH_UPDATE_FIXTURES") != nil {
      Folder.write(written, to: folder + "/expected.igc")
      Issue.record("updated \(name); run again without BAROGRAPH_UPDATE_FIXTURES")
    }
    let expected = try #require(Folder.read(folder + "/expected.igc"))
    #expect(lines(written) == lines(expected))
    #expect(written == expected)
    #expect(SampleFlight.verdict(expected).isValid)
  }

  private static func fix(_ line: String) -> IGCFix {
    let columns = line.split(separator: ",", omittingEmptySubsequences: false)
    let number = { (index: Int) in Int64(columns[index]) }
    let small = { (index: Int) in number(index).map { Int32($0) } }
    return IGCFix(
      time: UTCInstant(milliseconds: number(0)!),
      quality: [3: .threeDimensional, 2: .twoDimensional][small(1)!] ?? .none,
      position: Coordinate(latitudeE7: small(2)!, longitudeE7: small(3)!),
      pressureAltitudeCm: small(4), ellipsoidAltitudeCm: small(5), horizontalErrorCm: small(6),
      satellitesUsed: small(7).map { Int($0) }, groundSpeedCmPerS: small(8),
      trackCentiDeg: small(9), varioCmPerS: small(10), heartRate: small(11).map { Int16($0) },
      oxygenSaturation: small(12).map { Int16($0) }, isPilotEvent: small(13) == 1)
  }
}
