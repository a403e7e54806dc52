import FlightModel
import FlightSimulator
import Recorder
import RecordingModel
import Telemetry
import Testing

@Suite("Rides")
struct RideTests {
  /// Half a minute of rest, eleven minutes of riding with a fault in them, half an hour of rest.
  private static let outing: [Rider.Leg] = [
    .stand(30), .ride(500, 6_000, 300), .ride(800, 12_000, 120),
    Rider.Leg.ride(800, 12_000, 2).with { $0.fault = 4 },
    .ride(300, -2_000, 60), .ride(600, 7_000, 180),
  ]

  @Test("a whole ride: distance, energy, maxima and faults are the rider's")
  func sums() throws {
    let rider = Rider(legs: Self.outing + [.stand(1_900)])
    var cockpit = Cockpit()
    cockpit.ride(rider)
    let ride = try #require(cockpit.kept.first)
    #expect(cockpit.kept.count == 1)
    #expect(ride.recording.kind == .ride)
    #expect(ride.recording.boardID == Rider.boardID)
    #expect(ride.recording.progress.end == .landed)
    #expect(cockpit.finished == [ride.recording.id])
    let sums = RideSums(cockpit.store.buckets.values)
    #expect(abs(sums.distanceCm - rider.riddenCm) <= 500, "one second of the start")
    #expect(abs(sums.usedWh - rider.usedWh) < 0.15)
    #expect(abs(sums.regainedWh - rider.regainedWh) < 0.01)
    #expect(sums.maxSpeed == 800 * 36 / 10)
    #expect(sums.faults == rider.faults)
    #expect(sums.minVoltage == Rider.millivolts)
    #expect(cockpit.store.undecodableFrames == 0)
  }

  @Test("frames: two a second, one a second at rest, the fault at once, the fix joined")
  func frames() throws {
    let rider = Rider(legs: Self.outing + [.stand(400)])
    var cockpit = Cockpit()
    cockpit.ride(rider)
    cockpit.perform(.command(.stop))
    let riding = 662
    let frames = cockpit.store.frames
    let due = 2 * (riding - 1 + 180) + 220
    #expect(abs(frames.count - due) <= 10)
    #expect(frames.allSatisfy { $0.boardID == Rider.boardID && $0.canID == 7 })
    #expect(frames.contains { $0.flags.contains(.hasFault) })
    var decoder = FrameDecoder()
    let samples = frames.compactMap { decoder.decode($0) }
    #expect(samples.count == frames.count)
    #expect(samples.dropFirst(4).allSatisfy { $0.location != nil })
    let fault = try #require(samples.first { $0.motion.faultCode == 4 })
    let begin = rider.start.advanced(byMilliseconds: 450_000)
    #expect(abs(fault.capturedAtMs - begin.milliseconds) <= 50)
    let gaps = zip(frames, frames.dropFirst()).map { $1.capturedAtMs! - $0.capturedAtMs! }
    #expect(gaps.allSatisfy { $0 > 0 && $0 <= 1_050 })
  }

  @Test("every fix of a ride is kept, from before it began")
  func everyFix() throws {
    let rider = Rider(legs: Self.outing + [.stand(100)])
    var cockpit = Cockpit()
    cockpit.ride(rider)
    cockpit.perform(.command(.stop))
    let ride = try #require(cockpit.kept.first)
    #expect(ride.fixes.map(\.recordedAt) == rider.fixes)
    #expect(ride.recording.startedAt == rider.start)
  }

  @Test("a rest of three minutes is marked, one of half an hour splits")
  func restAndSplit() {
    let hour: [Rider.Leg] = [.ride(500, 5_000, 120), .stand(200), .ride(500, 5_000, 120)]
    var cockpit = Cockpit()
    cockpit.ride(Rider(legs: hour + [.stand(1_900), .ride(500, 5_000, 60)]))
    cockpit.perform(.command(.stop))
    #expect(cockpit.kept.count == 2)
    let pauses = cockpit.kept.map { $0.markers.count { $0.kind == .autoPause } }
    #expect(pauses == [2, 0])
    #expect(cockpit.kept.map(\.recording.kind) == [.ride, .ride])
  }

