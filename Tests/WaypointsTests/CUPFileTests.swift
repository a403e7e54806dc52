import FlightModel
import SeededRandom
import Testing
import Waypoints

@Suite struct CUPFileTests {
  @Test(arguments: ["plain", "many-columns", "no-header", "windows-1252", "tasks", "bad-lines"])
  func fixturesReadAsExpected(folder: String) throws {
    let golden = GoldenFile("cup/\(folder)/file.cup")
    let (file, badLines) = CUPFile.read(try golden.bytes())
    try golden.expect(CUPDump.lines(file, badLines))
  }

  @Test(arguments: ["plain", "many-columns", "no-header", "windows-1252", "tasks", "bad-lines"])
  func fixturesReadBackAsWritten(folder: String) throws {
    let (file, _) = CUPFile.read(try GoldenFile("cup/\(folder)/file.cup").bytes())
    let (again, badLines) = CUPFile.read(file.bytes())
    #expect(badLines.count == 0)
    #expect(again.tasks.count == file.tasks.count)
    #expect(CUPFile.read(again.bytes()).file == again)
  }

  @Test func anyFileReadsBackAsWritten() {
    for seed in UInt64(0)..<200 {
      var chance = SeededGenerator(seed: seed)
      let file = AnyCUPFile.make(&chance)
      let (again, badLines) = CUPFile.read(file.bytes())
      #expect(badLines == BadLines(), "seed \(seed)")
      #expect(again.tasks == file.tasks, "seed \(seed)")
      #expect(Array(again.waypoints.prefix(file.waypoints.count)) == file.waypoints, "seed \(seed)")
    }
  }

  @Test func waypointsOfTasksAreAddedOnce() {
    let place = Waypoint(name: "A", position: Coordinate(latitudeE7: 500_000_000, longitudeE7: 0))
    let task = CUPTask(
      name: "there and back", points: [.init(waypoint: place), .init(waypoint: place)])
    let again = CUPFile.read(CUPFile(tasks: [task, task]).bytes()).file
    #expect(again.waypoints == [place])
    #expect(again.tasks == [task, task])
  }

  @Test func twoPlacesOfOneNameStayTwo() {
    let here = Waypoint(name: "A", position: Coordinate(latitudeE7: 500_000_000, longitudeE7: 0))
    var there = here
    there.position = Coordinate(latitudeE7: 510_000_000, longitudeE7: 0)
    let task = CUPTask(points: [.init(waypoint: here), .init(waypoint: there)], landing: there)
    let again = CUPFile.read(CUPFile(tasks: [task]).bytes()).file
    #expect(again.tasks == [task])
  }

  @Test func textStaysInItsLine() {
    let place = Waypoint(
      name: "two\r\nlines", position: Coordinate(latitudeE7: 0, longitudeE7: 0),
      description: "tab\there")
    let again = CUPFile.read(CUPFile(waypoints: [place]).bytes())
    #expect(again.badLines.count == 0)
    #expect(again.file.waypoints.map(\.name) == ["two  lines"])
    #expect(again.file.waypoints.map(\.description) == ["tab here"])
  }

  @Test func zonesThatAFileLacksAreTheSettings() {
    let place = Waypoint(name: "A", position: Coordinate(latitudeE7: 0, longitudeE7: 0))
    let zone = ObservationZone(r1M: 500)
    let task = CUPTask(points: [
      .init(waypoint: place), .init(waypoint: place, zone: zone), .init(waypoint: place),
      .init(waypoint: place),
    ]).task()
    let defaults = ZoneDefaults()
    #expect(
      task.points.map(\.zone) == [defaults.start, zone, defaults.turnpoint, defaults.finish])
  }

  @Test func aLineTooLongIsBadAndTheRestIsKept() {
    let good = "A,,,5000.000N,00800.000E\n"
    let bytes = Array((good + String(repeating: "x", count: 70_000) + "\n" + good).utf8)
    let (file, badLines) = CUPFile.read(bytes)
    #expect(file.waypoints.count == 2)
    #expect(badLines.told.map(\.number) == [2])
  }

  @Test func badLinesAreCountedBeyondThoseTold() {
    let (file, badLines) = CUPFile.read(Array(String(repeating: "no\n", count: 500).utf8))
    #expect(file == CUPFile())
    #expect(badLines.count == 500)
    #expect(badLines.told.count == BadLines.mostTold)
  }
}
