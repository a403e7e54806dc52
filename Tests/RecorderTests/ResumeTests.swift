import FlightModel
import FlightSimulator
import Recorder
import RecordingModel
import SeededRandom
import Testing

@Suite("After a power cut")
struct ResumeTests {
  /// A flight cut in the air, and what is seen after so many seconds.
  private func cut(
    _ seconds: Int, policy: RecordingPolicy = .auto, backAt speed: Double
  ) -> Cockpit {
    var cockpit = Cockpit(policy)
    if policy == .manual { cockpit.perform(.command(.start)) }
    let before = Track(legs: [.stand(60), .climbOut(25, 2, 300)])
    cockpit.fly(before.fixes)
    cockpit.cutPower()
    let legs: [Track.Leg] = speed > 0 ? [.climbOut(speed, 0, 60)] : [.stand(60)]
    let start = before.fixes.last!.trueTime.advanced(byMilliseconds: Int64(seconds) * 1000)
    cockpit.fly(Track(start: start, legs: legs).fixes)
    return cockpit
  }

  @Test(
    "the cut's length and the state at the first fix decide",
    arguments: [
      (16, 25.0, true), (240, 25.0, true), (240, 0.0, true), (600, 25.0, true), (600, 0.0, false),
      (1_799, 25.0, true), (1_860, 25.0, false), (1_860, 0.0, false),
    ])
  func matrix(seconds: Int, speed: Double, continues: Bool) {
    let cockpit = cut(seconds, backAt: speed)
    let first = cockpit.kept[0]
    #expect(first.recording.progress.end == (continues ? nil : .interrupted))
    #expect(cockpit.finished == (continues ? [] : [first.recording.id]))
    if continues {
      #expect(cockpit.kept.count == 1)
      #expect(first.gaps.map(\.message) == ["restart"])
      #expect(first.gaps.map(\.gapMs) == [Int64(seconds) * 1000])
    } else {
      #expect(cockpit.kept.count == (speed > 0 ? 2 : 1))
    }
  }

  @Test("a cut soon after take-off: the stand before it is no landing")
  func soonAfterTakeoff() {
    var cockpit = Cockpit()
    let track = Track(legs: [.stand(100), .climbOut(25, 2, 400)])
    let off = track.start.range(after: 220, seconds: 16)
    cockpit.fly(track.fixes.filter { $0.trueTime < off.lowerBound })
    cockpit.cutPower()
    cockpit.fly(track.fixes.filter { $0.trueTime >= off.upperBound })
    #expect(cockpit.kept.count == 1)
    #expect(cockpit.kept.first?.recording.progress.end == nil)
    #expect(cockpit.kept.first?.landing == nil)
    #expect(cockpit.recorder.status.phase == .airborne)
  }

  @Test("a cut soon after the landing: the flight before it is no take-off")
  func soonAfterLanding() {
    var cockpit = Cockpit()
    let track = Track(
      legs: [
        .stand(60), .climbOut(25, 2, 200), .climbOut(25, -2, 200), .drive(12, 8), .stand(400),
      ])
    let off = track.start.range(after: 560, seconds: 16)
    cockpit.fly(track.fixes.filter { $0.trueTime < off.lowerBound })
    let landing = cockpit.kept.first?.landing
    cockpit.cutPower()
    cockpit.fly(track.fixes.filter { $0.trueTime >= off.upperBound })
    #expect(landing != nil)
    #expect(cockpit.kept.count == 1)
    #expect(cockpit.kept.first?.landing == landing)
    #expect(cockpit.kept.first?.recording.progress.end == .landed)
  }

  @Test("without a fix for five monotonic minutes it is finished, whatever the wall clock says")
  func noFix() {
    var cockpit = Cockpit()
    cockpit.fly(Track(legs: [.stand(60), .climbOut(25, 2, 300)]).fixes)
    cockpit.cutPower()
    cockpit.wait(seconds: 299)
    #expect(cockpit.finished.isEmpty)
    #expect(cockpit.recorder.status.phase == .resuming)
    cockpit.wait(seconds: 3)
    #expect(cockpit.finished == [RecordingID(1)])
    #expect(cockpit.kept[0].recording.progress.end == .interrupted)
  }

  @Test("a recording that had ended only gets its file")
  func endedBefore() {
    var cockpit = Cockpit()
    cockpit.fly(Track(legs: [.stand(60), .climbOut(25, 2, 300)]).fixes)
    cockpit.perform(.command(.stop))
    var ended = ResumePoint(recording: cockpit.kept[0].recording, lastFixes: [])
    var recorder = FlightRecorder(configuration: Cockpit.configuration, resuming: ended)
    #expect(recorder.on(.tick(MonotonicInstant(nanoseconds: 1))) == [.finish(RecordingID(1))])
    ended.recording.progress.end = .discarded
    recorder = FlightRecorder(configuration: Cockpit.configuration, resuming: ended)
    #expect(recorder.on(.tick(MonotonicInstant(nanoseconds: 1))) == [.discard(RecordingID(1))])
  }

