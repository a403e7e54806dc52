import FlightModel

/// The foot of the map: scale bar, north arrow, and the colours' meaning.
struct MapFoot {
  let frame: Frame

  func draw(on canvas: inout SVGCanvas, _ bar: ScaleBar, hasClimb: Bool) {
    canvas.line(
      x1: frame.x, y1: frame.y, x2: frame.right, y2: frame.y, Stroke(color: Ink.border, width: 1))
    let end = bar.draw(on: &canvas, left: frame.x + 18, middle: middle, hasHalo: false)
    ScaleBar.drawNorth(on: &canvas, x: end + 34, middle: middle)
    if hasClimb { drawLegend(on: &canvas) }
  }

  private var middle: Double { frame.y + frame.height / 2 }

  private func drawLegend(on canvas: inout SVGCanvas) {
    let (swatch, height) = (38.0, 8.0)
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
    canvas.text("m/s", x: right + 10, y: middle + 14, TextStyle(size: 11, fill: Ink.muted))
  }
}

extension ClimbScale {
  /// A bound with its sign: "−1.2", "+0.4".
  static func label(_ index: Int, in unit: ReadingUnit = .metresPerSecond) -> String {
    let bound = unit.value(bounds[index])
    return (bound < 0 ? "\u{2212}" : "+") + SVGCanvas.number(abs(bound))
  }
}
