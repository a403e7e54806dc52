/// Measures of a barogram in pixels: what lies around the plot.
struct BarogramLayout {
  var left: Double
  var right: Double
  var top: Double
  var bottom: Double
  /// Height of the strip with the phases, between the plot and the times.
  var strip = 0.0
  /// Whether it has a rim, a heading and a legend of its own.
  var isFramed = true

  /// The room below the plot: for times, and for the date where a day begins.
  static func sheet(_ flight: DrawnFlight) -> BarogramLayout {
    BarogramLayout(left: 62, right: 22, top: 52, bottom: flight.crossesMidnight ? 46 : 30)
  }

  static func page(_ format: FlightPanels.Format, _ flight: DrawnFlight) -> BarogramLayout {
    let bottom = flight.crossesMidnight ? 46.0 : 30
    return BarogramLayout(
      left: 64, right: 14, top: 44, bottom: bottom, strip: 20, isFramed: false)
  }

  static func pageHeight(_ format: FlightPanels.Format) -> Double { format == .wide ? 300 : 270 }
}
