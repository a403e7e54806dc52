import FlightModel
import FlightSimulator
import Recorder
import RecordingModel
import Testing

@Suite("Several receivers, bad positions, bad times")
struct ReceiverTests {
  private let flight = SimulatedFlight(.shortFlight())
  private let one = ReceiverID("/dev/ttyACM0")
  private let two = ReceiverID("/dev/ttyUSB0")

  private func flyBoth(
    _ cockpit: inout Cockpit, oneUntil end: UTCInstant = UTCInstant(milliseconds: .max)
  ) {
    for fix in flight.fixes {
      if fix.trueTime < end { cockpit.fly(CollectionOfOne(fix), receiver: one) }
      cockpit.fly(CollectionOfOne(fix), receiver: two)
    }
  }

  @Test("two receivers with the same seconds double nothing")
  func standby() throws {
    var cockpit = Cockpit()
    flyBoth(&cockpit)
    cockpit.perform(.shutdown)
    let kept = try #require(cockpit.kept.first)
    #expect(kept.missing(flight.fixes.due(in: flight.truth)) == 0)
    #expect(cockpit.recorder.status.fixes.standby == flight.fixes.count)
    #expect(cockpit.recorder.status.activeReceiver == one)
    #expect(!kept.markers.contains { $0.kind == .receiverChanged })
  }

  @Test("the active one falls silent or is unplugged: the other goes on without a hole, marked")
  func change() throws {
    for unplugged in [false, true] {
      let lost = flight.truth.takeoff.advanced(byMilliseconds: 100_000)
      var cockpit = Cockpit()
      for fix in flight.fixes {
        if fix.trueTime < lost { cockpit.fly(CollectionOfOne(fix), receiver: one) }
        if fix.trueTime == lost, unplugged { cockpit.perform(.receiverLost(one, cockpit.now)) }
        cockpit.fly(CollectionOfOne(fix), receiver: two)
      }
      cockpit.perform(.shutdown)
      let kept = try #require(cockpit.kept.first)
      #expect(cockpit.kept.count == 1)
      #expect(kept.missing(flight.fixes.due(in: flight.truth)) == 0)
      #expect(kept.markers.filter { $0.kind == .receiverChanged }.count == 1)
      #expect(kept.gaps.isEmpty)
      let fixes = cockpit.recorder.status.fixes
      #expect(fixes.kept + fixes.standby + fixes.duplicates + fixes.backward == fixes.received)
    }
  }

  @Test("a receiver whose times are all refused gives way to one that goes on with the recording")
  func wrongDate() throws {
    let silence = flight.truth.takeoff.range(after: 60, seconds: 10)
    let late = flight.fixes.withTimeShift(milliseconds: -10 * 86_400_000)
    var cockpit = Cockpit()
    for (good, wrong) in zip(flight.fixes, late) {
      if !silence.contains(good.trueTime) { cockpit.fly(CollectionOfOne(good), receiver: one) }
      cockpit.fly(CollectionOfOne(wrong), receiver: two)
    }
    cockpit.perform(.shutdown)
    #expect(cockpit.kept.count == 1)
    let kept = try #require(cockpit.kept.first)
    let due = flight.fixes.due(in: flight.truth).filter { !silence.contains($0.trueTime) }
    #expect(kept.missing(due) == 0)
    #expect(cockpit.recorder.status.activeReceiver == one)
  }

  @Test("a receiver without a position gives way to one that has it")
  func noPosition() throws {
    let range = flight.truth.takeoff.range(after: 60, seconds: 500)
    let blind = flight.fixes.void(range)
    var cockpit = Cockpit()
    for (bad, good) in zip(blind, flight.fixes) {
      cockpit.fly(CollectionOfOne(bad), receiver: one)
      cockpit.fly(CollectionOfOne(good), receiver: two)
    }
    cockpit.perform(.shutdown)
    #expect(cockpit.recorder.status.activeReceiver == two)
    #expect(cockpit.kept[0].fixes.count { $0.mode == .none } <= 4)
  }

  @Test("week rollover is put right, and counted")
  func rollover() throws {
    var cockpit = Cockpit()
    cockpit.fly(flight.fixes.withWeekRollover())
    cockpit.perform(.shutdown)
    let kept = try #require(cockpit.kept.first)
    #expect(kept.missing(flight.fixes.due(in: flight.truth)) == 0)
    #expect(cockpit.recorder.status.rolloverCorrected == flight.fixes.count)
  }

