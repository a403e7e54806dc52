import FlightModel
import Testing
import Waypoints

@Suite struct AreaRangeTests {
  private let plane = LocalPlane(around: Coordinate(latitude: 50, longitude: 8)!)

  private func point(_ xKm: Double, _ yKm: Double, _ zone: ObservationZone) -> TaskPoint {
    let place = plane.place(SIMD2(xKm * 1000, yKm * 1000))
    return TaskPoint(waypoint: Waypoint(name: "", position: place), zone: zone)
  }

  private func task(_ zone: ObservationZone) -> FlightTask {
    let end = ObservationZone(isLine: true, r1M: 1000)
    return FlightTask(points: [point(0, 0, end), point(0, 50, zone), point(0, 0, end)])
  }

  @Test func aCylinderGivesItsNearAndItsFarEdge() throws {
    let range = try #require(AreaRange(task(ObservationZone(isAssignedArea: true, r1M: 20_000))))
    #expect(abs(range.shortestM - 60_000) < 5)
    #expect(abs(range.longestM - 140_000) < 5)
  }

  @Test func aSectorGivesItsCorners() throws {
    // Towards the start, 60 degrees wide.
    let zone = ObservationZone(
      direction: .fixed, isAssignedArea: true, r1M: 20_000, a1Deg: 30, r2M: 5000, a12Deg: 180)
    let range = try #require(AreaRange(task(zone)))
    #expect(abs(range.shortestM - 60_000) < 5)
    // The corner 5 km from the point, 30 degrees aside.
    let corner = (2.5 * 2.5 + 45.669_87 * 45.669_87).squareRoot()
    #expect(abs(range.longestM - 2000 * corner) < 20)
  }

  @Test func aWayThroughAnAreaIsNotLongerThanStraight() throws {
    let end = ObservationZone(isLine: true, r1M: 1000)
    let task = FlightTask(points: [
      point(-40, 0, end), point(0, 3, ObservationZone(isAssignedArea: true, r1M: 10_000)),
      point(40, 0, end),
    ])
    let range = try #require(AreaRange(task))
    #expect(abs(range.shortestM - 80_000) < 5)
    #expect(range.longestM > 80_000)
    #expect(task.distanceM > range.shortestM)
  }

  @Test func withoutAreasThereIsNoRange() {
    #expect(AreaRange(task(ObservationZone(r1M: 500))) == nil)
    #expect(AreaRange(FlightTask(points: [])) == nil)
  }

  @Test func legsAreGreatCircles() {
    let task = task(ObservationZone(r1M: 500))
    #expect(task.legDistancesM.count == 2)
    #expect(abs(task.distanceM - 100_000) < 0.1)
    #expect(FlightTask(points: []).distanceM == 0)
  }

  @Test(arguments: [
    (ObservationZone(r1M: 3000), 72), (ObservationZone(isLine: true, r1M: 3000), 2),
    (ObservationZone(r1M: 3000, a1Deg: 45), 20),
    (ObservationZone(r1M: 3000, a1Deg: 45, r2M: 500, a2Deg: 180), 75),
    (ObservationZone(r1M: 3000, a1Deg: 45, r2M: 500), 39),
  ])
  func outlinesAreOnTheEdge(zone: ObservationZone, count: Int) {
    let resolved = TaskZone(ofPoint: 1, in: task(zone))
    let outline = resolved.outline()
    #expect(outline.count == count)
    for place in outline {
      let point = resolved.plane.project(place)
      let distance = (point * point).sum().squareRoot()
      #expect([0, zone.r2M, zone.r1M].contains { abs($0 - distance) < 0.1 })
    }
  }
}
