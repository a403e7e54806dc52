import FlightModel
import FlightSimulator
import Testing

@Suite struct TransformationTests {
  let flight = SimulatedFlight(.minute)
  var start: UTCInstant { flight.plan.start }

  @Test func faultsTouchOnlyTheirTime() {
    let range = start.range(after: 10, seconds: 8)
    let void = flight.fixes.void(range)
    #expect(void.filter { $0.mode == .none }.count == 8)
    #expect(void.removing(range) == flight.fixes.removing(range))
    #expect(flight.fixes.removing(range).count == flight.fixes.count - 8)
    #expect(flight.fixes.keeping(range).count == 8)
  }

  @Test func aTimeStepMovesOnlyTheReportedTime() {
    let stepped = flight.fixes.withTimeStep(
      start.range(after: 20, seconds: 1), milliseconds: 70_000)
    #expect(stepped[20].time.milliseconds(since: stepped[19].time) == 71_000)
    #expect(stepped[21].time == flight.fixes[21].time)
    #expect(stepped[20].elapsedMs == flight.fixes[20].elapsedMs)
  }

  @Test func datesChangeAndTheClockStays() {
    let early = flight.fixes.withDate(
      CivilDate(year: 1980, month: 1, day: 6), start.range(seconds: 5))
    #expect(early[4].time.date.year == 1980 && early[5].time.date.year == 2026)
    #expect(early[4].time.millisecondOfDay == flight.fixes[4].time.millisecondOfDay)
    let rolled = flight.fixes.withWeekRollover()
    #expect(flight.fixes[0].time.milliseconds(since: rolled[0].time) == 1024 * 604_800_000)
  }

  @Test func aFastReceiverCanRepeatItsTimes() {
    let fast = SimulatedFlight(FlightPlan.minute.at(rate: 10)).fixes
    #expect(fast.duplicated(start.range(seconds: 1)).count == fast.count + 10)
    #expect(Set(fast.withWholeSeconds().prefix(20).map(\.time)).count == 2)
    #expect(fast.thinned(start.range(after: 0, seconds: 10), to: 2).count == fast.count - 50)
  }

  @Test func frozenAndDisplaced() {
    let range = start.range(after: 40, seconds: 8)
    let frozen = flight.fixes.frozen(range).keeping(range)
    #expect(Set(frozen.map(\.position)).count == 1)
    #expect(frozen.allSatisfy { $0.groundSpeedCmPerS == 0 })
    let aside = flight.fixes.displaced(range, north: 500, east: 0)
    #expect(abs(aside[40].position.distance(to: flight.fixes[40].position) - 500) < 1)
    #expect(flight.fixes.atNullIsland(range)[41].position.latitudeE7 == 0)
  }

  @Test func aDelayMovesEveryClock() {
    let late = flight.fixes.delayed(
      from: start.advanced(byMilliseconds: 30_000), milliseconds: 960_000)
    #expect(late[30].elapsedMs == 990_000 && late[29].elapsedMs == 29_000)
    #expect(late[30].time == start.advanced(byMilliseconds: 990_000))
  }

  @Test func rebootsCutAFlightIntoPieces() {
    let cuts = [20.0, 30, 40].map { start.range(after: $0, seconds: 4) }
    let pieces = flight.fixes.pieces(without: cuts)
    #expect(pieces.map(\.count) == [20, 6, 6, 24])
    #expect(pieces.allSatisfy { $0[0].elapsedMs == 12_000 })
    #expect(pieces[1][5].elapsedMs == 17_000)
    #expect(pieces[3][0].time == flight.fixes[44].time)
  }

  @Test func fixesForTheRecorder() {
    let fixes = flight.fixes.void(start.range(after: 3, seconds: 1)).asFixes()
    #expect(fixes[0].position == flight.fixes[0].position)
    #expect(fixes[0].ellipsoidAltitudeCm == flight.fixes[0].ellipsoidAltitudeCm)
    #expect(fixes[3].mode == .none && fixes[3].position == nil)
    #expect(fixes[1].receivedAt.milliseconds(since: fixes[0].receivedAt) == 1000)
  }
}
