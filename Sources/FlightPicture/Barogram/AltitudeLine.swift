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
