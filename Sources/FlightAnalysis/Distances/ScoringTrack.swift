package import FlightModel

/// The fixes that distances are measured through, as places on the sphere.
package struct ScoringTrack: Sendable {
  /// Of each place, the fix among those given.
  let indices: [Int]
  let times: [UTCInstant]
  let points: [SpherePoint]
  private let positions: [Coordinate]

  /// From all fixes of a flight. Of fixes at one and the same place after each other the first and
  /// the last are kept: no distance and no speed needs those between.
  package init(_ fixes: [TrackFix]) {
    let scoring = fixes.scoringIndices
    let kept = scoring.indices.filter { index in
      guard index > 0, index + 1 < scoring.count else { return true }
      let position = fixes[scoring[index]].position
      return position != fixes[scoring[index - 1]].position
        || position != fixes[scoring[index + 1]].position
    }
    indices = kept.map { scoring[$0] }
    times = indices.map { fixes[$0].time }
    positions = indices.map { fixes[$0].position }
    points = positions.map { SpherePoint($0) }
  }

  /// The distance of a way through places of this track.
  func distance(through way: LegSearch.Way) -> FlightDistance {
    var distance = distance(through: way.points)
    distance.isProved = way.isProved
    return distance
  }

  /// The distance through places of this track.
  func distance(through way: [Int]) -> FlightDistance {
    var distance = FlightDistance(sphereM: 0, wgs84M: 0, points: way.map { indices[$0] })
    for (from, to) in zip(way, way.dropFirst()) {
      distance.sphereM += points[from].distance(to: points[to])
      distance.wgs84M += positions[from].geodesicDistance(to: positions[to])
    }
    return distance
  }
}
