import FlightModel

/// The panel with the track seen from above: north up, true to scale, coloured by climb.
struct TrackMap {
  private let flight: DrawnFlight
  private let layout: MapLayout
  private let layers: FlightLayers
  private let projection: TrackProjection
  /// Pixels a metre.
  private let scale: Double
  /// Height of the panel with its foot.
  let height: Double

  var width: Double { layout.width }

  init(_ flight: DrawnFlight, layout: MapLayout, layers: FlightLayers = FlightLayers()) {
    self.flight = flight
    self.layout = layout
    self.layers = layers
    projection = TrackProjection(
      flight.points, extras: layers.positions,
      focus: layout.isDetailed ? [] : layers.routes.flatMap(\.points))
    let inner = layout.width - 2 * layout.padding
    let wanted = inner * projection.height / projection.width
    let (least, most) = (layout.heights.lowerBound, layout.heights.upperBound)
    let innerHeight = flight.points.isEmpty ? min(160, least) : min(most, max(least, wanted))
    scale = min(inner / projection.width, innerHeight / projection.height)
    height = innerHeight + 2 * layout.padding + layout.foot
  }

  func draw(on canvas: inout SVGCanvas, x: Double, y: Double) {
    let frame = Frame(x: x, y: y, width: width, height: height)
    let plot = Frame(x: x, y: y, width: width, height: height - layout.foot)
    let hasBorder = layout.foot > 0
    canvas.rectangle(frame, fill: Ink.panel, stroke: hasBorder ? Ink.border : nil, radius: 6)
    guard !flight.points.isEmpty else {
      canvas.text(
        "No fixes", x: x + width / 2, y: y + plot.height / 2,
        TextStyle(size: 16, fill: Ink.muted, anchor: .middle))
      return
    }
    let places = projection.points.map { place($0, in: plot) }
    let routes = MapRoutes(layers: layers) { place(projection.place(of: $0), in: plot) }
    if layout.isDetailed {
      drawDetails(on: &canvas, plot, frame, places, routes)
    } else {
      drawTrack(on: &canvas, places)
      routes.drawShapes(on: &canvas)
      routes.drawCorners(on: &canvas)
    }
  }

  private func place(_ point: PlanePoint, in plot: Frame) -> PlanePoint {
    PlanePoint(
      x: plot.x + plot.width / 2 + (point.x - projection.width / 2) * scale,
      y: plot.y + plot.height / 2 + (point.y - projection.height / 2) * scale)
  }

  private func drawDetails(
    on canvas: inout SVGCanvas, _ plot: Frame, _ frame: Frame, _ places: [PlanePoint],
    _ routes: MapRoutes
  ) {
    let bar = ScaleBar(
      longest: layout.foot > 0 ? 160 : plot.width / 5, scale: scale, flight.facts.units)
    drawGrid(on: &canvas, plot, spacing: bar.pixels)
    routes.drawTask(on: &canvas)
    routes.drawShapes(on: &canvas)
    drawTrack(on: &canvas, places)
    routes.drawCorners(on: &canvas)
    let corner = Frame(x: plot.right - 44, y: plot.y, width: 44, height: 40)
    let foot = Frame(x: plot.x, y: plot.bottom - 34, width: bar.pixels + 80, height: 34)
    MapMarks(
      flight, plot, layers, wordSize: layout.wordSize, taken: layout.foot > 0 ? [] : [corner, foot]
    )
    .draw(on: &canvas, places, routes.place)
    if layout.foot > 0 {
      MapFoot(frame: Frame(x: frame.x, y: plot.bottom, width: width, height: layout.foot))
        .draw(on: &canvas, bar, hasClimb: flight.highest != nil)
    } else {
      _ = bar.draw(on: &canvas, left: plot.x + 14, middle: plot.bottom - 16, hasHalo: true)
      ScaleBar.drawNorth(on: &canvas, x: plot.right - 30, middle: plot.y + 22)
    }
  }

  private func drawGrid(on canvas: inout SVGCanvas, _ plot: Frame, spacing: Double) {
    var path = SVGPath()
    for x in stride(from: plot.x + spacing, to: plot.right - 1, by: spacing) {
      path.move(x, plot.y + 1)
      path.line(x, plot.bottom)
    }
    for y in stride(from: plot.bottom, to: plot.y + 1, by: -spacing) {
      path.move(plot.x + 1, y)
      path.line(plot.right - 1, y)
    }
    canvas.stroke(path, Stroke(color: Ink.grid, width: 1))
  }

  private func drawTrack(on canvas: inout SVGCanvas, _ places: [PlanePoint]) {
    let lines = TrackLines(flight, places, limit: layout.pointLimit)
    guard layout.isDetailed else {
      canvas.stroke(lines.whole, Stroke(color: Ink.muted, width: 1, opacity: 0.7))
      return
    }
    canvas.stroke(lines.gaps, Stroke(color: Ink.muted, width: 1.2, dash: "3 4"))
    canvas.stroke(lines.whole, Stroke(color: Ink.sheet, width: 5, opacity: 0.9))
    for (layer, color) in zip(lines.layers, ClimbScale.colors) {
      canvas.stroke(layer, Stroke(color: color, width: 2.4))
    }
  }
}
