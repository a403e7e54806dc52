import FlightModel
import Logbook
import RecordingModel
import Testing

@Suite struct FixSelectionTests {
  private func select(_ fixes: [FixRecord], rate: Int) -> (times: [Int64], chosen: [FixRecord]) {
    var selection = FixSelection(rate: rate)
    var chosen: [FixRecord] = []
    for fix in fixes { selection.take(fix) { chosen.append($0) } }
    selection.finish { chosen.append($0) }
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
    var order = TimeOrder()
    var passed: [Int64] = []
    for time: Int64 in [0, 1000, 1000, 2000, 1000, 2000, 3000, 4000] {
      order.take(fix(at: time)) { passed.append($0.recordedAt.milliseconds(since: start)) }
    }
    order.finish { passed.append($0.recordedAt.milliseconds(since: start)) }
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
    #expect(chosen.map(\.isPilotEvent) == [true, true, false, false])
  }

  @Test func extremeTimesDoNotTrap() {
    var selection = FixSelection(rate: 20)
    var count = 0
    for time in [Int64.min, -1, 0, Int64.max - 1, Int64.max] {
      var record = fix(at: 0)
      record.recordedAt = UTCInstant(milliseconds: time)
      selection.take(record) { _ in count += 1 }
    }
    selection.finish { _ in count += 1 }
    #expect(count > 0)
  }
}