  @Test("a spike, 0/0 and impossible places are void fixes; the track has none of them")
  func spikes() throws {
    let aloft = flight.truth.takeoff
    let faulty = flight.fixes
      .displaced(aloft.range(after: 60, seconds: 1), north: 80_000, east: 0)
      .displaced(aloft.range(after: 90, seconds: 2), north: 0, east: 200_000)
      .atNullIsland(aloft.range(after: 120, seconds: 3))
    var cockpit = Cockpit()
    cockpit.fly(faulty)
    cockpit.perform(.shutdown)
    let kept = try #require(cockpit.kept.first)
    #expect(kept.missing(flight.fixes.due(in: flight.truth)) == 0)
    #expect(kept.fixes.count { $0.mode == .none } == 6)
    #expect(cockpit.recorder.status.positions.teleports == 3)
    #expect(cockpit.recorder.status.positions.zero == 3)
    for (left, right) in zip(kept.fixes, kept.fixes.dropFirst()) {
      #expect(left.position.distance(to: right.position) < 400)
    }
  }

  @Test("a lasting jump is a new place: the position before was the wrong one")
  func relocation() {
    var cockpit = Cockpit(.always)
    let aloft = flight.truth.takeoff
    cockpit.fly(
      flight.fixes.displaced(aloft.range(after: 60, seconds: 9_999), north: 90_000, east: 0))
    #expect(cockpit.kept[0].fixes.allSatisfy { $0.mode == .threeDimensional })
  }

  @Test("a lost fix gives void records once a second, and a gap with its cause")
  func lostFix() throws {
    let flight = SimulatedFlight(.shortFlight(rate: 10))
    let range = flight.truth.takeoff.range(after: 60, seconds: 40)
    var cockpit = Cockpit()
    cockpit.fly(flight.fixes.void(range))
    cockpit.perform(.shutdown)
    let kept = try #require(cockpit.kept.first)
    let void = kept.fixes.filter { $0.mode == .none }
    #expect((38...41).contains(void.count))
    #expect(Set(void.map(\.position)).count == 1)
    #expect(kept.gaps.map(\.message) == ["no position"])
    #expect(kept.gaps.allSatisfy { abs($0.gapMs! - 40_000) <= 1_000 })
  }

  @Test("silence is marked as a gap, live and in a fast replay, and the flight goes on")
  func silence() throws {
    let range = flight.truth.takeoff.range(after: 60, seconds: 100)
    for pace: Int64 in [1, 50] {
      var cockpit = Cockpit()
      cockpit.pace = pace
      cockpit.fly(flight.fixes.removing(range))
      cockpit.perform(.shutdown)
      let kept = try #require(cockpit.kept.first)
      #expect(cockpit.kept.count == 1)
      #expect(kept.missing(flight.fixes.removing(range).due(in: flight.truth)) == 0)
      #expect(kept.gaps.map(\.gapMs) == [101_000])
    }
  }

  @Test("a clock that was wrong from the start is noticed: what follows is a recording of its own")
  func rewind() {
    let turn = flight.truth.takeoff.advanced(byMilliseconds: 60_000)
    let faulty = flight.fixes.withTimeStep(
      UTCInstant(milliseconds: 0)..<turn, milliseconds: 3_600_000)
    var cockpit = Cockpit()
    cockpit.fly(faulty)
    cockpit.perform(.shutdown)
    #expect(cockpit.kept.count == 2)
    #expect(cockpit.kept[1].missing(flight.fixes.filter { $0.trueTime >= turn }) == 0)
  }

  @Test("a second report of the same time adds what the first did not know")
  func merging() throws {
    var cockpit = Cockpit(.always)
    cockpit.fly(flight.fixes.prefix(5))
    cockpit.store.mood = .stalled
    cockpit.fly(flight.fixes[5..<7])
    var poor = Fix(flight.fixes[7])
    poor.receivedAt = cockpit.now
    poor.ellipsoidAltitudeCm = nil
    cockpit.perform(.fix(poor))
    poor.ellipsoidAltitudeCm = 12_345
    cockpit.perform(.fix(poor))
    cockpit.wake()
    cockpit.wait(seconds: 3)
    #expect(cockpit.kept[0].fixes.last?.gnssAltitudeCm == 12_345)
    #expect(cockpit.recorder.status.fixes.duplicates == 1)
  }
}
