/// Measures of a map in pixels.
struct MapLayout {
  var width: Double
  /// Of the part that the track fills.
  var heights: ClosedRange<Double>
  var padding = 40.0
  /// Of the legend below; 0 sets scale bar and north into the map.
  var foot = 0.0
  /// No more points than this are drawn, gaps' ends aside.
  var pointLimit = 1_500
  var wordSize = 13.0
  /// Whether the track is coloured by climb and has marks and words.
  var isDetailed = true

  static func sheet(width: Double) -> MapLayout {
    MapLayout(width: width, heights: 260...430, foot: 40)
  }

  static func page(_ format: FlightPanels.Format) -> MapLayout {
    switch format {
    case .wide: MapLayout(width: format.width, heights: 300...560)
    case .narrow:
      MapLayout(width: format.width, heights: 240...400, padding: 34, pointLimit: 900)
    }
  }

  static let inset = MapLayout(
    width: 240, heights: 128...128, padding: 16, pointLimit: 250, isDetailed: false)
}
