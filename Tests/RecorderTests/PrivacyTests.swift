import FlightModel
import FlightSimulator
import Recorder
import RecordingModel
import Telemetry
import Testing

@Suite("Privacy zones")
struct PrivacyTests {
  /// Eastwards at 10 m/s for five minutes: 3 km.
  private let track = Track(legs: [.drive(10, 300)])
  /// The fourth minute of it or so.
  private var zone: PrivacyZone {
    PrivacyZone(center: track.fixes[200].position, radiusM: 200)
  }

  private func record(_ kind: RecordingKind, _ zones: [PrivacyZone]) -> Cockpit {
    var cockpit = Cockpit(.always, kind: kind)
    cockpit.perform(.privacyZones(zones))
    cockpit.fly(track.fixes)
    cockpit.perform(.command(.stop))
    return cockpit
  }

  @Test func aRideLeavesNothingOfAZone() throws {
    let cockpit = record(.ride, [zone])
    let kept = try #require(cockpit.kept.first)
    let outside = track.fixes.filter { !zone.contains($0.position) }
    #expect(outside.count < track.fixes.count - 30)
    #expect(kept.fixes.map(\.recordedAt) == outside.map(\.trueTime))
    let times = Set(kept.fixes.map { $0.recordedAt.milliseconds })
    #expect(cockpit.store.frames.allSatisfy { times.contains($0.capturedAtMs ?? -1) })
    let samples = cockpit.store.buckets.values.reduce(0) { $0 + Int($1.sampleCount) }
    #expect(samples == outside.count)
    #expect(cockpit.store.undecodableFrames == 0)
    #expect(cockpit.recorder.status.positions.inPrivacyZone == track.fixes.count - outside.count)
  }

  @Test func theGapIsMarkedWithItsCauseAlone() throws {
    let kept = try #require(record(.ride, [zone]).kept.first)
    let gaps = kept.gaps.filter { $0.message == "privacy zone" }
    #expect(gaps.count == 1)
    let inside = track.fixes.filter { zone.contains($0.position) }
    #expect(gaps.first?.occurredAtMs == inside.first?.trueTime.milliseconds)
    #expect(gaps.first?.gapMs == Int64(inside.count) * 1000)
  }

  @Test func aRideThatEndsInAZoneIsMarkedToo() throws {
    let last = PrivacyZone(center: track.fixes[299].position, radiusM: 100)
    let kept = try #require(record(.ride, [last]).kept.first)
    #expect(kept.gaps.contains { $0.message == "privacy zone" })
    #expect(kept.fixes.allSatisfy { !last.contains($0.position) })
  }

  @Test func aFlightKeepsEveryFix() throws {
    let kept = try #require(record(.flight, [zone]).kept.first)
    #expect(kept.fixes.count == track.fixes.count)
  }

  @Test func theEdgeBelongsToTheZone() throws {
    let center = try #require(Coordinate(latitude: 48, longitude: 11))
    let zone = PrivacyZone(center: center, radiusM: 100)
    #expect(zone.contains(center.moved(north: 99.9, east: 0)))
    #expect(!zone.contains(center.moved(north: 100.1, east: 0)))
    #expect(zone.contains(center.moved(north: 0, east: -99.9)))
    #expect(!zone.contains(center.moved(north: 75, east: 75)))
  }
}
