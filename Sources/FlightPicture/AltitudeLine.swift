import FlightModel

/// One altitude over time, thinned to its lowest and highest value in each column of pixels, so
/// that no peak is lost however long the flight.
struct AltitudeLine {
  /// Pixels a column.
  private static let columnWidth = 1.5

  /// The line in pixels, with breaks where the recording has gaps.
  private(set) var path = SVGPath()
  /// What was drawn, for the area below it: one list for each stretch without a gap.
  private(set) var stretches: [[PlanePoint]] = []
  private let axes: BarogramAxes

  var isEmpty: Bool { stretches.isEmpty }

  private struct Column {
    var index: Int
    var low: PlanePoint
    var high: PlanePoint
  }

  init(
    _ flight: DrawnFlight, _ altitude: KeyPath<PicturePoint, Int32?>, _ axes: BarogramAxes
  ) {
    self.axes = axes
    var column: Column?
    var last: UTCInstant?
    var isNewLine = true
    for point in flight.points {
      guard let value = point[keyPath: altitude] else { continue }
      let place = PlanePoint(x: axes.x(point.time), y: axes.y(Double(value) / 100))
      let index = Int(place.x / Self.columnWidth)
      let isGap = last.map { point.time.milliseconds(since: $0) > flight.gapMs } ?? false
      if var open = column, open.index == index, !isGap {
        if place.y > open.low.y { open.low = place }
        if place.y < open.high.y { open.high = place }
        column = open
      } else {
        if let column { draw(column, &isNewLine) }
        if isGap { isNewLine = true }
        column = Column(index: index, low: place, high: place)
      }
      last = point.time
    }
    if let column { draw(column, &isNewLine) }
  }

  private mutating func draw(_ column: Column, _ isNewLine: inout Bool) {
    let isRising = column.low.x <= column.high.x
    let ends = isRising ? [column.low, column.high] : [column.high, column.low]
    for place in column.low.y == column.high.y ? [ends[0]] : ends {
      if isNewLine {
        path.move(place.x, place.y)
        stretches.append([])
      } else {
        path.line(place.x, place.y)
      }
      isNewLine = false
      stretches[stretches.count - 1].append(place)
    }
  }
}

/// The ground below the flight as far as it is known: level before take-off and after landing,
/// straight between the two, and never above the flight itself.
struct GroundShade {
  private let flight: DrawnFlight
  private let axes: BarogramAxes

  init(_ flight: DrawnFlight, _ axes: BarogramAxes) {
    self.flight = flight
    self.axes = axes
  }

  func draw(on canvas: inout SVGCanvas, below line: AltitudeLine) {
    let ends = [flight.takeoff, flight.landing].compactMap { place(of: $0) }
    for stretch in line.stretches {
      canvas.fill(area(stretch.map { ($0.x, $0.y) }), Ink.gnss, opacity: 0.1)
      guard ends.count == 2 else { continue }
      canvas.fill(
        area(stretch.map { ($0.x, max($0.y, height(at: $0.x, ends[0], ends[1]))) }), Ink.ground)
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