  @Test("a recording that a person started is not forgotten by a long cut")
  func manualGoesOn() {
    let cockpit = cut(3_600, policy: .manual, backAt: 25)
    #expect(cockpit.kept.count == 2)
    #expect(cockpit.finished == [RecordingID(1)])
    #expect(cockpit.recorder.status.phase == .airborne || cockpit.kept[1].fixes.count == 60)
  }

  @Test("a service restart in flight goes on; what there was may be written meanwhile")
  func serviceRestart() {
    var cockpit = Cockpit()
    let track = Track(legs: [.stand(60), .climbOut(25, 2, 300)])
    cockpit.fly(track.fixes)
    cockpit.perform(.shutdown)
    #expect(cockpit.interim == [RecordingID(1)])
    #expect(cockpit.finished.isEmpty)
    #expect(cockpit.kept[0].fixes.last?.recordedAt == track.fixes.last?.trueTime)
    #expect(cockpit.kept[0].markers.contains { $0.kind == .appStop })
    cockpit.cutPower()
    let start = track.fixes.last!.trueTime.advanced(byMilliseconds: 8_000)
    cockpit.fly(Track(start: start, legs: [.climbOut(25, 0, 60)]).fixes)
    #expect(cockpit.kept.count == 1)
    #expect(cockpit.recorder.status.phase == .airborne)
  }

  @Test("a cut while the landing can still be taken back does not lose the landing")
  func cutAfterLanding() {
    let flight = SimulatedFlight(.shortFlight())
    var cockpit = Cockpit()
    cockpit.fly(
      flight.fixes.filter { $0.trueTime < flight.truth.standstill.advanced(byMilliseconds: 90_000) }
    )
    #expect(cockpit.recorder.status.phase == .landed)
    cockpit.cutPower()
    cockpit.wait(seconds: 302)
    #expect(cockpit.kept[0].recording.progress.end == .landed)
    #expect(cockpit.finished == [RecordingID(1)])
  }

  @Test("power off soon after the roll-out: the next start finds the landing in the last fixes")
  func switchedOffAfterLanding() {
    let flight = SimulatedFlight(.shortFlight())
    var cockpit = Cockpit()
    let off = flight.truth.standstill.advanced(byMilliseconds: 15_000)
    cockpit.fly(flight.fixes.filter { $0.trueTime < off })
    #expect(cockpit.recorder.status.phase == .airborne)
    cockpit.cutPower()
    cockpit.fly(flight.fixes.withTimeShift(milliseconds: 86_400_000).prefix(30))
    #expect(cockpit.finished == [RecordingID(1)])
    #expect(cockpit.kept[0].recording.progress.end == .landed)
    #expect(distance(cockpit.kept[0].landing, flight.truth.landing) <= 10)
  }

  @Test("power off while towed to the hangar leaves no flight, after any pause")
  func switchedOffOnTow() {
    for pause: Int64 in [20, 3_600] {
      var cockpit = Cockpit()
      let tow = Track(legs: [.stand(60), .drive(6, 40)])
      cockpit.fly(tow.fixes)
      #expect(cockpit.recorder.status.phase == .rolling)
      cockpit.cutPower()
      let later = tow.fixes.last!.trueTime.advanced(byMilliseconds: pause * 1_000)
      cockpit.fly(Track(start: later, legs: [.stand(90)]).fixes)
      #expect(cockpit.kept.isEmpty)
      #expect(cockpit.discarded == [RecordingID(1)])
      #expect(cockpit.recorder.status.phase == .armed)
    }
  }

  @Test("random cuts lose nothing that was committed and store nothing twice")
  func randomCuts() throws {
    let flight = SimulatedFlight(.shortFlight(rate: 5))
    for seed: UInt64 in 1...20 {
      var random = SeededGenerator(seed: seed)
      var cockpit = Cockpit()
      var committed: Set<UTCInstant> = []
      for fix in flight.fixes {
        if random.uniform(0...1) < 0.003 {
          committed = Set(cockpit.kept.flatMap(\.fixes).map(\.recordedAt))
          cockpit.cutPower()
        }
        cockpit.fly(CollectionOfOne(fix))
      }
      cockpit.perform(.shutdown)
      let all = cockpit.kept.flatMap(\.fixes).map(\.recordedAt)
      #expect(committed.isSubset(of: Set(all)))
      #expect(cockpit.store.undecodableFrames == 0)
      let flights = cockpit.kept.filter { $0.takeoff != nil }
      #expect(flights.count == 1, "seed \(seed)")
      #expect(cockpit.kept.allSatisfy { cockpit.finished.contains($0.recording.id) })
    }
  }
}
