import FlightModel

/// The panel with the track seen from above: north up, true to scale, coloured by climb.
struct TrackMap {
  private let flight: DrawnFlight
  private let projection: TrackProjection
  private let width: Double
  /// Pixels a metre.
  private let scale: Double
  /// Height of the panel with its foot.
  let height: Double

  private static let padding = 40.0
  private static let foot = 40.0
  /// No more points than this are drawn, gaps' ends aside.
  private static let pointLimit = 1_500

  init(_ flight: DrawnFlight, width: Double) {
    self.flight = flight
    self.width = width
    projection = TrackProjection(flight.points)
    let inner = width - 2 * Self.padding
    let wanted = inner * projection.height / projection.width
    let innerHeight = flight.points.isEmpty ? 160 : min(430, max(260, wanted))
    scale = min(inner / projection.width, innerHeight / projection.height)
    height = innerHeight + 2 * Self.padding + Self.foot
  }

  func draw(on canvas: inout SVGCanvas, x: Double, y: Double) {
    let frame = Frame(x: x, y: y, width: width, height: height)
    let plot = Frame(x: x, y: y, width: width, height: height - Self.foot)
    canvas.rectangle(frame, fill: Ink.panel, stroke: Ink.border, radius: 6)
    guard !flight.points.isEmpty else {
      canvas.text(
        "No fixes", x: x + width / 2, y: y + plot.height / 2,
        TextStyle(size: 16, fill: Ink.muted, anchor: .middle))
      return
    }
    let places = projection.points.map { point in
      PlanePoint(
        x: plot.x + plot.width / 2 + (point.x - projection.width / 2) * scale,
        y: plot.y + plot.height / 2 + (point.y - projection.height / 2) * scale)
    }
    let unit = NiceStep.below(160 / scale)
    drawGrid(on: &canvas, plot, spacing: unit * scale)
    drawTrack(on: &canvas, places)
    MapMarks(flight, plot).draw(on: &canvas, places)
    MapFoot(frame: Frame(x: x, y: plot.bottom, width: width, height: Self.foot))
      .draw(
        on: &canvas, unitMetres: unit, unitPixels: unit * scale, hasClimb: flight.highest != nil)
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
    let lines = TrackLines(flight, places, limit: Self.pointLimit)
    canvas.stroke(lines.gaps, Stroke(color: Ink.muted, width: 1.2, dash: "3 4"))
    canvas.stroke(lines.whole, Stroke(color: Ink.sheet, width: 5, opacity: 0.9))
    for (layer, color) in zip(lines.layers, ClimbScale.colors) {
      canvas.stroke(layer, Stroke(color: color, width: 2.4))
    }
  }
}
