import FlightModel
import FlightSimulator
import Recorder
import RecordingModel
import SeededRandom
import Testing

@Suite("Whatever comes")
struct PropertyTests {
  /// Anything that a receiver, a link, a person, a clock or a store could do.
  private struct Chaos {
    var random: SeededGenerator
    var time: Int64 = Cockpit.floor.milliseconds + 86_400_000 * 100

    mutating func one(of count: UInt64) -> UInt64 { random.next() % count }

    mutating func number() -> Int64 {
      switch one(of: 6) {
      case 0: .min
      case 1: .max
      case 2: 0
      case 3: Int64(bitPattern: random.next())
      default: Int64(one(of: 100_000)) - 50_000
      }
    }

    mutating func fix(_ now: MonotonicInstant) -> Fix {
      time += [0, 50, 100, 1_000, 1_000, 1_000, 4_000][Int(one(of: 7))]
      var reported: Int64? = time
      switch one(of: 60) {
      case 0: reported = nil
      case 1: reported = number()
      case 2: reported = time &+ number()
      case 3: time += Int64(one(of: 4_000_000))
      case 4: time -= Int64(one(of: 100_000))
      default: break
      }
      let e7 = { (value: Int64) in Int32(truncatingIfNeeded: value) }
      var position = Coordinate(
        latitudeE7: 480_000_000 + e7(time / 100 % 10_000_000), longitudeE7: 90_000_000)
      if one(of: 40) == 0 {
        position = Coordinate(latitudeE7: e7(number()), longitudeE7: e7(number()))
      }
      let garbage = one(of: 30) == 0
      return Fix(
        receiver: ReceiverID("r\(one(of: 20) == 0 ? one(of: 12) : 0)"),
        time: reported.map { UTCInstant(milliseconds: $0) },
        receivedAt: now.advanced(byMilliseconds: one(of: 200) == 0 ? -Int64(one(of: 9_000)) : 0),
        mode: [.none, .twoDimensional, .threeDimensional, .threeDimensional][Int(one(of: 4))],
        position: one(of: 30) == 0 ? nil : position,
        ellipsoidAltitudeCm: garbage ? e7(number()) : 60_000 + e7(time / 700 % 100_000),
        meanSeaAltitudeCm: garbage ? e7(number()) : nil,
        groundSpeedCmPerS: garbage ? e7(number()) : e7(Int64(one(of: 3_000))),
        climbCmPerS: garbage ? e7(number()) : nil, horizontalErrorCm: garbage ? e7(number()) : 300)
    }

    mutating func event(_ now: MonotonicInstant) -> RecorderEvent {
      switch one(of: 400) {
      case 0: .command(.start)
      case 1: .command(.stop)
      case 2: .command(.mark(text: String(repeating: "é", count: 1_000)))
      case 3: .receiverLost(ReceiverID("r\(one(of: 4))"), now)
      case 4: .committed(sequence: number())
      case 5: .commitFailed(sequence: number(), reason: "no")
      case 6: .sample(Sample(source: "b", receivedAt: now, reading: .heartRate(.min)))
      case 7:
        .sample(Sample(source: "b", receivedAt: now, reading: .pressureAltitudeCm(e32(number()))))
      case 8...60: .tick(now)
      default: .fix(fix(now))
      }
    }

    private func e32(_ value: Int64) -> Int32 { Int32(truncatingIfNeeded: value) }
  }

