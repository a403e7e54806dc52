import FlightModel

@testable import FlightAnalysis

/// The closed shapes by their definitions alone: every triple of fixes is looked at.
struct PlainClosedShapes {
  let closing: Closing
  private let count: Int
  private let distances: [[Double]]
  /// The smallest distance between a fix at or before the first index and one at or after the second.
  private let gaps: [[Double]]

  init(_ fixes: [TrackFix], closing: Closing) {
    self.closing = closing
    let points = fixes.scoringIndices.map { SpherePoint(fixes[$0].position) }
    let distances = points.map { one in points.map { one.distance(to: $0) } }
    var gaps = distances
    for a in points.indices {
      for c in points.indices.reversed() where c >= a {
        if a > 0 { gaps[a][c] = min(gaps[a][c], gaps[a - 1][c]) }
        if c + 1 < points.count { gaps[a][c] = min(gaps[a][c], gaps[a][c + 1]) }
      }
    }
    count = points.count
    self.distances = distances
    self.gaps = gaps
  }

  /// m; 0 if there is none.
  func outAndReturn() -> Double {
    best { a, b, c in
      let length = distances[a][b] + distances[b][c]
      return distances[a][c] <= closing.gap(ofLength: length) ? length : 0
    }
  }

  /// m; 0 if there is none.
  func triangle(smallestShare: Double = 0) -> Double {
    best { a, b, c in
      let sides = [distances[a][b], distances[b][c], distances[c][a]]
      let sum = sides[0] + sides[1] + sides[2]
      guard sides.min()! >= smallestShare * sum else { return 0 }
      return gaps[a][c] <= closing.gap(ofLength: sum) ? sum : 0
    }
  }

  private func best(_ score: (Int, Int, Int) -> Double) -> Double {
    var best = 0.0
    for a in 0..<count {
      for b in a..<count {
        for c in b..<count { best = max(best, score(a, b, c)) }
      }
    }
    return best
  }
}
