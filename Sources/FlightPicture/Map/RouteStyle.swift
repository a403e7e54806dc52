/// How a route looks: each kind differs in colour, in its dashes and in the marks at its corners.
struct RouteStyle {
  let kind: FlightLayers.Route.Kind

  init(_ kind: FlightLayers.Route.Kind) { self.kind = kind }

  var ink: Ink {
    switch kind {
    case .task: .task
    case .faiTriangle: .faiTriangle
    case .triangle: .triangle
    case .threeTurnpoints: .threeTurnpoints
    case .fiveTurnpoints: .fiveTurnpoints
    }
  }

  var stroke: Stroke {
    switch kind {
    case .task: Stroke(color: ink, width: 1.6)
    case .faiTriangle: Stroke(color: ink, width: 2.2, dash: "12 4")
    case .triangle: Stroke(color: ink, width: 2, dash: "7 4")
    case .threeTurnpoints: Stroke(color: ink, width: 2, dash: "2 4")
    case .fiveTurnpoints: Stroke(color: ink, width: 2, dash: "10 3 2 3")
    }
  }

  func mark(_ place: PlanePoint, size: Double) -> SVGPath {
    switch kind {
    case .task: .disc(place, radius: size)
    case .faiTriangle: .triangle(place, size: size * 1.3)
    case .triangle:
      .triangle(PlanePoint(x: place.x, y: place.y), size: -size * 1.3)
    case .threeTurnpoints: .disc(place, radius: size)
    case .fiveTurnpoints: .square(place, size: size * 0.85)
    }
  }
}