  @Test(
    "no order of events traps, sends fixes back in time, or loses or doubles a kept fix",
    arguments: [RecordingPolicy.auto, .always, .manual], 1...12)
  func chaos(policy: RecordingPolicy, seed: Int) {
    var chaos = Chaos(random: SeededGenerator(seed: UInt64(seed)))
    var cockpit = Cockpit(policy, queueBytes: 1 << 20)
    for _ in 0..<4_000 {
      cockpit.now = cockpit.now.advanced(byMilliseconds: Int64(chaos.one(of: 1_200)))
      switch chaos.one(of: 300) {
      case 0: cockpit.store.mood = .stalled
      case 1: cockpit.store.mood = .refusing("no")
      case 2, 3: cockpit.wake()
      case 4 where seed > 6: cockpit.cutPower()
      default: break
      }
      cockpit.perform(chaos.event(cockpit.now))
    }
    cockpit.wake()
    cockpit.wait(seconds: 20)
    cockpit.perform(.shutdown)
    cockpit.wait(seconds: 20)
    #expect(cockpit.recorder.isDrained)
    let status = cockpit.recorder.status
    #expect(status.commits.committedFixes + status.commits.shedFixes >= 0)
    guard policy == .always, seed <= 6 else { return }
    // What was kept while a recording ran is in exactly one batch (`MemoryStore` refuses doubles).
    let stored = cockpit.kept.reduce(0) { $0 + $1.fixes.count }
    #expect(stored == status.commits.committedFixes)
    #expect(stored > 100)
  }

  @Test(
    "policy always: kept fixes and stored fixes are the same number, whatever a receiver says",
    arguments: 1...10)
  func keptIsStored(seed: UInt64) {
    var chaos = Chaos(random: SeededGenerator(seed: seed))
    var cockpit = Cockpit(.always)
    for _ in 0..<5_000 {
      cockpit.now = cockpit.now.advanced(byMilliseconds: Int64(chaos.one(of: 1_200)))
      let fix = chaos.fix(cockpit.now)
      cockpit.perform(.fix(fix))
    }
    cockpit.perform(.shutdown)
    let fixes = cockpit.recorder.status.fixes
    let stored = cockpit.kept.reduce(0) { $0 + $1.fixes.count }
    #expect(stored == fixes.kept)
    let others =
      fixes.standby + fixes.withoutTime + fixes.withoutPosition + fixes.duplicates
      + fixes.implausibleDate + fixes.backward + fixes.jumpedAhead
    #expect(fixes.kept + others == fixes.received)
  }

  @Test(
    "the ring holds a minute at 20 Hz, and never more than its capacity", arguments: [1, 20, 50])
  func ring(rate: Int64) throws {
    var ring = PreflightRing()
    for count in 0..<(rate * 300) {
      let time = Cockpit.floor.advanced(byMilliseconds: count * 1000 / rate)
      let record = FixRecord(
        recordedAt: time, mode: .threeDimensional,
        position: Coordinate(latitudeE7: 1, longitudeE7: 1))
      ring.append(KeptFix(record: record, receivedAt: MonotonicInstant(nanoseconds: 0)))
      #expect(ring.count <= PreflightRing.capacity)
    }
    let times = ring.fixes.map(\.record.recordedAt)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    let span = try #require(times.last).milliseconds(since: times[0])
    #expect(rate > 20 || (60_000...90_000).contains(span))
  }

  @Test("a day in the air across two midnights: one file, whole, and the queue of a second")
  func day() throws {
    let start = UTCInstant(
      CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 86_400_000 - 600_000)
    let legs = (0..<144).flatMap { _ in [Track.Leg.climbOut(25, 2, 300), .climbOut(30, -2, 300)] }
    let track = Track(
      start: start, legs: [.stand(120), .climbOut(20, 3, 200)] + legs + [.drive(10, 900)])
    var cockpit = Cockpit()
    var largest = 0
    for fix in track.fixes {
      cockpit.fly(CollectionOfOne(fix))
      largest = max(largest, cockpit.recorder.status.pendingBytes)
    }
    cockpit.perform(.shutdown)
    let kept = try #require(cockpit.kept.first)
    #expect(cockpit.kept.count == 1)
    #expect(kept.fixes.count >= track.fixes.count - 60)
    #expect(Set(kept.fixes.map(\.recordedAt.date)).count == 3)
    #expect(kept.gaps.isEmpty)
    #expect(largest < 60_000)
  }
}
