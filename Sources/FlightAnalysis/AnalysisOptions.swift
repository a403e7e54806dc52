/// What a person may choose of an analysis.
package struct AnalysisOptions: Equatable, Sendable {
  /// Parts of an analysis that may take seconds.
  package enum Shape: Int, Sendable, CaseIterable, Comparable {
    case straight, oneTurnpoint, twoTurnpoints, threeTurnpoints, fiveTurnpoints
    case outAndReturn, triangle, faiTriangle, bestTwoHours

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  package var closing = Closing.standard
  /// Which distances are computed.
  package var shapes = Set(Shape.allCases)
  /// Nil finds it from the track.
  package var sport: Sport?

  package init() {}
}
