import FlightAnalysis
import FlightModel

/// How fast the closed shapes of one track are found.
enum ClosedShapeRate {
  private static let closings: [(name: String, closing: Closing)] = [
    ("800 m", .within(800)), ("1 km", .within(1000)), ("20 %", .share(0.2)),
  ]

  /// Prints a line of JSON for each shape and closing, with the processor time; the first of a closing
  /// has that of the tree of caps too.
  static func measure(_ name: String, _ track: ScoringTrack, fixes: Int) {
    for (closingName, closing) in closings {
      var start = processorTime()
      let distances = ClosedDistances(track, closing: closing)
      let shapes: [(String, () -> FlightDistance?)] = [
        ("outAndReturn", distances.outAndReturn), ("triangle", distances.triangle),
        ("faiTriangle", distances.faiTriangle),
      ]
      for (shape, find) in shapes {
        let found = find()
        let end = processorTime()
        print(
          """
          {"track": "\(name)", "fixes": \(fixes), "shape": "\(shape)", \
          "closing": "\(closingName)", "metres": \(rounded(found?.sphereM ?? 0)), \
          "isProved": \(found?.isProved ?? true), "milliseconds": \(rounded(end - start))}
          """)
        start = processorTime()
      }
    }
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
