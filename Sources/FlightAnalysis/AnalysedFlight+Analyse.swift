package import FlightModel

extension AnalysedFlight {
  /// Analyses the fixes of one file. Everything but the distances takes time linear in the fixes.
  ///
  /// `progress` is called before each shape of the options. Once `isCancelled` says so, which is asked
  /// all along, the shape that is searched for is given up and those that are left stay nil: who cancels
  /// has no use for the rest.
  package static func analyse(
    _ fixes: [TrackFix], options: AnalysisOptions = AnalysisOptions(),
    progress: ((AnalysisOptions.Shape) -> Void)? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> AnalysedFlight {
    var flight = FlightAnalyst(fixes).flight(sport: options.sport)
    var finder = DistanceFinder(fixes, closing: options.closing, isCancelled: isCancelled)
    for shape in options.shapes.sorted() {
      if isCancelled() { break }
      progress?(shape)
      finder.find(shape, in: &flight)
    }
    return flight
  }
}