  @Test("a link lost in mid-ride: a gap with its cause, and the rest is right")
  func disconnect() throws {
    let rider = Rider(
      legs: [
        .ride(500, 6_000, 200), Rider.Leg.ride(500, 0, 40).withoutVESC(), .ride(500, 6_000, 200),
      ])
    var cockpit = Cockpit()
    cockpit.ride(rider)
    cockpit.perform(.command(.stop))
    let ride = try #require(cockpit.kept.first)
    #expect(cockpit.kept.count == 1)
    let gap = try #require(ride.gaps.first)
    #expect(ride.gaps.count == 1)
    #expect(gap.message == "link lost")
    #expect(gap.gapMs == 40_050)
    #expect(ride.markers.count { $0.kind == .disconnected } == 1)
    #expect(ride.markers.count { $0.kind == .connected } == 2)
    let sums = RideSums(cockpit.store.buckets.values)
    #expect(abs(sums.distanceCm - rider.riddenCm) <= 550)
    #expect(abs(sums.usedWh - rider.usedWh) < 0.15)
    let range = rider.start.range(after: 200, seconds: 39)
    let inside = cockpit.store.frames.filter {
      range.contains(UTCInstant(milliseconds: $0.capturedAtMs!))
    }
    #expect(inside.isEmpty)
    #expect(ride.missing(rider) == 0)
    #expect(cockpit.store.undecodableFrames == 0)
  }

  @Test(
    "the controller is switched on five minutes late", arguments: [RecordingPolicy.auto, .always])
  func late(policy: RecordingPolicy) throws {
    let rider = Rider(
      legs: [
        Rider.Leg.ride(700, 0, 300).withoutVESC(), .ride(500, 6_000, 200), .stand(10),
      ])
    var cockpit = Cockpit(policy)
    cockpit.ride(rider)
    cockpit.perform(.command(.stop))
    let ride = try #require(cockpit.kept.first)
    #expect(cockpit.kept.count == 1)
    #expect(ride.recording.kind == .ride)
    #expect(ride.recording.boardID == Rider.boardID)
    #expect(ride.recording.progress.takeoffAt == nil)
    #expect(ride.missing(rider) == 0)
    let sums = RideSums(cockpit.store.buckets.values)
    #expect(abs(sums.usedWh - rider.usedWh) < 0.2)
    #expect(sums.samples >= rider.samples - 25)
  }

  @Test("recording.kind = flight: a flight with motor values")
  func paramotor() throws {
    let rider = Rider(legs: [.stand(20), .ride(900, 20_000, 200), .stand(10)])
    var cockpit = Cockpit(.always, kind: .flight)
    cockpit.ride(rider)
    cockpit.perform(.command(.stop))
    let flight = try #require(cockpit.kept.first)
    #expect(flight.recording.kind == .flight)
    #expect(flight.recording.boardID == "board")
    #expect(cockpit.store.frames.contains { $0.motion.batteryCurrentMa == 20_000 })
    let most = cockpit.store.buckets.values.map(\.maxBatteryCurrentAbsMa).max()
    #expect(most == 20_000)
    #expect(cockpit.store.undecodableFrames == 0)
    #expect(flight.missing(rider) <= 1)
  }

