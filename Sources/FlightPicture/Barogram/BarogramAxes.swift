import FlightModel

/// Where times and altitudes lie in the barogram, and the grid with its words.
struct BarogramAxes {
  let plot: Frame
  private let strip: Double
  /// Of the altitudes from here on.
  private let unit: ReadingUnit
  let hasAltitude: Bool
  private let start: UTCInstant
  /// ms, at least ten seconds.
  private let spanMs: Int64
  private let lowest: Double
  private let highest: Double
  private let step: Double

  /// `strip` pixels are left free between the plot and the times.
  init(
    _ points: [PicturePoint], plot: Frame, unit: ReadingUnit = .metres, strip: Double = 0
  ) {
    self.plot = plot
    self.unit = unit
    self.strip = strip
    start = points.first?.time ?? UTCInstant(milliseconds: 0)
    spanMs = max(10_000, (points.last?.time ?? start).milliseconds(since: start))
    let altitudes = points.lazy.flatMap { [$0.gnssAltitudeCm, $0.pressureAltitudeCm] }
      .compactMap { $0 }
    let ground = points.lazy.compactMap(\.groundCm).min()
    let low = unit.value(Double(min(altitudes.min() ?? 0, ground ?? .max)) / 100)
    let high = unit.value(Double(altitudes.max() ?? 0) / 100)
    hasAltitude = altitudes.first != nil
    step = NiceStep.above(max(20, (high - low) * 1.15) / 5)
    lowest = ((low - step * 0.15) / step).rounded(.down) * step
    // Room for the highest point's mark and the events' words.
    highest = max(lowest + 2 * step, high + max(step * 0.5, (high - lowest) * 0.18))
  }

  func x(_ time: UTCInstant) -> Double {
    plot.x + plot.width * Double(time.milliseconds(since: start)) / Double(spanMs)
  }

  /// For an altitude in metres.
  func y(_ altitude: Double) -> Double { height(of: unit.value(altitude)) }

  private func height(of value: Double) -> Double {
    plot.bottom - plot.height * (value - lowest) / (highest - lowest)
  }

  func drawGrid(on canvas: inout SVGCanvas) {
    drawAltitudes(on: &canvas)
    drawTimes(on: &canvas)
    drawMidnights(on: &canvas)
    canvas.line(
      x1: plot.x, y1: plot.bottom, x2: plot.right, y2: plot.bottom,
      Stroke(color: Ink.muted, width: 1.2))
  }

  private func drawAltitudes(on canvas: inout SVGCanvas) {
    var path = SVGPath()
    for altitude in stride(from: lowest, through: highest, by: step) {
      path.move(plot.x, height(of: altitude))
      path.line(plot.right, height(of: altitude))
      canvas.text(
        "\(Int(altitude)) \(unit.name)", x: plot.x - 8, y: height(of: altitude) + 4,
        TextStyle(size: 12, fill: Ink.muted, anchor: .end))
    }
    canvas.stroke(path, Stroke(color: Ink.grid, width: 1))
  }

  private func drawTimes(on canvas: inout SVGCanvas) {
    let step =
      NiceStep.seconds(span: Double(spanMs) / 1000, count: (plot.width / 85).rounded(.down)) * 1000
    let first = (start.milliseconds + step - 1) / step * step
    var path = SVGPath()
    for ms in stride(from: first, through: start.milliseconds + spanMs, by: Int(step)) {
      let time = UTCInstant(milliseconds: ms)
      path.move(x(time), plot.y)
      path.line(x(time), plot.bottom)
      canvas.text(
        label(time, stepMs: step), x: x(time), y: plot.bottom + strip + 18,
        TextStyle(size: 12, fill: Ink.muted, anchor: .middle))
    }
    canvas.stroke(path, Stroke(color: Ink.grid, width: 1))
    canvas.text(
      "UTC", x: plot.x - 34, y: plot.bottom + strip + 18,
      TextStyle(size: 12, fill: Ink.muted, anchor: .end))
  }

  private func label(_ time: UTCInstant, stepMs: Int64) -> String {
    if stepMs >= UTCInstant.millisecondsPerDay { return CalendarText.date(time) }
    return CalendarText.clock(time, seconds: stepMs < 60_000)
  }

  /// A line and the new date where a day begins.
  private func drawMidnights(on canvas: inout SVGCanvas) {
    let day = UTCInstant.millisecondsPerDay
    let first = (start.milliseconds / day + 1) * day
    let end = start.milliseconds + spanMs
    guard first <= end, spanMs < 8 * day else { return }
    for ms in stride(from: first, through: end, by: Int(day)) {
      let time = UTCInstant(milliseconds: ms)
      canvas.line(
        x1: x(time), y1: plot.y, x2: x(time), y2: plot.bottom + strip + 22,
        Stroke(color: Ink.muted, width: 1))
      canvas.text(
        CalendarText.date(time), x: min(plot.right - 36, max(plot.x + 36, x(time))),
        y: plot.bottom + strip + 35,
        TextStyle(size: 12, isBold: true, fill: Ink.muted, anchor: .middle))
    }
  }
}
