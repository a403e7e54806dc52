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
    let marks = self.marks(places)
    var layout = LabelLayout(panel: plot)
    for mark in marks { layout.block(mark.place, radius: 5) }
    for mark in marks.reversed() { canvas.fill(mark.shape, mark.color, stroke: Ink.sheet) }
    for mark in marks {
      let room = layout.room(for: mark.word, size: 13, near: mark.place)
      canvas.text(
        mark.word, x: room.x, y: room.y,
        TextStyle(size: 13, isBold: true, fill: mark.color, anchor: .middle, hasHalo: true))
    }
  }

  private struct Mark {
    var place: PlanePoint
    var word: String
    var color: String
    var shape: SVGPath
  }

  /// The most important one first.
  private func marks(_ places: [PlanePoint]) -> [Mark] {
    var marks: [Mark] = []
    if let place = flight.takeoff.map({ places[$0] }) {
      marks.append(
        Mark(place: place, word: "take-off", color: Ink.takeoff, shape: .disc(place, radius: 6)))
    }
    if let place = flight.landing.map({ places[$0] }) {
      marks.append(
        Mark(place: place, word: "landing", color: Ink.landing, shape: .square(place, size: 6)))
    }
    if let index = flight.highest, let altitude = flight.altitudeCm(at: index) {
      let place = places[index]
      marks.append(
        Mark(
          place: place, word: "highest \(metres(altitude)) m", color: Ink.highest,
          shape: .triangle(place, size: 7)))
    }
    if marks.isEmpty, places.count == 1 {
      let place = places[0]
      marks.append(
        Mark(place: place, word: "one fix", color: Ink.text, shape: .disc(place, radius: 5)))
    }
    return marks
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
    let label =
      metres >= 100 ? "\(SVGCanvas.number(metres / 1_000)) km" : "\(SVGCanvas.number(metres)) m"
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
