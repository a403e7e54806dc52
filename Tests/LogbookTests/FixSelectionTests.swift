import FlightModel
import FlightSimulator
import Logbook
import RecordingModel
import SeededRandom
import Testing

@Suite struct FixSelectionTests {
  private func select(_ fixes: [FixRecord], rate: Int) -> (times: [Int64], chosen: [FixRecord]) {
    var runs = FixRuns()
    for fix in fixes { runs.take(fix.recordedAt) }
    var selection = FixSelection(rate: rate, plan: runs.plan())
    var chosen = fixes.compactMap { selection.take($0) }
    if let last = selection.finish() { chosen.append(last) }
    return (chosen.map { $0.recordedAt.milliseconds(since: start) }, chosen)
  }

  private func times(_ milliseconds: [Int64], rate: Int = 1) -> [Int64] {
    select(milliseconds.map { fix(at: $0) }, rate: rate).times
  }

  @Test func atOneHertzTheFixNearestToTheSecondIsTaken() {
    let tenHertz = (0..<50).map { Int64($0) * 100 }
    #expect(times(tenHertz) == [0, 1000, 2000, 3000, 4000, 5000])
    let (_, chosen) = select([700, 900, 1300].map { fix(at: $0) }, rate: 1)
    #expect(chosen.map(\.position) == [fix(at: 900).position])
  }

  @Test func aReceiverThatTremblesLosesNoFix() {
    #expect(times([0, 999, 2001, 2998, 4003, 5000]) == [0, 1000, 2000, 3000, 4000, 5000])
    let trembling = (0..<100).map { Int64($0) * 100 + ($0.isMultiple(of: 2) ? -30 : 40) }
    let taken = times(trembling, rate: 10)
    #expect(taken.count == 100)
    #expect(zip(taken, trembling).allSatisfy { 0...30 ~= $0 - $1 })
    #expect(zip(taken, taken.dropFirst()).allSatisfy { $1 / 100 > $0 / 100 || $0 < 0 })
  }

  @Test func aboveOneHertzTimesStayAsTheyWere() {
    let five = (0..<25).map { Int64($0) * 200 }
    #expect(times(five, rate: 5) == five)
    #expect(times((0..<20).map { Int64($0) * 50 }, rate: 10).count == 11)
    #expect(times((0..<60).map { Int64($0) * 50 }, rate: 3).count == 10)
  }

  @Test func repeatedAndBackwardTimesAreLeftOut() {
    var order = TimeOrder(plan: .everything)
    let passed = [0, 1000, 1000, 2000, 1000, 2000, 3000, 4000].compactMap {
      order.take(fix(at: $0))?.recordedAt.milliseconds(since: start)
    }
    #expect(passed == [0, 1000, 2000, 3000, 4000])
    #expect(order.leftOut == 3)
  }

  @Test func oneFixSeventySecondsAheadHidesNothing() {
    let jumped: [Int64] = [0, 1000, 2000, 72_000, 3000, 4000, 5000, 6000]
    #expect(times(jumped) == [0, 1000, 2000, 3000, 4000, 5000, 6000])
    #expect(times([90_000, 0, 1000, 2000]) == [0, 1000, 2000])
    for place in 1..<20 {
      var flight = (0..<20).map { Int64($0) * 1000 }
      flight.insert(Int64(place) * 1000 + 70_000, at: place)
      #expect(times(flight) == (0..<20).map { Int64($0) * 1000 }, "wrong fix at \(place)")
    }
  }

  @Test func aWrongClockGivesWayToTheLongerPart() {
    let minute = (0..<60).map { Int64($0) * 1000 }
    let ahead = (0..<10).map { 3_600_000 + Int64($0) * 1000 }
    let later = (60..<600).map { Int64($0) * 1000 }
    #expect(times(minute + ahead + later) == minute + later)
    #expect(times(ahead + minute + later) == minute + later)
    #expect(times(minute + ahead) == minute + ahead)
    let backTen = later.map { $0 - 10_000 }
    #expect(times(minute + backTen) == (0..<590).map { Int64($0) * 1000 })
    #expect(times([600_000, 0]) == [0])
  }

  @Test(arguments: 0..<30) func anyTimesComeOutInOrder(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var time: Int64 = 0
    let chaos = (0..<3000).map { _ in
      let steps: [Int64] = [100, 1000, 1000, 0, -1000, 70_000, -70_000, 86_400_000, -86_400_000]
      time +=
        Int.random(in: 0..<20, using: &generator) > 0
        ? 1000 : steps.randomElement(using: &generator)!
      return time
    }
    let result = times(chaos, rate: 1 + seed % 20)
    #expect(zip(result, result.dropFirst()).allSatisfy { $0 < $1 })
    #expect(result.count > 100)
    #expect(result == times(chaos, rate: 1 + seed % 20))
  }

  @Test func aGapStaysAGap() {
    let gap = (0..<10).map { Int64($0) * 1000 } + (100..<110).map { Int64($0) * 1000 }
    #expect(times(gap) == gap)
    #expect(times([0, 1000, 200_000]) == [0, 1000, 200_000])
    let slow = (0..<100).map { Int64($0) * 10_000 }
    #expect(times(slow) == slow)
  }

  @Test func marksOfFixesThatAreNotTakenMoveOn() {
    let (times, chosen) = select(
      [
        fix(at: 0), fix(at: 200, marked: true), fix(at: 1000), fix(at: 900, marked: true),
        fix(at: 2000), fix(at: 3000),
      ], rate: 1)
    #expect(times == [0, 1000, 2000, 3000])
    #expect(chosen.map(\.isPilotEvent) == [true, false, true, false])
  }

  @Test func extremeTimesDoNotTrap() {
    let records = [Int64.min, -1, 0, Int64.max - 1, Int64.max].map { time in
      var record = fix(at: 0)
      record.recordedAt = UTCInstant(milliseconds: time)
      return record
    }
    #expect(select(records, rate: 20).chosen == [])
    var thinning = FixThinning(rate: 20)
    for record in records { _ = thinning.take(record) }
  }
}
