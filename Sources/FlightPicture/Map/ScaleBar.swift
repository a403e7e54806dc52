import FlightModel

/// A length on the map with its name, and the arrow to the north.
struct ScaleBar {
  private let label: String
  /// How long it is.
  let pixels: Double

  /// The longest bar of a round length that takes at most `longest` pixels; `scale` is pixels per
  /// metre. Short lengths are told in the unit of heights.
  init(longest: Double, scale: Double, _ units: ReadingUnits) {
    let isFar = units.distance.value(longest / scale) >= 0.1
    let unit = isFar ? units.distance : units.altitude
    let length = NiceStep.below(unit.value(longest / scale))
    label = "\(SVGCanvas.number(length)) \(unit.name)"
    pixels = unit.si(length) * scale
  }

  /// Draws the bar and gives the right end of its label.
  func draw(on canvas: inout SVGCanvas, left: Double, middle: Double, hasHalo: Bool) -> Double {
    var bar = SVGPath()
    bar.move(left, middle - 5)
    bar.line(left, middle + 4)
    bar.line(left + pixels, middle + 4)
    bar.line(left + pixels, middle - 5)
    if hasHalo { canvas.stroke(bar, Stroke(color: Ink.panel, width: 4.5)) }
    canvas.stroke(bar, Stroke(color: Ink.text, width: 1.6))
    canvas.text(
      label, x: left + pixels + 9, y: middle + 5, TextStyle(size: 13, hasHalo: hasHalo))
    return left + pixels + 9 + 44
  }

  static func drawNorth(on canvas: inout SVGCanvas, x: Double, middle: Double) {
    canvas.fill(
      .polygon([
        (x, middle - 11), (x + 6, middle + 9), (x, middle + 5), (x - 6, middle + 9),
      ]), Ink.text)
    canvas.text("N", x: x + 10, y: middle + 5, TextStyle(size: 13, isBold: true))
  }
}
