import FlightModel
import Recorder
import RecordingModel
import Store
import SyncContract
import Telemetry
import TestSupport
import Testing

/// Rides through the store that keeps them.
@Suite("Rides in the store")
struct RideStoreTests {
  /// A recorder whose batches go to a database.
  private struct Box {
    let folder = TemporaryFolder()
    let store: StoreDatabase
    var cockpit = Cockpit()

    init() throws {
      let path = folder.file("barograph.db")
      store = try StoreDatabase(
        StoreSettings(
          path: path, bootID: "boot", wallClock: { RideTests.later(0) },
          monotonicClock: { MonotonicInstant(nanoseconds: 5_000_000_000) }))
      cockpit.store.keepsBatches = true
    }

    /// Ends the ride and hands all its batches to the database.
    mutating func finish() throws {
      cockpit.perform(.command(.stop))
      for batch in cockpit.store.keptBatches {
        #expect(try store.commit(batch) == .stored(refusedRows: 0))
      }
    }

    /// Every row that goes to a server is one that it takes.
    func expectValidRows() throws {
      let tables: [ContractTable] = [
        .boards, .telemetryFrames, .telemetryMinuteBuckets, .telemetryMarkers,
        .metricExclusionRanges,
      ]
      for table in tables {
        // The row of telemetry without a board is nobody's.
        let rows = try store.contents.everyRow(of: table, limit: 100_000)
          .filter { $0["id"] != .text("") }
        #expect(!rows.isEmpty)
        for row in rows { try row.validate(in: .strict) }
      }
    }
  }

  @Test("frames, buckets, markers and ranges are what the contract takes") func contract() throws {
    var box = try Box()
    box.cockpit.ride(
      Rider(
        legs: [
          .ride(500, 6_000, 100), .stand(20), Rider.Leg.ride(500, 0, 20).withoutVESC(),
          Rider.Leg.ride(800, 9_000, 100).with { $0.fault = 9 },
        ]))
    try box.finish()
    try box.expectValidRows()
    let ride = try #require(try box.store.contents.recording(RecordingID(1)))
    #expect(ride.kind == .ride)
    #expect(ride.boardID == Rider.boardID)
    let ranges = try box.store.contents.everyRow(of: .metricExclusionRanges, limit: 10)
    #expect(ranges.map { $0["reason"] } == [.text("low_speed")])
    #expect(ranges.first?["sampleCount"]?.integer == 400)
  }

  @Test("a flight that became a ride has its board") func becameRide() throws {
    var box = try Box()
    box.cockpit.ride(
      Rider(legs: [Rider.Leg.ride(700, 0, 60).withoutVESC(), .ride(500, 6_000, 60)]))
    try box.finish()
    let ride = try #require(try box.store.contents.recording(RecordingID(1)))
    #expect(ride.kind == .ride)
    #expect(ride.boardID == Rider.boardID)
    #expect(try box.store.contents.fixCount(of: RecordingID(1)) == 120)
  }

  @Test("a ride without sky: times, buckets and the recording come when the time does")
  func untimed() throws {
    var box = try Box()
    let rider = Rider(legs: [Rider.Leg.ride(500, 6_000, 290).withoutSky()])
    box.cockpit.ride(rider) { sample in
      // One damaged packet.
      if sample.motion.odometerCm == 50_000 { sample.motion.speedCentiKmh = 93_100 }
    }
    box.cockpit.perform(
      .clock(rider.start.advanced(byMilliseconds: 290_000), box.cockpit.now))
    box.cockpit.ride(
      Rider(
        start: RideTests.later(290), odometerCm: 145_000, legs: [.ride(500, 6_000, 40), .stand(1)]))
    let frames = box.cockpit.store.frames.count
    try box.finish()
    try box.expectValidRows()
    var count = 0
    try box.store.contents.forEachFrame(of: RecordingID(1)) { stored in
      count += 1
      return stored.frame.capturedAtMs != nil
    }
    #expect(count == frames)
    let span = RideTests.later(-60)..<RideTests.later(600)
    let buckets = try box.store.contents.buckets(board: Rider.boardID, in: span).map(\.bucket)
    let sums = RideSums(buckets)
    #expect(buckets.count == 6)
    #expect(abs(sums.usedWh - rider.usedWh - 4) < 0.2)
    #expect(abs(sums.distanceCm - 165_000) <= 600)
    #expect(sums.maxSpeed == 1_800)
    // Whole minutes from the frames; the one in which the time came, and later ones, from every sample.
    #expect(buckets.dropFirst().prefix(3).allSatisfy { (118...121).contains($0.sampleCount) })
    #expect(buckets[4].sampleCount == 1_200)
    #expect(try box.store.untimedStretch() == nil)
  }
}
