import FlightModel
import Recorder
import RecordingModel
import Telemetry
import Testing

@Suite("Rides: time, cuts and zones")
struct RideTimeTests {
  @Test("no sky for a whole ride: a synchronised clock tells the time")
  func clockOnly() throws {
    let rider = Rider(legs: [Rider.Leg.ride(500, 6_000, 200).withoutSky(), .stand(0)])
    var cockpit = Cockpit()
    cockpit.perform(.clock(rider.start, cockpit.now))
    cockpit.ride(rider)
    cockpit.perform(.command(.stop))
    let ride = try #require(cockpit.kept.first)
    #expect(ride.fixes.isEmpty)
    #expect(ride.recording.kind == .ride)
    #expect(distance(ride.recording.startedAt, rider.start) <= 2)
    #expect(cockpit.finished == [ride.recording.id])
    #expect(abs(RideSums(cockpit.store.buckets.values).usedWh - rider.usedWh) < 0.15)
  }

  @Test("without any time the frames wait for it, and the recording begins where they did")
  func untimed() throws {
    let rider = Rider(legs: [Rider.Leg.ride(500, 6_000, 300).withoutSky()])
    var cockpit = Cockpit()
    let began = cockpit.now
    cockpit.ride(rider)
    #expect(cockpit.kept.isEmpty)
    #expect(cockpit.recorder.status.phase == .waitingForTime)
    #expect(cockpit.store.frames.count > 590)
    #expect(cockpit.store.frames.allSatisfy { $0.capturedAtMs == nil })
    let end = rider.start.advanced(byMilliseconds: cockpit.now.milliseconds(since: began))
    cockpit.perform(.clock(end, cockpit.now))
    let ride = try #require(cockpit.kept.first)
    #expect(distance(ride.recording.startedAt, rider.start) <= 2)
    #expect(cockpit.store.frames.allSatisfy { $0.capturedAtMs != nil })
    cockpit.ride(Rider(start: end, odometerCm: 150_000, legs: [.ride(500, 6_000, 100)]))
    cockpit.perform(.command(.stop))
    #expect(cockpit.kept.count == 1)
    #expect(cockpit.store.undecodableFrames == 0)
    let minute = end.milliseconds / 60_000 * 60_000
    #expect(
      cockpit.store.buckets[minute]?.sampleCount == 1_200, "the minute of the change is whole")
  }

  @Test("a ride that is over before the time is known is a recording all the same")
  func untimedAndOver() throws {
    let rider = Rider(legs: [Rider.Leg.ride(500, 6_000, 100).withoutSky()])
    var cockpit = Cockpit()
    cockpit.ride(rider)
    cockpit.wait(seconds: 1_850)
    cockpit.ride(Rider(start: RideTests.later(2_000), legs: [Rider.Leg.stand(5).withoutVESC()]))
    let ride = try #require(cockpit.kept.first)
    #expect(ride.recording.progress.end == .landed)
    #expect(ride.recording.startedAt < ride.recording.progress.lastFixAt)
    #expect(cockpit.finished == [ride.recording.id])
  }

  @Test("the frames of an earlier start of the same boot get their time too")
  func restartWithoutTime() throws {
    var configuration = Cockpit.configuration
    configuration.untimed = UntimedStretch(
      boardID: Rider.boardID, began: MonotonicInstant(nanoseconds: 40_000_000_000))
    var recorder = FlightRecorder(configuration: configuration)
    let now = MonotonicInstant(nanoseconds: 100_000_000_000)
    let actions = recorder.on(.clock(RideTests.later(0), now))
    let batches = actions.compactMap { action in
      if case .commit(let batch, _) = action { batch } else { nil }
    }
    let batch = try #require(batches.first)
    #expect(batch.timeOffsetMs == RideTests.later(-100).milliseconds)
    #expect(batch.recording?.startedAt == RideTests.later(-60))
    #expect(batch.recording?.progress.end == .landed)
  }

  @Test("the power fails in mid-ride", arguments: [(20, true), (1_500, true), (1_860, false)])
  func cut(seconds: Int, continues: Bool) throws {
    var cockpit = Cockpit()
    let first = Rider(legs: [.ride(500, 6_000, 200)])
    cockpit.ride(first)
    cockpit.cutPower()
    let back = RideTests.later(200 + Int64(seconds))
    let second = Rider(start: back, odometerCm: first.riddenCm, legs: [.ride(500, 6_000, 200)])
    cockpit.ride(second)
    cockpit.perform(.command(.stop))
    #expect(cockpit.kept.count == (continues ? 1 : 2))
    let ride = try #require(cockpit.kept.first)
    #expect(ride.recording.kind == .ride)
    if continues {
      #expect(ride.gaps.map(\.message) == ["restart"])
    } else {
      #expect(ride.recording.progress.end == .interrupted)
    }
    let sums = RideSums(cockpit.store.buckets.values)
    // Ten seconds of a bucket, and the start.
    #expect(abs(sums.usedWh - first.usedWh - second.usedWh) < 1.2)
    #expect(cockpit.kept.flatMap(\.fixes).count >= 398)
    #expect(cockpit.store.undecodableFrames == 0)
  }

  @Test("a power cut and no sky after it: the clock decides")
  func cutWithoutSky() throws {
    var cockpit = Cockpit()
    cockpit.ride(Rider(legs: [.ride(500, 6_000, 100)]))
    cockpit.cutPower()
    cockpit.ride(
      Rider(start: RideTests.later(130), legs: [Rider.Leg.ride(500, 6_000, 60).withoutSky()]))
    #expect(cockpit.recorder.status.phase == .resuming)
    cockpit.perform(.clock(RideTests.later(190), cockpit.now))
    cockpit.perform(.command(.stop))
    #expect(cockpit.kept.count == 1)
    #expect(cockpit.store.frames.allSatisfy { $0.capturedAtMs != nil })
  }

  @Test("the service stops in mid-ride and goes on")
  func serviceRestart() {
    var cockpit = Cockpit()
    cockpit.ride(Rider(legs: [.ride(500, 6_000, 100)]))
    cockpit.perform(.shutdown)
    #expect(cockpit.interim == [RecordingID(1)])
    #expect(cockpit.kept.first?.markers.contains { $0.kind == .appStop } == true)
    cockpit.cutPower()
    cockpit.ride(Rider(start: RideTests.later(110), legs: [.ride(500, 6_000, 60)]))
    #expect(cockpit.kept.count == 1)
    #expect(cockpit.recorder.status.phase == .riding)
  }

  @Test("without a sample for half an hour a ride is over, wherever the receiver goes")
  func boardGone() throws {
    var cockpit = Cockpit()
    cockpit.ride(
      Rider(legs: [.ride(500, 6_000, 100), Rider.Leg.ride(900, 0, 1_900).withoutVESC()]))
    let ride = try #require(cockpit.kept.first)
    #expect(ride.recording.progress.end == .interrupted)
  }

  @Test("a privacy zone takes samples and fixes alike")
  func zone() throws {
    let rider = Rider(legs: [.ride(1_000, 6_000, 300)])
    let zone = PrivacyZone(center: Rider.position(150_000), radiusM: 200)
    var cockpit = Cockpit()
    cockpit.perform(.privacyZones([zone]))
    cockpit.ride(rider)
    cockpit.perform(.command(.stop))
    let ride = try #require(cockpit.kept.first)
    #expect(ride.fixes.allSatisfy { !zone.contains($0.position) })
    #expect(ride.gaps.filter { $0.message == "privacy zone" }.count == 1)
    var decoder = FrameDecoder()
    let samples = cockpit.store.frames.compactMap { decoder.decode($0) }
    #expect(samples.count == cockpit.store.frames.count)
    #expect(
      samples.allSatisfy { sample in
        sample.location.map { !zone.contains($0.coordinate) } ?? true
      })
    let counted = RideSums(cockpit.store.buckets.values).samples
    #expect(counted < rider.samples - 39 * 20)
    #expect(counted > rider.samples - 43 * 20)
  }

  @Test("a receiver that loses the sky in a privacy zone is still in it")
  func zoneWithoutSky() throws {
    let zone = PrivacyZone(center: Rider.position(150_000), radiusM: 200)
    // Into the middle of the zone, a minute under a roof there, and out again.
    let rider = Rider(legs: [
      .ride(1_000, 6_000, 150), Rider.Leg.stand(60).withoutPosition(), .ride(1_000, 6_000, 100),
    ])
    var cockpit = Cockpit()
    cockpit.perform(.privacyZones([zone]))
    cockpit.ride(rider)
    cockpit.perform(.command(.stop))
    let ride = try #require(cockpit.kept.first)
    #expect(ride.gaps.filter { $0.message == "privacy zone" }.count == 1)
    // 20 s to the middle, the minute, 20 s to the edge.
    let counted = RideSums(cockpit.store.buckets.values).samples
    #expect(counted < rider.samples - 99 * 20)
    #expect(counted > rider.samples - 104 * 20)
  }
}
