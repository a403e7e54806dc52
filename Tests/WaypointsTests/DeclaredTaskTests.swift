import FlightModel
import IGC
import Testing
import Waypoints

@Suite struct DeclaredTaskTests {
  private let when = UTCInstant(
    CivilDate(year: 2026, month: 7, day: 14), millisecondOfDay: 36_000_000)

  private func point(_ name: String, _ latitude: Double) -> TaskDeclaration.Point {
    .init(position: Coordinate(latitude: latitude, longitude: 8)!, name: name)
  }

  @Test func aDeclarationBecomesATaskWithTheSettingsZones() {
    let declaration = TaskDeclaration(
      declaredAt: when, takeOff: point("field", 50), start: point("start", 50.1),
      turnpoints: [point("one", 51), point("two", 50.5)], finish: point("finish", 50),
      name: "Triangle")
    let task = FlightTask(declaration)
    let defaults = ZoneDefaults()
    #expect(task.points.map(\.waypoint.name) == ["start", "one", "two", "finish"])
    #expect(
      task.points.map(\.zone)
        == [defaults.start, defaults.turnpoint, defaults.turnpoint, defaults.finish])
    #expect(task.declaredAt == when)
    #expect(task.name == "Triangle")
  }

  @Test func aTaskBecomesADeclarationAndBack() throws {
    let declaration = TaskDeclaration(
      declaredAt: when, start: point("a", 50), turnpoints: [], finish: point("b", 51))
    #expect(FlightTask(declaration).declaration(at: when) == declaration)
    #expect(FlightTask(points: []).declaration(at: when) == nil)
  }

  @Test func zonesInRecordsOfLoggersReplaceTheSettings() {
    let declaration = TaskDeclaration(
      declaredAt: when, start: point("start", 50.1), turnpoints: [point("one", 51)],
      finish: point("finish", 50))
    let records = [
      "LXYZCHANNEL,1,2", "LXYZOZ=-1,Style=2,R1=5.000km,A1=180,Maxa=0m,Line=1,Autonext=1",
      "LXYZOZ=0,Style=1,R1=20.000km,A1=180,R2=0.000km,A2=0,A12=65.9,AAT=1,Lat=5100.000N",
      "LXYZTSK,TaskTime=9000s", "LSEEYOU OZ=0,Style=1,R1=500m,A1=45", "LXYZOZ=soon",
      "LSEEYOU TSK,TaskTime=01:00:00", "B1000005000000N00800000EA0000000000",
    ].map { Array($0.utf8) }
    let task = RecordedZones(records: records).applied(to: FlightTask(declaration))
    #expect(
      task.points.map(\.zone) == [
        ObservationZone(direction: .next, isLine: true, r1M: 5000),
        ObservationZone(isAssignedArea: true, r1M: 20_000, a12Deg: 65.9),
        ZoneDefaults().finish,
      ])
    #expect(task.minimumTimeS == 9000)
  }
}
