package import FlightModel

/// The drawings of one flight for a page, each an SVG element whose colours are the page's custom
/// properties (`Ink.property`) and whose lines are thinned to what can be seen.
package struct FlightPanels: Sendable {
  /// Where a drawing is looked at: its width in pixels follows, so that words keep their size.
  package enum Format: String, Sendable, CaseIterable {
    case wide, narrow

    package var width: Double { self == .wide ? 840 : 400 }
  }

  private let flight: DrawnFlight
  private let layers: FlightLayers

  /// Points that are not later than their predecessor, or not between 1970 and 9999, are left out.
  package init(track: [PicturePoint], facts: PictureFacts, layers: FlightLayers) {
    flight = DrawnFlight(track, facts)
    self.layers = layers
  }

  /// Whether there is anything to draw.
  package var hasTrack: Bool { !flight.points.isEmpty }

  /// Whether the barogram has a line from the satellite receiver, and one from the pressure sensor.
  package var hasGNSSAltitude: Bool { flight.points.contains { $0.gnssAltitudeCm != nil } }
  package var hasPressureAltitude: Bool { flight.points.contains { $0.pressureAltitudeCm != nil } }
  /// Whether the ground is drawn as the country is.
  package var hasGround: Bool { flight.points.contains { $0.groundCm != nil } }

  /// The track from above, coloured by climb, with all the layers of a map.
  package func map(_ format: Format, title: String, description: String) -> [UInt8] {
    let map = TrackMap(flight, layout: .page(format), layers: layers)
    var canvas = SVGCanvas(
      viewWidth: format.width, height: map.height, title: title, description: description)
    map.draw(on: &canvas, x: 0, y: 0)
    return canvas.finished()
  }

  /// One route over the track in a single colour, small; of a track that is far larger only the part
  /// around the route.
  package func inset(_ route: FlightLayers.Route, title: String) -> [UInt8] {
    var layers = FlightLayers()
    layers.routes = [route]
    let map = TrackMap(flight, layout: .inset, layers: layers)
    var canvas = SVGCanvas(viewWidth: map.width, height: map.height, title: title)
    map.draw(on: &canvas, x: 0, y: 0)
    return canvas.finished()
  }

  /// Altitude over time with phases and events.
  package func barogram(_ format: Format, title: String, description: String) -> [UInt8] {
    let height = BarogramLayout.pageHeight(format) + (flight.crossesMidnight ? 16 : 0)
    var canvas = SVGCanvas(
      viewWidth: format.width, height: height, title: title, description: description)
    Barogram(
      flight, frame: Frame(x: 0, y: 0, width: format.width, height: height),
      layout: .page(format, flight), layers: layers
    ).draw(on: &canvas)
    return canvas.finished()
  }

  /// The altitude alone as an area, without words: an ornament.
  package func silhouette() -> [UInt8] {
    let frame = Frame(x: 0, y: 0, width: 600, height: 90)
    var canvas = SVGCanvas(ornamentWidth: frame.width, height: frame.height)
    let axes = BarogramAxes(flight.points, plot: frame)
    let gnss = AltitudeLine(flight, \.gnssAltitudeCm, axes)
    let line = gnss.isEmpty ? AltitudeLine(flight, \.pressureAltitudeCm, axes) : gnss
    GroundShade(flight, axes).drawArea(on: &canvas, below: line, .sheet, opacity: 0.13)
    return canvas.finished()
  }

  /// A short piece of a route's line, for a legend.
  package static func swatch(_ kind: FlightLayers.Route.Kind) -> [UInt8] {
    var canvas = SVGCanvas(ornamentWidth: 40, height: 12, isStretched: false)
    let style = RouteStyle(kind)
    canvas.line(x1: 1, y1: 6, x2: 39, y2: 6, style.stroke)
    canvas.fill(style.mark(PlanePoint(x: 20, y: 6), size: 3.5), style.ink, stroke: .sheet)
    return canvas.finished()
  }

  /// The classes of climb with their lower bounds in a unit, the first of them without one.
  package static func climbClasses(in unit: ReadingUnit) -> [(ink: Ink, from: String)] {
    ClimbScale.colors.enumerated().map { index, ink in
      (ink, index == 0 ? "" : ClimbScale.label(index - 1, in: unit))
    }
  }
}

extension FlightPanels {
  /// The colour in which the map draws a rate of climb, m/s.
  package static func climbInk(_ climb: Double) -> Ink {
    ClimbScale.colors[ClimbScale.classOf(climb)]
  }
}
