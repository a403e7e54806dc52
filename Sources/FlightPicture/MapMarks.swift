import FlightModel

/// Take-off, landing and the highest point on the map, each as a shape and a word.
struct MapMarks {
  private let flight: DrawnFlight
  private let plot: Frame

  init(_ flight: DrawnFlight, _ plot: Frame) {
    self.flight = flight
    self.plot = plot
  }

  func draw(on canvas: inout SVGCanvas, _ places: [PlanePoint]) {
    if let highest = flight.highest, let altitude = flight.altitudeCm(at: highest) {
      let place = places[highest]
      canvas.fill(.triangle(place, size: 7), Ink.highest, stroke: Ink.sheet)
      label("highest \(metres(altitude)) m", at: place, dy: -11, Ink.highest, on: &canvas)
    }
    if let landing = flight.landing {
      canvas.fill(.square(places[landing], size: 6), Ink.landing, stroke: Ink.sheet)
      label("landing", at: places[landing], dy: 21, Ink.landing, on: &canvas)
    }
    if let takeoff = flight.takeoff {
      canvas.fill(.disc(places[takeoff], radius: 6), Ink.takeoff, stroke: Ink.sheet)
      label("take-off", at: places[takeoff], dy: -11, Ink.takeoff, on: &canvas)
    }
    guard flight.points.count == 1, flight.takeoff == nil, flight.landing == nil else { return }
    canvas.fill(.disc(places[0], radius: 5), Ink.text, stroke: Ink.sheet)
  }

  /// Keeps the word within the panel.
  private func label(
    _ text: String, at place: PlanePoint, dy: Double, _ color: String,
    on canvas: inout SVGCanvas
  ) {
    let isRight = place.x > plot.x + plot.width * 0.8
    let isLeft = place.x < plot.x + plot.width * 0.2
    let anchor: TextStyle.Anchor = isRight ? .end : isLeft ? .start : .middle
    canvas.text(
      text, x: place.x + (isRight ? 8 : isLeft ? -8 : 0), y: place.y + dy,
      TextStyle(size: 13, isBold: true, fill: color, anchor: anchor, hasHalo: true))
  }
}

extension SVGPath {
  /// A triangle that points up.
  static func triangle(_ at: PlanePoint, size: Double) -> SVGPath {
    .polygon([
      (at.x, at.y - size), (at.x + size * 0.9, at.y + size * 0.7),
      (at.x - size * 0.9, at.y + size * 0.7),
    ])
  }

  static func square(_ at: PlanePoint, size: Double) -> SVGPath {
    .polygon([
      (at.x - size, at.y - size), (at.x + size, at.y - size), (at.x + size, at.y + size),
      (at.x - size, at.y + size),
    ])
  }

  /// A circle as a polygon of sixteen corners, which is round enough at this size.
  static func disc(_ at: PlanePoint, radius: Double) -> SVGPath {
    let quarter = [(1.0, 0.0), (0.924, 0.383), (0.707, 0.707), (0.383, 0.924)]
    var corners: [(x: Double, y: Double)] = []
    for turn in 0..<4 {
      for (x, y) in quarter {
        let (cos, sin) = [(x, y), (-y, x), (-x, -y), (y, -x)][turn]
        corners.append((at.x + radius * cos, at.y + radius * sin))
      }
    }
    return .polygon(corners)
  }
}

/// The foot of the map: scale bar, north arrow, and the colours' meaning.
struct MapFoot {
  let frame: Frame

  func draw(on canvas: inout SVGCanvas, unitMetres: Double, unitPixels: Double) {
    canvas.line(
      x1: frame.x, y1: frame.y, x2: frame.right, y2: frame.y, Stroke(color: Ink.border, width: 1))
    let end = drawScaleBar(on: &canvas, unitMetres, unitPixels)
    drawNorth(on: &canvas, x: end + 34)
    drawLegend(on: &canvas)
  }

  private var middle: Double { frame.y + frame.height / 2 }

  /// Gives the right end of the bar and its label.
  private func drawScaleBar(
    on canvas: inout SVGCanvas, _ metres: Double, _ pixels: Double
  ) -> Double {
    let left = frame.x + 18
    var bar = SVGPath()
    bar.move(left, middle - 5)
    bar.line(left, middle + 4)
    bar.line(left + pixels, middle + 4)
    bar.line(left + pixels, middle - 5)
    canvas.stroke(bar, Stroke(color: Ink.text, width: 1.6))
    let length =
      metres >= 1_000 ? "\(Int(metres / 1_000)) km" : "\(SVGCanvas.number(metres / 1_000)) km"
    let label = metres >= 100 ? length : "\(SVGCanvas.number(metres)) m"
    canvas.text(label, x: left + pixels + 9, y: middle + 5, TextStyle(size: 13))
    return left + pixels + 9 + 44
  }

  private func drawNorth(on canvas: inout SVGCanvas, x: Double) {
    canvas.fill(
      .polygon([
        (x, middle - 11), (x + 6, middle + 9), (x, middle + 5), (x - 6, middle + 9),
      ]), Ink.text)
    canvas.text("N", x: x + 10, y: middle + 5, TextStyle(size: 13, isBold: true))
  }

  private func drawLegend(on canvas: inout SVGCanvas) {
    let (swatch, height) = (38.0, 8.0)
    let unit = "m/s"
    let left = frame.right - 60 - swatch * Double(ClimbScale.colors.count)
    canvas.text(
      "sink", x: left - 10, y: middle + 5,
      TextStyle(size: 12, fill: Ink.muted, anchor: .end))
    for (index, color) in ClimbScale.colors.enumerated() {
      let x = left + Double(index) * swatch
      canvas.rectangle(Frame(x: x, y: middle - 8, width: swatch, height: height), fill: color)
      guard index < ClimbScale.bounds.count else { continue }
      canvas.text(
        ClimbScale.label(index), x: x + swatch, y: middle + 14,
        TextStyle(size: 11, fill: Ink.muted, anchor: .middle))
    }
    let right = left + swatch * Double(ClimbScale.colors.count)
    canvas.text("climb", x: right + 10, y: middle + 1, TextStyle(size: 12, fill: Ink.muted))
    canvas.text(unit, x: right + 10, y: middle + 14, TextStyle(size: 11, fill: Ink.muted))
  }
}

extension ClimbScale {
  /// A bound with its sign: "−1.2", "+0.4".
  static func label(_ index: Int) -> String {
    let bound = bounds[index]
    return (bound < 0 ? "\u{2212}" : "+") + SVGCanvas.number(abs(bound))
  }
}
