import FlightModel

/// The longest way of at most so many legs, found plainly, from haversine distances.
struct PlainDistance {
  /// Of each position, from those no later.
  private let metres: [[Double]]

  init(_ positions: [Coordinate]) {
    metres = positions.indices.map { to in
      positions[...to].map { $0.distance(to: positions[to]) }
    }
  }

  /// By the dynamic programme over all pairs: for at most 0, 1… legs, m.
  func byProgramme(upTo legs: Int) -> [Double] {
    var flown = [Double](repeating: 0, count: metres.count)
    return [0]
      + (0..<legs).map { _ in
        var further = flown
        for (to, row) in metres.enumerated() {
          for from in 0..<to { further[to] = max(further[to], flown[from] + row[from]) }
        }
        flown = further
        return flown.max() ?? 0
      }
  }

  /// By every way there is, m.
  func byEveryWay(legs: Int, from start: Int? = nil) -> Double {
    guard legs > 0 else { return 0 }
    guard let start else {
      return metres.indices.reduce(0) { max($0, byEveryWay(legs: legs, from: $1)) }
    }
    return (start..<metres.count).reduce(0) {
      max($0, metres[$1][start] + byEveryWay(legs: legs - 1, from: $1))
    }
  }
}
