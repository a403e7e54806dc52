import FlightModel
import Logbook
import RecordingModel
import Testing

@Suite struct FlightFiguresTests {
  private static let profiles: [([Int32], Int32)] = [
    ([], 0), ([500], 0), ([900, 500, 100], 0), ([100, 900], 800), ([500, 200, 900, 100, 600], 700),
    ([300, 800, 100, 550, 400, 700], 600), ([-50, -400, 20], 420),
  ]

  @Test(arguments: profiles)
  func gainIsFromALowPointToALaterHighPoint(profile: [Int32], gain: Int32) {
    var height = HeightGain()
    for metres in profile { height.take(altitudeCm: metres * 100) }
    #expect(height.metres == gain)
  }

  @Test func gainRoundsAndDoesNotTrap() {
    var height = HeightGain()
    for altitude: Int32 in [0, 149, .min, .max] { height.take(altitudeCm: altitude) }
    #expect(height.metres == 42_949_673)
    var small = HeightGain()
    for altitude: Int32 in [0, 149] { small.take(altitudeCm: altitude) }
    #expect(small.metres == 1)
  }

  @Test func onlyTheTimeInTheAirCounts() {
    var figures = FlightFigures(
      takeoffAt: start.advanced(byMilliseconds: 2000),
      landingAt: start.advanced(byMilliseconds: 5000))
    let profile: [Int32] = [0, 900, 500, 700, 650, 500, 3000]
    for (index, metres) in profile.enumerated() {
      figures.take(fix(at: Int64(index) * 1000, altitudeCm: metres * 100))
    }
    #expect(figures.heightGainedM == 200)
    #expect(figures.durationSeconds == 3)
    #expect(figures.fixCount == 7)
  }

  @Test func durationFallsBackToTheFixes() {
    var figures = FlightFigures(takeoffAt: start.advanced(byMilliseconds: 10_000))
    for second: Int64 in 0...100 { figures.take(fix(at: second * 1000)) }
    #expect(figures.durationSeconds == 90)
    var bare = FlightFigures()
    #expect(bare.durationSeconds == 0)
    for second: Int64 in 0...100 { bare.take(fix(at: second * 1000)) }
    #expect(bare.durationSeconds == 100)
  }

  @Test func pressureWinsWhereItWasThroughoutAndSourcesAreNotMixed() {
    var whole = FlightFigures()
    var lost = FlightFigures()
    for second: Int64 in 0..<100 {
      let gnss = Int32(second) * 100
      let pressure = Int32(second) * 300 + 10_000
      whole.take(fix(at: second * 1000, altitudeCm: gnss, pressureCm: second < 5 ? nil : pressure))
      lost.take(fix(at: second * 1000, altitudeCm: gnss, pressureCm: second < 50 ? pressure : nil))
    }
    #expect(whole.heightGainedM == 282)
    #expect(lost.heightGainedM == 99)
  }

  @Test func twoDimensionalAltitudesAreNotCounted() {
    var figures = FlightFigures()
    figures.take(fix(at: 0, altitudeCm: 10_000))
    figures.take(fix(at: 1000, altitudeCm: 900_000, mode: .twoDimensional))
    figures.take(fix(at: 2000, altitudeCm: 20_000))
    #expect(figures.heightGainedM == 100)
  }
}
