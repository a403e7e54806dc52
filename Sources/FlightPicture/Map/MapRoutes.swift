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

  /// The optimised shapes: above the track.
  func drawShapes(on canvas: inout SVGCanvas) {
    for route in layers.routes where route.kind != .task {
      canvas.group("layer-\(route.kind)") { draw(route, on: &$0) }
    }
  }

  private func draw(_ zone: FlightLayers.Zone, on canvas: inout SVGCanvas) {
    let outline = path(zone.outline)
    if zone.outline.count > 2 { canvas.fill(outline, Ink.task, opacity: 0.07) }
    canvas.stroke(outline, Stroke(color: Ink.task, width: 1.2, opacity: 0.75))
  }

  private func draw(_ route: FlightLayers.Route, on canvas: inout SVGCanvas) {
    let style = RouteStyle(route.kind)
    let line = path(route.points)
    if route.kind != .task {
      canvas.stroke(line, Stroke(color: Ink.panel, width: style.stroke.width + 2, opacity: 0.75))
    }
    canvas.stroke(line, style.stroke)
    for corner in route.corners {
      canvas.fill(style.mark(place(corner), size: 4.2), style.ink, stroke: Ink.sheet)
    }
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
