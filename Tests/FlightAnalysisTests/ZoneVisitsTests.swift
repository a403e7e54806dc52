import FlightModel
import SeededRandom
import Testing
import Waypoints

@testable import FlightAnalysis

@Suite struct ZoneVisitsTests {
  private func zone(_ chance: inout SeededGenerator) -> ObservationZone {
    let hasInner = Bool.random(using: &chance)
    return ObservationZone(
      direction: .fixed, r1M: .random(in: 2000...5000, using: &chance),
      a1Deg: [180, 20, 45, 90, 130].randomElement(using: &chance)!,
      r2M: hasInner ? .random(in: 300...2000, using: &chance) : 0,
      a2Deg: hasInner ? [0, 30, 100, 180].randomElement(using: &chance)! : 0,
      a12Deg: .random(in: 0..<360, using: &chance))
  }

  /// Walks each way in small steps and asks the zone at each of them.
  @Test func anyZoneIsVisitedWhenItsPlacesAre() {
    for seed in UInt64(0)..<30 {
      var chance = SeededGenerator(seed: seed)
      let task = FlightTask(points: [
        FlownTrack.point(-30, 0, FlownTrack.startLine), FlownTrack.point(0, 0, zone(&chance)),
        FlownTrack.point(30, 0, FlownTrack.finishLine),
      ])
      let places = (0..<8).map { _ in
        (Double.random(in: -6...6, using: &chance), Double.random(in: -6...6, using: &chance))
      }
      let track = TaskTrack(FlownTrack.fixes(places), nil)
      let zone = TaskZone(ofPoint: 1, in: task)
      let visits = ZoneVisits(zone, .turnpoint, track).visits
      let points = track.projected(zone.plane)
      for index in points.indices.dropLast() {
        for step in 0..<80 {
          let part = Double(step) / 80
          let place = points[index] + (points[index + 1] - points[index]) * part
          let instant = Double(index) + part
          let isVisited = visits.contains { $0.entry <= instant && instant <= $0.exit }
          let isNearEdge = visits.contains {
            abs($0.entry - instant) < 1e-4 || abs($0.exit - instant) < 1e-4
          }
          #expect(isNearEdge || isVisited == zone.contains(place), "seed \(seed) at \(instant)")
        }
      }
    }
  }

  @Test func visitsAreFoundFromAnInstantOn() {
    let task = FlightTask(points: [
      FlownTrack.point(-30, 0, FlownTrack.startLine), FlownTrack.point(0, 0, FlownTrack.cylinder),
      FlownTrack.point(30, 0, FlownTrack.finishLine),
    ])
    let fixes = FlownTrack.fixes([(-1, 0), (1, 0), (-1, 0), (0, 0), (0, 1)])
    let visits = ZoneVisits(TaskZone(ofPoint: 1, in: task), .turnpoint, TaskTrack(fixes, nil))
    #expect(visits.visits.count == 3)
    #expect(abs(visits.first(from: 0)! - 0.25) < 1e-5)
    #expect(visits.first(from: 0.5) == 0.5)
    #expect(abs(visits.first(from: 0.8)! - 1.25) < 1e-5)
    #expect(visits.first(from: 3) == 3)
    #expect(visits.first(from: 3.6) == nil)
  }

  @Test func heightLimitsCutAVisit() {
    var zone = ObservationZone(r1M: 5000)
    zone.lowestM = 1000
    zone.highestM = 2000
    let task = FlightTask(points: [
      FlownTrack.point(-30, 0, FlownTrack.startLine), FlownTrack.point(0, 0, zone),
      FlownTrack.point(30, 0, FlownTrack.finishLine),
    ])
    let fixes = FlownTrack.fixes(
      [(0, 0), (0, 1), (0, 2), (0, 3)], altitudes: [500, 2500, 2500, 1500])
    let visits = ZoneVisits(TaskZone(ofPoint: 1, in: task), .turnpoint, TaskTrack(fixes, nil))
      .visits
    let times = visits.flatMap { [$0.entry, $0.exit] }
    #expect(times.count == 4)
    for (found, wanted) in zip(times, [0.25, 0.75, 2.5, 3]) { #expect(abs(found - wanted) < 1e-9) }
  }
}
