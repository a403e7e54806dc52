import FlightAnalysis
import FlightModel
import FlightPicture

/// The shapes that a flight is measured by, with their names.
struct ReportShape {
  var name: String
  var distance: FlightDistance
  /// How the map draws it; nil where it does not.
  var kind: FlightLayers.Route.Kind?

  /// Those that the flight has, from simple to strict.
  static func all(_ distances: FlightDistances) -> [ReportShape] {
    let shapes: [(String, FlightDistance?, FlightLayers.Route.Kind?)] = [
      ("Straight", distances.straight, nil),
      ("One turnpoint", distances.oneTurnpoint, nil),
      ("Two turnpoints", distances.twoTurnpoints, nil),
      ("Three turnpoints", distances.threeTurnpoints, .threeTurnpoints),
      ("Five turnpoints", distances.fiveTurnpoints, .fiveTurnpoints),
      ("Out and return", distances.outAndReturn, nil),
      ("Triangle", distances.triangle, .triangle),
      ("FAI triangle", distances.faiTriangle, .faiTriangle),
    ]
    return shapes.compactMap { name, distance, kind in
      distance.map { ReportShape(name: name, distance: $0, kind: kind) }
    }
  }

  static func drawn(_ facts: ReportFacts) -> [FlightLayers.Route] {
    all(facts.analysis.distances).compactMap { $0.route(facts) }
  }

  private var isTriangle: Bool { kind == .triangle || kind == .faiTriangle }

  /// The places of its corners; nil where the analysis names fixes that the flight does not have.
  func corners(_ facts: ReportFacts) -> [Coordinate]? {
    let points = distance.points.prefix(12).compactMap { facts.fix($0)?.position }
    guard points.count == min(12, distance.points.count), points.count > 1 else { return nil }
    guard isTriangle else { return points }
    return points.count == 5 ? Array(points[1...3]) : nil
  }

  func route(_ facts: ReportFacts) -> FlightLayers.Route? {
    guard let kind, let corners = corners(facts) else { return nil }
    return FlightLayers.Route(
      kind: kind, points: isTriangle ? corners + [corners[0]] : corners, corners: corners)
  }

  /// The lengths of its legs on the sphere, m.
  func legs(_ facts: ReportFacts) -> [Double] {
    guard let corners = corners(facts) else { return [] }
    let ends = isTriangle ? corners + [corners[0]] : corners
    return zip(ends, ends.dropFirst()).map { $0.distance(to: $1) }
  }
}