  @Test("a flight in the air stays one while a board on board lies still")
  func boardInFlight() throws {
    let climb = Track(legs: [.stand(60), .climbOut(25, 2, 300)])
    var cockpit = Cockpit()
    cockpit.fly(climb.fixes)
    #expect(cockpit.recorder.status.phase == .airborne)
    cockpit.perform(.boardAppeared(Rider.identity, boardID: Rider.boardID, cockpit.now))
    let rest = Rider(legs: [Rider.Leg.stand(1).withoutSky()])
    let next = climb.fixes.last!.trueTime.advanced(byMilliseconds: 1_000)
    for fix in Track(start: next, legs: [.climbOut(25, 2, 60)]).fixes {
      cockpit.fly([fix])
      for case (_, .motor(var sample)) in rest.items {
        sample.receivedAt = cockpit.now
        cockpit.perform(.motor(sample))
      }
    }
    cockpit.perform(.command(.stop))
    #expect(cockpit.kept.map(\.recording.kind) == [.flight])
    #expect(cockpit.kept.first?.fixes.count == 420)
  }

  @Test("by hand: starts and stops as told, whatever moves")
  func manual() {
    var cockpit = Cockpit(.manual)
    cockpit.ride(Rider(legs: [.ride(500, 5_000, 60)]))
    #expect(cockpit.kept.isEmpty)
    cockpit.perform(.command(.start))
    cockpit.ride(Rider(start: Self.later(60), legs: [.stand(60)]))
    cockpit.perform(.command(.stop))
    cockpit.ride(Rider(start: Self.later(120), legs: [.ride(500, 5_000, 60)]))
    #expect(cockpit.kept.count == 1)
    #expect(cockpit.kept.first?.recording.kind == .ride)
    #expect(RideSums(cockpit.store.buckets.values).samples >= 1_180)
  }

  @Test("a stop in mid-ride is not undone a second later")
  func stopHolds() {
    var cockpit = Cockpit()
    cockpit.ride(Rider(legs: [.ride(500, 5_000, 60)]))
    cockpit.perform(.command(.stop))
    cockpit.ride(Rider(start: Self.later(60), legs: [.ride(500, 5_000, 60), .stand(200)]))
    #expect(cockpit.kept.count == 1)
    cockpit.ride(Rider(start: Self.later(320), legs: [.ride(500, 5_000, 30)]))
    #expect(cockpit.kept.count == 2)
  }

  @Test("always: rests stay at one frame a second, and nothing splits")
  func alwaysRests() {
    var cockpit = Cockpit(.always)
    cockpit.ride(Rider(legs: [.ride(500, 5_000, 60), .stand(2_400), .ride(500, 5_000, 60)]))
    cockpit.perform(.command(.stop))
    #expect(cockpit.kept.count == 1)
    let due = 2 * (120 + 180) + 2_220
    #expect(abs(cockpit.store.frames.count - due) <= 20)
  }

  @Test("a board that lies still is no ride")
  func atRest() {
    var cockpit = Cockpit()
    cockpit.ride(Rider(legs: [.stand(600)]))
    #expect(cockpit.kept.isEmpty)
    #expect(cockpit.recorder.status.phase == .armed)
  }

  @Test("a second board nearby is not mixed in")
  func stranger() throws {
    var cockpit = Cockpit()
    let other = BoardIdentity(key: "vesc:ff", name: "Stranger", transport: "bluetooth")
    cockpit.perform(.boardAppeared(other, boardID: "vesc:ff", cockpit.now))
    var count = 0
    cockpit.ride(Rider(legs: [.ride(500, 5_000, 120)])) { sample in
      count += 1
      if count > 200, count.isMultiple(of: 3) { sample.boardKey = "vesc:ff" }
    }
    cockpit.perform(.command(.stop))
    #expect(cockpit.kept.count == 1)
    #expect(cockpit.store.frames.allSatisfy { $0.boardID == Rider.boardID })
  }

  static func later(_ seconds: Int64) -> UTCInstant {
    Rider(legs: []).start.advanced(byMilliseconds: seconds * 1000)
  }
}

extension MemoryStore.Kept {
  /// Fixes of a rider that are missing here.
  func missing(_ rider: Rider) -> Int {
    let times = Set(fixes.map(\.recordedAt))
    return rider.fixes.count { !times.contains($0) }
  }
}
