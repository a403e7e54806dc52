import BoardRules
import FlightModel
import FlightSimulator
import Recorder
import RecordingModel
import Telemetry
import Testing

@Suite("Boards: alerts, warnings, oddities")
struct BoardEventTests {
  @Test("a rule fires once while the speed lasts, at the full rate") func alert() {
    var cockpit = Cockpit()
    let rule = AlertRule(boardID: Rider.boardID, id: "r", control: .speed, threshold: 25)
    cockpit.perform(.alertRules([rule]))
    cockpit.ride(Rider(legs: [.ride(500, 5_000, 30), .ride(800, 5_000, 30)]))
    #expect(cockpit.alerts.map(\.rule) == [rule])
    #expect(cockpit.alerts.map(\.value) == [28.8])
  }

  @Test("a damaged packet fires nothing") func peak() {
    var cockpit = Cockpit()
    cockpit.perform(
      .alertRules([AlertRule(boardID: Rider.boardID, id: "r", control: .speed, threshold: 25)]))
    cockpit.ride(Rider(legs: [.ride(500, 5_000, 30)])) { $0.motion.speedCentiKmh = 93_100 }
    #expect(cockpit.alerts.isEmpty)
  }

  @Test("cells that drift apart, and come together again") func warning() {
    var cockpit = Cockpit()
    cockpit.perform(.boardAppeared(Rider.identity, boardID: Rider.boardID, cockpit.now))
    for low: Int32 in [3_600, 3_600, 3_600, 3_990] {
      cockpit.perform(
        .boardFacts(
          BoardFacts(
            boardKey: Rider.identity.key, receivedAt: cockpit.now, cellMillivolts: [4_000, low])))
    }
    #expect(cockpit.warnings.count == 2)
    #expect(cockpit.warnings.last == .cleared(boardID: Rider.boardID, .cellSpread))
  }

  @Test("samples of a board that nobody has met are no part of anything") func unknown() {
    var cockpit = Cockpit()
    cockpit.ride(Rider(legs: [.ride(500, 5_000, 60)])) { $0.boardKey = "vesc:other" }
    #expect(cockpit.store.frames.allSatisfy { $0.boardID != Rider.boardID })
  }

  @Test("all-zero samples are dropped, whatever else comes") func zeros() {
    var cockpit = Cockpit()
    var count = 0
    cockpit.ride(Rider(legs: [.ride(500, 5_000, 60)])) { sample in
      count += 1
      guard count.isMultiple(of: 100) else { return }
      sample.motion = MotionColumns()
      sample.motion.batteryVoltageMv = 0
      sample.motion.speedCentiKmh = 0
    }
    cockpit.perform(.command(.stop))
    var decoder = FrameDecoder()
    let samples = cockpit.store.frames.compactMap { decoder.decode($0) }
    #expect(samples.allSatisfy { $0.motion.batteryVoltageMv == Rider.millivolts })
    #expect(RideSums(cockpit.store.buckets.values).minVoltage == Rider.millivolts)
  }

  @Test("a wheel that spins makes a range and no maximum") func spin() {
    var cockpit = Cockpit()
    cockpit.ride(
      Rider(legs: [.ride(500, 5_000, 30), .ride(100, 5_000, 10), .ride(500, 5_000, 30)])
    ) { sample in
      if sample.motion.speedCentiKmh == 360 { sample.motion.speedCentiKmh = 4_000 }
    }
    cockpit.perform(.command(.stop))
    let spins = cockpit.store.exclusions.filter { $0.reason == .freeSpin }
    #expect(spins.count == 1)
    #expect(abs((spins.first?.sampleCount ?? 0) - 200) <= 2)
    #expect(RideSums(cockpit.store.buckets.values).maxSpeed == 1_800)
    #expect(cockpit.store.frames.contains { $0.motion.speedCentiKmh == 4_000 }, "raw stays raw")
  }

  @Test("a vario's reading joins the fixes while it is fresh") func vario() throws {
    var cockpit = Cockpit(.always)
    let track = Track(legs: [.stand(10)])
    cockpit.perform(
      .sample(Sample(source: "vario", receivedAt: cockpit.now, reading: .varioCmPerS(250))))
    cockpit.perform(
      .sample(Sample(source: "other", receivedAt: cockpit.now, reading: .varioCmPerS(-900))))
    cockpit.fly(track.fixes)
    let varios = try #require(cockpit.kept.first).fixes.map(\.varioCmPerS)
    #expect(varios.first == 250)
    #expect(varios.last == 0, "the receiver's own once the instrument is silent")
  }

  @Test("random boards, fixes, clocks and cuts never break a rule", arguments: 1...6)
  func random(seed: UInt64) {
    var random = SmallNumbers(seed: seed)
    var cockpit = Cockpit([.auto, .always, .manual][Int(seed % 3)])
    var second: Int64 = 0
    var cm: Int64 = 0
    for _ in 0..<40 {
      let seconds = Int(random.next(90)) + 1
      var leg = Rider.Leg.ride(Int64(random.next(4)) * 300, Int32(random.next(9_000)), seconds)
      leg.hasVESC = random.next(4) != 0
      leg.hasSky = random.next(4) != 0
      leg.fault = random.next(9) == 0 ? 3 : 0
      let rider = Rider(start: RideTests.later(second), odometerCm: cm, legs: [leg])
      cockpit.ride(rider)
      cm += rider.riddenCm
      second += Int64(seconds)
      switch random.next(14) {
      case 0: cockpit.cutPower()
      case 1: cockpit.perform(.command(.start))
      case 2: cockpit.perform(.command(.stop))
      case 3: cockpit.perform(.clock(RideTests.later(second), cockpit.now))
      case 4:
        cockpit.wait(seconds: 1_900)
        second += 1_900
      default: break
      }
    }
    cockpit.perform(.clock(RideTests.later(second), cockpit.now))
    cockpit.perform(.command(.stop))
    for board in ["board", Rider.boardID] {
      var decoder = FrameDecoder()
      // What a cut took the time from is read by nobody.
      for frame in cockpit.store.frames where frame.boardID == board && frame.capturedAtMs != nil {
        _ = decoder.decode(frame)
      }
      #expect(decoder.skipped.total == 0)
    }
    #expect(cockpit.kept.allSatisfy { $0.recording.startedAt <= $0.recording.progress.lastFixAt })
  }
}

/// A small number at a time.
private struct SmallNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next(_ bound: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % bound
  }
}
