import FlightModel

/// The ground below the flight as far as it is known. Without the heights of the country it is level
/// before take-off and after landing, straight between the two, and never above the flight itself.
struct GroundShade {
  private let flight: DrawnFlight
  private let axes: BarogramAxes

  init(_ flight: DrawnFlight, _ axes: BarogramAxes) {
    self.flight = flight
    self.axes = axes
  }

  func draw(on canvas: inout SVGCanvas, below line: AltitudeLine) {
    let ground = AltitudeLine(flight, \.groundCm, axes)
    let ends = ground.isEmpty ? [flight.takeoff, flight.landing].compactMap { place(of: $0) } : []
    for stretch in line.stretches {
      canvas.fill(area(stretch.map { ($0.x, $0.y) }), Ink.gnss, opacity: 0.1)
      guard ends.count == 2 else { continue }
      canvas.fill(
        area(stretch.map { ($0.x, max($0.y, height(at: $0.x, ends[0], ends[1]))) }), Ink.ground)
    }
    let plot = axes.plot
    for stretch in ground.stretches {
      canvas.fill(area(stretch.map { ($0.x, min(plot.bottom, max(plot.y, $0.y))) }), Ink.ground)
    }
  }

  /// The area below the line alone.
  func drawArea(
    on canvas: inout SVGCanvas, below line: AltitudeLine, _ ink: Ink, opacity: Double
  ) {
    for stretch in line.stretches {
      canvas.fill(area(stretch.map { ($0.x, $0.y) }), ink, opacity: opacity)
    }
  }

  /// A line closed along the bottom of the plot.
  private func area(_ line: [(x: Double, y: Double)]) -> SVGPath {
    .polygon(line + [(line[line.count - 1].x, axes.plot.bottom), (line[0].x, axes.plot.bottom)])
  }

  private func place(of index: Int?) -> PlanePoint? {
    guard let index, let altitude = flight.altitudeCm(at: index) else { return nil }
    return PlanePoint(
      x: axes.x(flight.points[index].time), y: axes.y(Double(altitude) / 100))
  }

  private func height(at x: Double, _ start: PlanePoint, _ end: PlanePoint) -> Double {
    guard end.x > start.x else { return start.y }
    let share = min(1, max(0, (x - start.x) / (end.x - start.x)))
    return start.y + share * (end.y - start.y)
  }
}
