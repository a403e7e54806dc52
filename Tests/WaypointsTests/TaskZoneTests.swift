import FlightModel
import Glibc
import Testing
import Waypoints

@Suite struct TaskZoneTests {
  private static let plane = LocalPlane(around: Coordinate(latitude: 50, longitude: 8)!)

  private static func point(_ xKm: Double, _ yKm: Double, _ zone: ObservationZone) -> TaskPoint {
    let place = plane.place(SIMD2(xKm * 1000, yKm * 1000))
    return TaskPoint(waypoint: Waypoint(name: "", position: place), zone: zone)
  }

  /// A task from the south-west to the turnpoint and on to the south-east; its start is far west.
  private static func zone(_ zone: ObservationZone, index: Int = 2) -> TaskZone {
    let other = ObservationZone(r1M: 500)
    var points = [
      point(-30, 0, other), point(-10, -10, other), point(0, 0, other), point(10, -10, other),
    ]
    points[index].zone = zone
    return TaskZone(ofPoint: index, in: FlightTask(points: points))
  }

  /// Degrees, clockwise from north.
  private static func bearing(_ degrees: Double, _ km: Double) -> SIMD2<Double> {
    let angle = degrees * Double.pi / 180
    return SIMD2(sin(angle), cos(angle)) * (km * 1000)
  }

  @Test(arguments: [
    (ObservationZone.Direction.fixed, 200.0), (.symmetric, 0), (.next, 135), (.previous, 225),
    (.start, 270),
  ])
  func theMiddleLineLooksWhereTheZoneSays(direction: ObservationZone.Direction, degrees: Double) {
    let zone = Self.zone(
      ObservationZone(direction: direction, r1M: 3000, a1Deg: 45, a12Deg: 200))
    let wanted = Self.bearing(degrees, 0.001)
    #expect(abs(zone.middle.x - wanted.x) < 1e-3)
    #expect(abs(zone.middle.y - wanted.y) < 1e-3)
  }

  @Test(arguments: [
    (0, ObservationZone.Direction.symmetric, -1.0), (0, .next, 1), (0, .previous, -1),
    (0, .start, 1), (3, .symmetric, 1), (3, .previous, -1), (3, .next, 1),
  ])
  func startAndFinishHaveOneNeighbour(
    index: Int, direction: ObservationZone.Direction, along: Double
  ) {
    let zone = Self.zone(
      ObservationZone(direction: direction, isLine: true, r1M: 3000), index: index)
    // `course` goes with the task in any case.
    let course = (zone.course * zone.middle).sum()
    #expect(abs(course - along) < 1e-6)
  }

  @Test func aSectorEndsAtItsRadiusAndItsSides() {
    let zone = Self.zone(ObservationZone(r1M: 3000, a1Deg: 45))
    #expect(zone.contains(SIMD2(0, 0)))
    #expect(zone.contains(SIMD2(0, 3000)))
    #expect(!zone.contains(SIMD2(0, 3000.1)))
    #expect(zone.contains(Self.bearing(44.9, 2.9)))
    #expect(zone.contains(Self.bearing(315.1, 2.9)))
    #expect(!zone.contains(Self.bearing(45.5, 2.9)))
    #expect(!zone.contains(SIMD2(0, -100)))
  }

  @Test func aKeyholeIsASectorWithACylinder() {
    let zone = Self.zone(ObservationZone(r1M: 10_000, a1Deg: 45, r2M: 500, a2Deg: 180))
    #expect(zone.contains(SIMD2(0, -499)))
    #expect(!zone.contains(SIMD2(0, -501)))
    #expect(zone.contains(SIMD2(0, 9999)))
  }

  @Test func withoutAnInnerAngleTheInnerRadiusIsAHole() {
    let zone = Self.zone(
      ObservationZone(direction: .fixed, isAssignedArea: true, r1M: 10_000, a1Deg: 30, r2M: 4000))
    #expect(!zone.contains(SIMD2(0, 3999)))
    #expect(zone.contains(SIMD2(0, 4001)))
    #expect(zone.nearest(to: SIMD2(0, 1000)) == SIMD2(0, 4000))
  }

  @Test func theNearestPointIsOnTheEdge() {
    let cylinder = Self.zone(ObservationZone(r1M: 3000))
    #expect(cylinder.nearest(to: SIMD2(0, 5000)) == SIMD2(0, 3000))
    #expect(cylinder.nearest(to: SIMD2(100, 200)) == SIMD2(100, 200))
    let sector = Self.zone(ObservationZone(direction: .fixed, r1M: 3000, a1Deg: 90))
    let beside = sector.nearest(to: SIMD2(1000, -500))
    #expect(abs(beside.x - 1000) < 1e-6 && abs(beside.y) < 1e-6)
    let keyhole = Self.zone(
      ObservationZone(direction: .fixed, r1M: 10_000, a1Deg: 45, r2M: 500, a2Deg: 180))
    #expect(keyhole.nearest(to: SIMD2(0, -800)) == SIMD2(0, -500))
  }

  @Test func theNearestPointIsNeverFartherThanAnyOther() {
    let shapes = [
      ObservationZone(direction: .fixed, r1M: 3000, a1Deg: 20, a12Deg: 77),
      ObservationZone(direction: .fixed, r1M: 3000, a1Deg: 120, r2M: 1000, a12Deg: 300),
      ObservationZone(direction: .fixed, r1M: 3000, a1Deg: 45, r2M: 1000, a2Deg: 100),
    ]
    for shape in shapes {
      let zone = Self.zone(shape)
      let grid = stride(from: -4000.0, through: 4000, by: 250)
      let points = grid.flatMap { x in grid.map { SIMD2(x + 3, $0 + 7) } }
      let inside = points.filter(zone.contains)
      for point in points where !zone.contains(point) {
        func square(_ other: SIMD2<Double>) -> Double { ((other - point) * (other - point)).sum() }
        let nearest = zone.nearest(to: point)
        #expect(zone.contains(nearest * 0.9999999) || zone.contains(nearest))
        #expect(square(nearest) <= (inside.map(square).min() ?? .infinity) + 1e-3)
      }
    }
  }

  @Test func thePlaneGivesPlacesBack() {
    let places = [
      (50.0, 8.0), (0, 180), (-89.9, -120), (89.9999, 30), (12.5, -179.9999),
    ].map { Coordinate(latitude: $0.0, longitude: $0.1)! }
    for middle in places {
      let plane = LocalPlane(around: middle)
      for place in places {
        let point = plane.project(place)
        #expect(abs((point * point).sum().squareRoot() - middle.distance(to: place)) < 0.01)
        #expect(plane.place(point).distance(to: place) < 0.02)
      }
    }
  }
}
