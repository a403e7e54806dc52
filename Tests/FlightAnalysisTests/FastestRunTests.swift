import FlightModel
import Testing

@testable import FlightAnalysis

@Suite struct FastestRunTests {
  private func run(_ fixes: [TrackFix]) throws -> FlightDistance {
    let distances = OpenDistances(ScoringTrack(fixes))
    return try #require(distances.fastestRun()).distance
  }

  /// From every fix the longest way of four legs within two hours, all pairs tried.
  private func longest(_ fixes: [TrackFix]) -> Double {
    var longest = 0.0
    for start in fixes.indices {
      let window = fixes[start...].prefix {
        $0.time.milliseconds(since: fixes[start].time) <= 7_200_000
      }
      let plain = PlainDistance(window.map(\.position))
      longest = max(longest, plain.byProgramme(upTo: 4)[4])
    }
    return longest
  }

  @Test(arguments: SampleTrack.allCases)
  func noOtherRunIsFaster(track: SampleTrack) throws {
    for (seed, count, step) in [(1, 2, 60), (2, 14, 900), (3, 20, 1000), (4, 280, 300)]
      as [(UInt64, Int, Int64)]
    {
      let fixes = [TrackFix](track.positions(count, seed: seed), every: step)
      let run = try run(fixes)
      #expect(abs(run.sphereM - longest(fixes)) < 0.001, "\(count) fixes")
      let first = try #require(run.points.first)
      let last = try #require(run.points.last)
      #expect(fixes[last].time.milliseconds(since: fixes[first].time) <= 7_200_000)
      #expect(run.points.count == 5)
      #expect(run.points == run.points.sorted())
    }
  }

  @Test func twoHoursAreCountedToTheMillisecond() throws {
    // A place a day's march away is reached after exactly two hours, or a millisecond too late.
    let places = [(47.0, 8.0), (47.1, 8.0), (48.0, 8.0)]
      .map { Coordinate(latitude: $0.0, longitude: $0.1)! }
    var fixes = [TrackFix](places, every: 3_600)
    #expect(abs(try run(fixes).sphereM - 111_195) < 1)
    fixes[2].time = fixes[2].time.advanced(byMilliseconds: 1)
    #expect(abs(try run(fixes).sphereM - 100_075) < 1)
  }

  @Test func aRunThatIsNotProvedSaysSo() throws {
    // On a line flown at one speed every stretch promises the same.
    let fixes = [TrackFix](SampleTrack.line.positions(400, seed: 5), every: 60)
    let track = ScoringTrack(fixes)
    let ended = (18...30).lazy.compactMap {
      OpenDistances(track, maxSteps: 1 << $0).fastestRun()?.distance
    }
    let found = try #require(ended.first)
    let twoHours = fixes[0].position.distance(to: fixes[120].position)
    #expect(!found.isProved)
    #expect(abs(found.sphereM / twoHours - 1) < 0.01)
  }

  @Test func aShorterFlightIsDividedByTwoHoursToo() throws {
    let places = [(47.0, 8.0), (48.0, 8.0)].map { Coordinate(latitude: $0.0, longitude: $0.1)! }
    let distances = OpenDistances(ScoringTrack([TrackFix](places, every: 1_800)))
    let run = try #require(distances.fastestRun())
    #expect(abs(run.speedKmh - 55.597) < 0.001)
  }

  @Test func whoStandsMayDepartLate() throws {
    // Three hours on the ground before the flight: the run begins with the last of them.
    let field = Coordinate(latitude: 47, longitude: 8)!
    let away = Coordinate(latitude: 47.5, longitude: 8)!
    var fixes = [TrackFix](Array(repeating: field, count: 181), every: 60)
    fixes += [away, field].enumerated().map { index, position in
      TrackFix(
        time: fixes[180].time.advanced(byMilliseconds: Int64(index + 1) * 3_600_000),
        position: position)
    }
    #expect(abs(try run(fixes).sphereM - 111_195) < 1)
  }

  @Test func fewerThanTwoFixesHaveNoRun() {
    for count in 0...1 {
      let fixes = [TrackFix](SampleTrack.walk.positions(count, seed: 1))
      #expect(OpenDistances(ScoringTrack(fixes)).fastestRun() == nil)
    }
  }
}
