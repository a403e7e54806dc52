import FlightModel

/// Finds one shape after another in a flight; what several need is made once.
struct DistanceFinder {
  private let fixes: [TrackFix]
  private let closing: Closing
  private let isCancelled: @Sendable () -> Bool
  private lazy var track = ScoringTrack(fixes)
  private lazy var open = OpenDistances(track, isCancelled: isCancelled)
  private lazy var closed = ClosedDistances(
    track, closing: closing, isCancelled: isCancelled)

  init(
    _ fixes: [TrackFix], closing: Closing, isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.isCancelled = isCancelled
    self.fixes = fixes
    self.closing = closing
  }

  mutating func find(_ shape: AnalysisOptions.Shape, in flight: inout AnalysedFlight) {
    switch shape {
    case .straight: flight.distances.straight = open.longest(legs: 1)
    case .oneTurnpoint: flight.distances.oneTurnpoint = open.longest(legs: 2)
    case .twoTurnpoints: flight.distances.twoTurnpoints = open.longest(legs: 3)
    case .threeTurnpoints: flight.distances.threeTurnpoints = open.longest(legs: 4)
    case .fiveTurnpoints: flight.distances.fiveTurnpoints = open.longest(legs: 6)
    case .outAndReturn: flight.distances.outAndReturn = closed.outAndReturn()
    case .triangle: flight.distances.triangle = closed.triangle()
    case .faiTriangle: flight.distances.faiTriangle = closed.faiTriangle()
    case .bestTwoHours: flight.bestTwoHours = open.fastestRun()
    }
  }
}
