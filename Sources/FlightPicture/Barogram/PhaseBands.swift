import FlightModel

/// The phases of the flight: a tint in the plot, and a strip below it in which circling to the left
/// stands above circling to the right, so that it is read without colours too.
struct PhaseBands {
  private let phases: [FlightLayers.Phase]
  private let axes: BarogramAxes
  private let strip: Double

  init(_ phases: [FlightLayers.Phase], _ axes: BarogramAxes, strip: Double) {
    self.phases = phases
    self.axes = axes
    self.strip = strip
  }

  func draw(on canvas: inout SVGCanvas) {
    guard !phases.isEmpty else { return }
    let plot = axes.plot
    canvas.rectangle(
      Frame(x: plot.x, y: plot.bottom + 3, width: plot.width, height: strip - 4), fill: Ink.grid)
    for kind in FlightLayers.Phase.Kind.allCases {
      let spans = joined(phases.filter { $0.kind == kind }.compactMap(span))
      canvas.fill(bars(spans, from: plot.y, to: plot.bottom), kind.ink, opacity: 0.13)
      let (top, bottom) = rows(kind)
      canvas.fill(bars(spans, from: top, to: bottom), kind.ink)
    }
  }

  /// Left and right end in the plot, at least a pixel apart; nil outside it.
  private func span(_ phase: FlightLayers.Phase) -> (Double, Double)? {
    let start = max(axes.plot.x, axes.x(phase.start))
    let end = min(axes.plot.right, axes.x(phase.end))
    return end >= start ? (start, max(start + 1, end)) : nil
  }

  /// Spans less than a pixel apart are one.
  private func joined(_ spans: [(Double, Double)]) -> [(Double, Double)] {
    var joined: [(Double, Double)] = []
    for span in spans.sorted(by: { $0.0 < $1.0 }) {
      if let last = joined.last, span.0 < last.1 + 1 {
        joined[joined.count - 1].1 = max(last.1, span.1)
      } else {
        joined.append(span)
      }
    }
    return joined
  }

  private func rows(_ kind: FlightLayers.Phase.Kind) -> (Double, Double) {
    let (top, bottom) = (axes.plot.bottom + 3, axes.plot.bottom + strip - 1)
    let middle = (top + bottom) / 2
    return switch kind {
    case .left: (top, middle)
    case .right: (middle, bottom)
    case .mixed: (top + 4, bottom - 4)
    case .launch, .powered: (top, bottom)
    }
  }

  private func bars(_ spans: [(Double, Double)], from top: Double, to bottom: Double) -> SVGPath {
    var path = SVGPath()
    for (start, end) in spans {
      path.move(start, top)
      path.line(end, top)
      path.line(end, bottom)
      path.line(start, bottom)
      path.close()
    }
    return path
  }
}

extension FlightLayers.Phase.Kind {
  /// The colour of the phase's tint and of its bar.
  package var ink: Ink {
    switch self {
    case .launch: .launch
    case .left: .left
    case .right: .right
    case .mixed: .mixed
    case .powered: .powered
    }
  }
}
