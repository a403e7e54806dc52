import FlightModel
import Testing

@testable import FlightAnalysis

@Suite struct OpenDistancesTests {
  static let legCounts = [1, 2, 3, 4, 6]

  /// Distances of the solver, each after those of fewer legs.
  private func found(_ positions: [Coordinate]) -> [FlightDistance?] {
    var distances = OpenDistances(ScoringTrack([TrackFix](positions)))
    return Self.legCounts.map { distances.longest(legs: $0) }
  }

  /// One distance alone.
  private func longest(_ fixes: [TrackFix], legs: Int) throws -> FlightDistance {
    var distances = OpenDistances(ScoringTrack(fixes))
    let distance = distances.longest(legs: legs)
    return try #require(distance)
  }

  private func expectBest(
    _ positions: [Coordinate], _ comment: Comment, best: (Int) -> Double
  ) throws {
    for (legs, distance) in zip(Self.legCounts, found(positions)) {
      let distance = try #require(distance)
      #expect(abs(distance.sphereM - best(legs)) < 0.001, comment)
      #expect(distance.points.count == legs + 1)
      #expect(distance.points == distance.points.sorted())
      let length = zip(distance.points, distance.points.dropFirst()).reduce(0) {
        $0 + positions[$1.0].distance(to: positions[$1.1])
      }
      #expect(abs(distance.sphereM - length) < 0.1, comment)
    }
  }

  @Test(arguments: SampleTrack.allCases)
  func everyWayOfAShortTrackIsTried(track: SampleTrack) throws {
    for seed in 0..<24 as Range<UInt64> {
      let positions = track.positions(2 + Int(seed % 6), seed: seed)
      let plain = PlainDistance(positions)
      try expectBest(positions, "seed \(seed)") { plain.byEveryWay(legs: $0) }
    }
  }

  @Test(arguments: SampleTrack.allCases)
  func noPlainProgrammeFindsMore(track: SampleTrack) throws {
    for (seed, count) in [(1, 120), (2, 257), (4, 400)] as [(UInt64, Int)] {
      let positions = track.positions(count, seed: seed)
      let plain = PlainDistance(positions).byProgramme(upTo: 6)
      try expectBest(positions, "\(count) fixes") { plain[$0] }
    }
  }

  @Test func aLongTrackIsSolvedExactly() throws {
    let positions = SampleTrack.legs.positions(1_100, seed: 8)
    let plain = PlainDistance(positions).byProgramme(upTo: 6)
    try expectBest(positions, "") { plain[$0] }
  }

  @Test func aDistanceAloneIsTheSame() throws {
    let positions = SampleTrack.legs.positions(700, seed: 12)
    for (legs, distance) in zip(Self.legCounts, found(positions)) {
      let alone = try longest([TrackFix](positions), legs: legs)
      #expect(abs(alone.sphereM - (distance?.sphereM ?? 0)) < 0.001)
    }
  }

  @Test func fewerThanTwoFixesHaveNoDistance() {
    for count in 0...1 {
      #expect(found(SampleTrack.walk.positions(count, seed: 1)) == Array(repeating: nil, count: 5))
    }
  }

  @Test func whatIsNotProvedSaysSo() throws {
    let fixes = [TrackFix](SampleTrack.noise.positions(800, seed: 3))
    var hasty = OpenDistances(ScoringTrack(fixes), maxSteps: 50_000)
    let ended = hasty.longest(legs: 6)
    let found = try #require(ended)
    let best = try longest(fixes, legs: 6)
    #expect(!found.isProved && best.isProved)
    #expect(found.sphereM <= best.sphereM && found.sphereM > 0.7 * best.sphereM)
    #expect(found.points.count == 7 && found.points == found.points.sorted())
  }

  @Test func aWayThatIsNotProvedLimitsNoOther() throws {
    // Nothing of one leg is proved; what is few steps more then still has to be the longest.
    let fixes = [TrackFix](SampleTrack.noise.positions(60, seed: 4))
    let steps = (1...60).map { $0 * 60 }
    let best = try longest(fixes, legs: 3).sphereM
    for limit in steps {
      var hasty = OpenDistances(ScoringTrack(fixes), maxSteps: limit)
      let found = hasty.longest(legs: 3)
      if let found, found.isProved { #expect(abs(found.sphereM - best) < 0.001, "\(limit)") }
    }
  }

  @Test func whoStandsHasFlownNothing() {
    let place = Coordinate(latitude: 47, longitude: 8)!
    for distance in found(Array(repeating: place, count: 400)) {
      #expect(distance?.sphereM == 0)
      #expect(distance?.wgs84M == 0)
    }
  }

  @Test func pointsAreThoseOfTheFixesGiven() throws {
    // Void fixes and times that go back do not count; the indices are those of all fixes.
    var fixes = [TrackFix](SampleTrack.line.positions(40, seed: 1))
    fixes[0].isValid = false
    fixes[39].time = fixes[5].time
    fixes[20].position = Coordinate(latitude: -30, longitude: 100)!
    fixes[20].isValid = false
    #expect(try longest(fixes, legs: 1).points == [1, 38])
  }

  @Test func theEllipsoidGivesALengthOfItsOwn() throws {
    let positions = [(47.0, 8.0), (48.0, 8.0)].map { Coordinate(latitude: $0.0, longitude: $0.1)! }
    let distance = try longest([TrackFix](positions), legs: 1)
    #expect(abs(distance.sphereM - 111_194.927) < 0.001)
    #expect(abs(distance.wgs84M - positions[0].geodesicDistance(to: positions[1])) < 1e-6)
    #expect(abs(distance.wgs84M - 111_181) < 10)
  }
}
