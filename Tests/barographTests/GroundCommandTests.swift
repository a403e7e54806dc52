import Crypto
import FlightModel
import IGC
import JSON
import Linux
import TestSupport
import Testing

/// `analyze`, `flights report` and `flights export` with tiles of the ground and without a daemon.
@Suite struct GroundCommandTests {
  private let runner = CommandRunner()

  /// Above the ground, m: stands, climbs to 600 m, cruises, descends, stands.
  private func height(_ second: Int) -> Double {
    switch second {
    case ..<60, 660...: 0
    case ..<260: Double(second - 60) * 3
    case ..<460: 600
    default: Double(660 - second) * 3
    }
  }

  /// A flight over a plain 500 m above the sea, near Rosenheim, where that is 546 m above the
  /// ellipsoid.
  private func writeFlight() throws {
    let recorder = try #require(RecorderIdentity(serial: "ABC"))
    let header = FileHeader(
      recorder: recorder, declaration: Declaration(pilot: "Ada Lift"), firmwareVersion: "0.1.0",
      hardwareVersion: "test", receiver: "test", pressureSensor: nil, flightOfDay: 1)
    var writer = IGCWriter(header: header, digest: SHA256(), key: nil)
    let start = UTCInstant(CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 40_000_000)
    for second in 0..<780 {
      let way = Double(max(0, min(660, second) - 60)) * 25
      writer.append(
        IGCFix(
          time: start.advanced(byMilliseconds: Int64(second) * 1000), quality: .threeDimensional,
          position: Coordinate(latitude: 47.7, longitude: 12.4)!.moved(north: 0, east: way),
          ellipsoidAltitudeCm: Int32((546 + height(second)) * 100)))
    }
    writer.finish()
    try Files.replace(runner.folder.file("f.igc"), with: writer.drain())
  }

  /// 500 m throughout.
  private func writeTile() throws {
    let tile = [UInt8](unsafeUninitializedCapacity: 2 * 1201 * 1201) { buffer, count in
      count = buffer.count
      for index in buffer.indices { buffer[index] = index % 2 == 0 ? 0x01 : 0xF4 }
    }
    try Files.makeFolder(runner.folder.file("tiles"))
    try Files.replace(runner.folder.file("tiles/N47E012.hgt"), with: tile)
  }

  @Test func heightsAboveGroundAreTold() async throws {
    try writeFlight()
    try writeTile()
    let result = try await runner.run(
      ["analyze", "f.igc", "--quick", "--json", "--elevation", "tiles"])
    #expect(result.code == 0 && result.error == "")
    let ground = try #require(try JSONValue.parse(Array(result.output.utf8))["ground"])
    let highest = try #require(ground["highest"]?["height"]?.double)
    #expect(abs(highest - 600) < 5)
    #expect(abs((ground["lowest"]?["height"]?.double ?? 0) - 150) < 10)
    #expect(ground["missingTiles"]?.array == [])
    let text = try await runner.run(["analyze", "f.igc", "--quick", "--elevation", "tiles"])
    #expect(text.output.contains("above ground  at most 60"))
  }

  @Test func exportAndReportHaveThem() async throws {
    try writeFlight()
    try writeTile()
    let csv = try await runner.run(
      ["flights", "export", "f.igc", "--csv", "-", "--elevation", "tiles"])
    #expect(csv.code == 0)
    let rows = csv.output.split(separator: "\r\n")
    #expect(rows.count == 781)
    #expect(rows.dropFirst().allSatisfy { $0.contains(",500,") })
    let report = try await runner.run(
      ["flights", "report", "f.igc", "--quick", "--html", "-", "--elevation", "tiles"])
    #expect(report.output.contains("Highest above ground"))
  }

  @Test func withoutTilesNothingIsMissed() async throws {
    try writeFlight()
    try Files.makeFolder(runner.folder.file("tiles"))
    let result = try await runner.run(
      ["analyze", "f.igc", "--quick", "--json", "--elevation", "tiles"])
    #expect(result.code == 0 && result.error == "")
    #expect(try JSONValue.parse(Array(result.output.utf8))["ground"] == .null)
  }

  @Test func aFolderThatIsNotThereIsAnError() async throws {
    try writeFlight()
    let result = try await runner.run(["analyze", "f.igc", "--quick", "--elevation", "none"])
    #expect(result.code == 66)
    #expect(result.error.contains("cannot read none"))
  }

  @Test func aBrokenTileIsTold() async throws {
    try writeFlight()
    try Files.makeFolder(runner.folder.file("tiles"))
    try Files.replace(runner.folder.file("tiles/N47E012.hgt"), with: [1, 2, 3])
    let result = try await runner.run(
      ["analyze", "f.igc", "--quick", "--elevation", "tiles"])
    #expect(result.code == 0)
    #expect(result.error.contains("1 tile of the ground cannot be read"))
  }
}
