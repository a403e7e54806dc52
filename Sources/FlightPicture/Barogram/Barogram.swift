import FlightModel

/// The panel with altitude over UTC time.
struct Barogram {
  private let flight: DrawnFlight
  private let layers: FlightLayers
  private let layout: BarogramLayout
  private let frame: Frame
  private let plot: Frame
  private let axes: BarogramAxes

  init(
    _ flight: DrawnFlight, frame: Frame, layout: BarogramLayout,
    layers: FlightLayers = FlightLayers()
  ) {
    self.flight = flight
    self.frame = frame
    self.layout = layout
    self.layers = layers
    plot = Frame(
      x: frame.x + layout.left, y: frame.y + layout.top,
      width: frame.width - layout.left - layout.right,
      height: frame.height - layout.top - layout.bottom - layout.strip)
    axes = BarogramAxes(
      flight.points, plot: plot, unit: flight.facts.units.altitude, strip: layout.strip)
  }

  func draw(on canvas: inout SVGCanvas) {
    if layout.isFramed {
      canvas.rectangle(frame, fill: Ink.panel, stroke: Ink.border, radius: 6)
      canvas.text(
        "Altitude", x: frame.x + 16, y: frame.y + 25, TextStyle(size: 14, isBold: true))
    }
    guard axes.hasAltitude else {
      canvas.text(
        "No altitude recorded", x: frame.x + frame.width / 2, y: frame.y + frame.height / 2,
        TextStyle(size: 16, fill: Ink.muted, anchor: .middle))
      return
    }
    let gnss = AltitudeLine(flight, \.gnssAltitudeCm, axes)
    let pressure = AltitudeLine(flight, \.pressureAltitudeCm, axes)
    axes.drawGrid(on: &canvas)
    PhaseBands(layers.phases, axes, strip: layout.strip).draw(on: &canvas)
    GroundShade(flight, axes).draw(on: &canvas, below: gnss.isEmpty ? pressure : gnss)
    if layout.isFramed {
      drawEvents(on: &canvas)
    } else {
      EventWords(layers.events, axes).draw(on: &canvas)
    }
    canvas.stroke(pressure.path, Stroke(color: Ink.pressure, width: 1.5))
    canvas.stroke(gnss.path, Stroke(color: Ink.gnss, width: 2))
    drawHighest(on: &canvas)
    if layout.isFramed {
      drawLegend(on: &canvas, gnss: !gnss.isEmpty, pressure: !pressure.isEmpty)
    }
  }

  private func drawEvents(on canvas: inout SVGCanvas) {
    let takeoff = flight.takeoff == nil ? nil : flight.facts.takeoffAt
    let landing = flight.landing == nil ? nil : flight.facts.landingAt
    let events = [
      (takeoff, "take-off", Ink.takeoff, TextStyle.Anchor.start),
      (landing, "landing", Ink.landing, TextStyle.Anchor.end),
    ]
    for (time, word, color, anchor) in events {
      guard let time else { continue }
      let x = axes.x(time)
      canvas.line(
        x1: x, y1: plot.y, x2: x, y2: plot.bottom, Stroke(color: color, width: 1.4, dash: "5 4"))
      canvas.text(
        word, x: x + (anchor == .start ? -3 : 3), y: plot.y - 5,
        TextStyle(size: 12, isBold: true, fill: color, anchor: anchor))
    }
  }

  private func drawHighest(on canvas: inout SVGCanvas) {
    guard let highest = flight.highest, let altitude = flight.altitudeCm(at: highest),
      let word = flight.highestText
    else { return }
    let place = PlanePoint(
      x: axes.x(flight.points[highest].time), y: axes.y(Double(altitude) / 100))
    canvas.fill(
      .triangle(PlanePoint(x: place.x, y: place.y - 2), size: 5), Ink.highest, stroke: Ink.sheet)
    let isRight = place.x > plot.right - 50
    canvas.text(
      word, x: isRight ? plot.right : max(plot.x + 26, place.x),
      y: place.y - 11,
      TextStyle(
        size: 12, isBold: true, fill: Ink.highest, anchor: isRight ? .end : .middle,
        hasHalo: true))
  }

  private func drawLegend(on canvas: inout SVGCanvas, gnss: Bool, pressure: Bool) {
    var right = frame.right - 18
    let entries = [
      (pressure, "pressure altitude (1013.25 hPa)", Ink.pressure, 190.0),
      (gnss, "GNSS altitude (ellipsoid)", Ink.gnss, 146.0),
    ]
    for (isDrawn, word, color, length) in entries where isDrawn {
      canvas.text(
        word, x: right, y: frame.y + 25, TextStyle(size: 12, fill: Ink.muted, anchor: .end))
      let end = right - length
      canvas.line(
        x1: end - 24, y1: frame.y + 21, x2: end - 4, y2: frame.y + 21,
        Stroke(color: color, width: 2.4))
      right = end - 42
    }
  }
}
