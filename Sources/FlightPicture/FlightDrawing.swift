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
    let map = TrackMap(flight, layout: .sheet(width: inner))
    let mapTop = headHeight + 8
    let barogramTop = mapTop + map.height + 14
    let layout = BarogramLayout.sheet(flight)
    let barogramHeight = barogramHeight + layout.bottom
    let height = barogramTop + barogramHeight + margin
    var canvas = SVGCanvas(width: width, height: height, title: flight.headline)
    canvas.rectangle(
      Frame(x: 0.5, y: 0.5, width: width - 1, height: height - 1), fill: Ink.sheet,
      stroke: Ink.border, radius: 10)
    SheetHead(flight).draw(on: &canvas)
    map.draw(on: &canvas, x: margin, y: mapTop)
    Barogram(
      flight, frame: Frame(x: margin, y: barogramTop, width: inner, height: barogramHeight),
      layout: layout
    ).draw(on: &canvas)
    return canvas.finished()
  }
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
