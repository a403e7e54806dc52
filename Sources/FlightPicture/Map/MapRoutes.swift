import FlightModel

/// The task's zones and the routes on the map, each in a group of its own that a page can hide.
struct MapRoutes {
  let layers: FlightLayers
  let place: (Coordinate) -> PlanePoint

  /// The task: below the track.
  func drawTask(on canvas: inout SVGCanvas) {
    let tasks = layers.routes.filter { $0.kind == .task }
    guard !tasks.isEmpty || !layers.zones.isEmpty else { return }
    canvas.group("layer-task") { canvas in
      for zone in layers.zones { draw(zone, on: &canvas) }
      for route in tasks { draw(route, on: &canvas) }
    }
  }

  /// The optimised shapes: below the track, which stays the brightest line.
  func drawShapes(on canvas: inout SVGCanvas) {
    for route in layers.routes where route.kind != .task {
      canvas.group("layer-\(route.kind)") { draw(route, on: &$0) }
    }
  }

  /// The marks at all corners: above the track.
  func drawCorners(on canvas: inout SVGCanvas) {
    for route in layers.routes where !route.corners.isEmpty {
      let style = RouteStyle(route.kind)
      canvas.group("layer-\(route.kind)") { canvas in
        for corner in route.corners {
          canvas.fill(style.mark(place(corner), size: 4.2), style.ink, stroke: Ink.sheet)
        }
      }
    }
  }

  private func draw(_ zone: FlightLayers.Zone, on canvas: inout SVGCanvas) {
    var outline = path(zone.outline)
    if zone.outline.count > 2 {
      outline.close()
      canvas.area(outline, Ink.task, opacity: 0.07, line: 1.2)
    } else {
      canvas.stroke(outline, Stroke(color: Ink.task, width: 1.8, opacity: 0.75))
    }
  }

  private func draw(_ route: FlightLayers.Route, on canvas: inout SVGCanvas) {
    canvas.stroke(path(route.points), RouteStyle(route.kind).stroke)
  }

  private func path(_ points: [Coordinate]) -> SVGPath {
    var path = SVGPath()
    for (index, point) in points.enumerated() {
      let place = place(point)
      if index == 0 { path.move(place.x, place.y) } else { path.line(place.x, place.y) }
    }
    return path
  }
}
