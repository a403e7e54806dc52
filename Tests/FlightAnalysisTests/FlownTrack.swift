import FlightModel
import Waypoints

@testable import FlightAnalysis

/// Tracks and tasks on a grid of kilometres around a place, x east and y north.
enum FlownTrack {
  static let plane = LocalPlane(around: Coordinate(latitude: 50, longitude: 8)!)
  static let begin = UTCInstant(
    CivilDate(year: 2026, month: 7, day: 14), millisecondOfDay: 36_000_000)

  static func place(_ xKm: Double, _ yKm: Double) -> Coordinate {
    plane.place(SIMD2(xKm * 1000, yKm * 1000))
  }

  /// Fixes at these places, `seconds` apart.
  static func fixes(
    _ places: [(Double, Double)], every seconds: Int64 = 60, altitudes: [Int32] = []
  ) -> [TrackFix] {
    places.enumerated().map { index, place in
      TrackFix(
        time: begin.advanced(byMilliseconds: Int64(index) * seconds * 1000),
        position: self.place(place.0, place.1),
        gnssAltitudeM: index < altitudes.count ? altitudes[index] : 1000)
    }
  }

  static func point(_ xKm: Double, _ yKm: Double, _ zone: ObservationZone) -> TaskPoint {
    TaskPoint(waypoint: Waypoint(name: "\(xKm) \(yKm)", position: place(xKm, yKm)), zone: zone)
  }

  static let startLine = ObservationZone(direction: .next, isLine: true, r1M: 1000)
  static let finishLine = ObservationZone(direction: .previous, isLine: true, r1M: 1000)
  static let cylinder = ObservationZone(r1M: 500)

  static func seconds(_ moment: FlightMoment?) -> Double? {
    moment.map { Double($0.time.milliseconds(since: begin)) / 1000 }
  }
}
