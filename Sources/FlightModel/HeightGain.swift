/// The greatest gain of height between a low point and a later high point (FAI Sporting Code,
/// section 3), fed with altitudes in the order of time.
package struct HeightGain: Equatable, Sendable {
  private var lowest: Int32?
  /// cm, 0 until something was climbed.
  package private(set) var centimetres: Int64 = 0
  /// Altitudes taken so far.
  package private(set) var count = 0

  package init() {}

  /// Takes the next altitude, cm over any one datum.
  package mutating func take(altitudeCm altitude: Int32) {
    count += 1
    let low = min(lowest ?? altitude, altitude)
    lowest = low
    centimetres = max(centimetres, Int64(altitude) - Int64(low))
  }

  /// Whole metres, rounded.
  package var metres: Int32 { Int32(clamping: (centimetres + 50) / 100) }
}
