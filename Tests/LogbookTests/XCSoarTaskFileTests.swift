import FlightModel
import Glibc
import Linux
import Logbook
import TestSupport
import Testing
import Waypoints
import XML

@Suite struct XCSoarTaskFileTests {
  @Test(arguments: ["racing", "areas", "every-zone"])
  func fixturesReadAsExpected(folder: String) throws {
    let path = PackageFolder.fixture("tsk/\(folder)")
    let file = try XCSoarTaskFile.read(try Files.read(path + "/file.tsk", limit: 1 << 20))
    let text = lines(file).map { $0 + "\n" }.joined()
    if getenv("BAROGRAPH_UPDATE_FIXTURES") != nil {
      let output = try #require(fopen(path + "/expected.txt", "w"))
      fputs(text, output)
      fclose(output)
      Issue.record("updated \(path); run again without BAROGRAPH_UPDATE_FIXTURES")
      return
    }
    let expected = try Files.read(path + "/expected.txt", limit: 1 << 20)
    #expect(text == String(decoding: expected, as: UTF8.self))
  }

  private func lines(_ file: XCSoarTaskFile) -> [String] {
    ["task \(file.task.name) | minimum \(file.task.minimumTimeS.map { "\($0)" } ?? "-")"]
      + file.task.points.map { point in
        let place = point.waypoint
        let zone = point.zone
        return "\(place.name) \(place.position.latitudeE7) \(place.position.longitudeE7) "
          + "\(place.elevationM.map { "\($0)" } ?? "-"): \(zone.direction) r1 \(zone.r1M) "
          + "a1 \(zone.a1Deg) r2 \(zone.r2M) a2 \(zone.a2Deg) a12 \(zone.a12Deg)"
          + (zone.isLine ? " line" : "") + (zone.isAssignedArea ? " area" : "")
          + (zone.lowestM.map { " from \($0)" } ?? "") + (zone.highestM.map { " to \($0)" } ?? "")
      } + file.remarks
  }

  private func failure(_ text: String) -> XCSoarTaskFile.Failure? {
    #expect(throws: XCSoarTaskFile.Failure.self) { try XCSoarTaskFile.read(Array(text.utf8)) }
  }

  @Test func whatIsNoTaskIsRefused() {
    #expect(failure("<Waypoints/>") == .otherDocument("Waypoints"))
    #expect(failure("<Task/>") == .tooFewPoints(0))
    #expect(failure("<Task><Point/><Point/></Task>") == .noPosition(1))
    let place = #"<Waypoint><Location latitude="91" longitude="0"/></Waypoint>"#
    #expect(failure("<Task><Point>\(place)</Point><Point/></Task>") == .noPosition(1))
    let many = String(repeating: "<Point/>", count: 201)
    #expect(failure("<Task>\(many)</Task>") == .tooManyPoints(201))
    guard case .xml(.malformed(1, _)) = failure("<Task>") else {
      Issue.record("no error of the XML")
      return
    }
  }
}
