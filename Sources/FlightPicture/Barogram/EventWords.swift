import FlightModel

/// The named moments of the flight: a line through the plot each, and above it the words that have
/// room, in two rows.
struct EventWords {
  private static let rowHeight = 15.0

  private let events: [FlightLayers.Event]
  private let axes: BarogramAxes

  init(_ events: [FlightLayers.Event], _ axes: BarogramAxes) {
    self.events = events
    self.axes = axes
  }

  func draw(on canvas: inout SVGCanvas) {
    let plot = axes.plot
    var rowEnds = [0.0, 0.0]
    for event in events.sorted(by: { $0.time < $1.time }) {
      let x = axes.x(event.time)
      guard (plot.x - 1...plot.right + 1).contains(x) else { continue }
      let word = SVGCanvas.shortened(event.word, to: 18)
      let width = LabelLayout.width(of: word, size: 12) * 0.95
      let start = min(plot.right - width, max(plot.x - 40, x - width / 2))
      let row = rowEnds.firstIndex { $0 + 6 <= start }
      let top = plot.y - 6 - Double(row ?? 0) * Self.rowHeight
      canvas.line(
        x1: x, y1: row == nil ? plot.y : top + 2, x2: x, y2: plot.bottom,
        Stroke(color: Ink.muted, width: 1.1, dash: "4 3"))
      guard let row else { continue }
      rowEnds[row] = start + width
      canvas.text(
        word, x: start + width / 2, y: top,
        TextStyle(size: 12, isBold: true, anchor: .middle, hasHalo: true))
    }
  }
}
