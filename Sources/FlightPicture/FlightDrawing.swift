/// A flight as one self-contained SVG: a head with the facts, the track seen from above, and the
/// barogram. No scripts, no fonts or images from elsewhere; at most some 100 kB however long the
/// flight, because the drawn lines (never the data) are thinned to what can be seen.
package enum FlightDrawing {
  /// Width of the sheet in pixels; the height follows the shape of the track.
  package static let width = 900.0
  static let margin = 20.0
  static let headHeight = 116.0
  static let barogramHeight = 232.0

  /// The picture's bytes (UTF-8). Points that are not later than their predecessor, or not between
  /// 1970 and 9999, are left out.
  package static func svg(track: [PicturePoint], facts: PictureFacts) -> [UInt8] {
    let flight = DrawnFlight(track, facts)
    let inner = width - 2 * margin
    let map = TrackMap(flight, width: inner)
    let mapTop = headHeight + 8
    let barogramTop = mapTop + map.height + 14
    let barogramHeight = barogramHeight + Barogram.foot(of: flight)
    let height = barogramTop + barogramHeight + margin
    var canvas = SVGCanvas(width: width, height: height, title: flight.headline)
    canvas.rectangle(
      Frame(x: 0.5, y: 0.5, width: width - 1, height: height - 1), fill: Ink.sheet,
      stroke: Ink.border, radius: 10)
    SheetHead(flight).draw(on: &canvas)
    map.draw(on: &canvas, x: margin, y: mapTop)
    Barogram(
      flight, frame: Frame(x: margin, y: barogramTop, width: inner, height: barogramHeight)
    ).draw(on: &canvas)
    return canvas.finished()
  }
}

/// The colours of the sheet. Climb and sink differ in lightness as well as in hue.
enum Ink {
  static let sheet = "#ffffff"
  static let border = "#d0d7de"
  static let panel = "#f7f9f6"
  static let grid = "#e2e7e0"
  static let text = "#1f2933"
  static let muted = "#5f6b76"
  static let gnss = "#1d5fa8"
  static let pressure = "#c2570c"
  static let ground = "#dccfb6"
  static let takeoff = "#1a7f37"
  static let landing = "#b3261e"
  static let highest = "#5b2a86"
}

/// A rectangle of the sheet, in pixels.
struct Frame {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var right: Double { x + width }
  var bottom: Double { y + height }
}
