import Crypto
import FlightModel
import IGC
import Logbook
import Testing
import Waypoints

/// The task of a flight in its file.
@Suite struct FinishedTaskTests {
  private func point(_ name: String, _ latitude: Double, _ zone: ObservationZone) -> TaskPoint {
    TaskPoint(
      waypoint: Waypoint(name: name, position: Coordinate(latitude: latitude, longitude: 8)!),
      zone: zone)
  }

  @Test func aLongTaskOfZonesWithEverythingStaysWholeAndVerifies() throws {
    let zone = ObservationZone(
      direction: .fixed, isAssignedArea: true, r1M: 123_457, a1Deg: 123.5, r2M: 12_346,
      a2Deg: 12.5, a12Deg: 234.5, lowestM: 1234, highestM: 12_346)
    let task = FlightTask(
      name: "Long", points: (0..<60).map { point("Point \($0)", 45 + Double($0) / 100, zone) },
      declaredAt: start)
    let (_, bytes) = try FinisherBench().finish((0..<120).map { fix(at: $0 * 1000) }, task: task)
    let file = IGCFile(reading: bytes)
    let whole = try #require(file.task(takeoff: nil))
    #expect(whole.points.allSatisfy { $0.zone == zone })
    #expect(file.counts.bad == 0)
    var verifier = IGCVerifier(digest: SHA256()) {
      Ed25519.isValid(signature: $0, of: $1, publicKey: $2)
    }
    verifier.feed(bytes)
    guard case .valid = verifier.finish() else {
      Issue.record("not valid")
      return
    }
  }

  @Test func itIsReadBackWithItsTimeAndZones() throws {
    let bench = try FinisherBench()
    let declared = start.advanced(byMilliseconds: -3_600_000)
    let task = FlightTask(
      name: "To the lake",
      points: [
        point("Home", 47, ObservationZone(direction: .next, isLine: true, r1M: 500)),
        point("Lake", 47.5, ObservationZone(isAssignedArea: true, r1M: 20_000)),
        point("Home", 47, ObservationZone(direction: .previous, isLine: true, r1M: 700)),
      ], minimumTimeS: 7200, declaredAt: declared)
    let (_, bytes) = try bench.finish((0..<60).map { fix(at: $0 * 1000) }, task: task)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("LXBGOZ=0,Style=1,R1=20000m,A1=180,AAT=1"))
    let file = IGCFile(reading: bytes)
    let read = try #require(file.tasks.last)
    #expect(read.declaredAt == declared)
    let whole = try #require(file.task(takeoff: nil))
    #expect(whole.points.map(\.zone.r1M) == [500, 20_000, 700])
    #expect(whole.points.map(\.zone.isLine) == [true, false, true])
    #expect(whole.points[1].zone.isAssignedArea)
    #expect(whole.minimumTimeS == 7200)
    #expect(whole.points.map(\.waypoint.name) == ["Home", "Lake", "Home"])
  }
}
