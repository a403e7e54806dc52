import FlightModel
import Testing

@Suite struct CoordinateTests {
  @Test func aDegreeOnTheSphere() throws {
    // R = 6371 km: one degree of a great circle is 111.19493 km.
    let origin = try #require(Coordinate(latitude: 0, longitude: 0))
    for other in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)] {
      let point = try #require(Coordinate(latitude: other.0, longitude: other.1))
      #expect(abs(origin.distance(to: point) - 111_194.93) < 0.02)
    }
  }

  @Test func acrossTheAntimeridianAndToTheAntipode() throws {
    let west = try #require(Coordinate(latitude: 10, longitude: 179.9))
    let east = try #require(Coordinate(latitude: 10, longitude: -179.9))
    #expect(abs(west.distance(to: east) - 21_901) < 2)
    let pole = try #require(Coordinate(latitude: 90, longitude: 0))
    let other = try #require(Coordinate(latitude: -90, longitude: 50))
    #expect(abs(pole.distance(to: other) - .pi * Coordinate.sphereRadius) < 1)
  }

  @Test(arguments: [(90.1, 0.0), (0.0, -180.1), (.nan, 0.0), (0.0, .infinity)])
  func impossiblePositionsAreNone(latitude: Double, longitude: Double) {
    #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
  }

  @Test func movingIsMeasuredAsMoved() throws {
    for start in [(47.0, 8.0), (-33.9, 179.9999), (60.0, -180.0)] {
      let from = try #require(Coordinate(latitude: start.0, longitude: start.1))
      let to = from.moved(north: 300, east: -400)
      #expect(abs(from.distance(to: to) - 500) < 0.5)
    }
  }
}
