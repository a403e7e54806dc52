/// `PGRMZ`: an altitude in feet or metres, the letter of the unit in either case. A FLARM's is the
/// pressure altitude above 1013.25 hPa; other makers' may be any altitude.
package struct PressureAltitude: Equatable, Sendable {
  package var altitudeCm: Int32

  package init(altitudeCm: Int32) { self.altitudeCm = altitudeCm }

  /// Nil for another sentence, an empty or impossible number, or an unknown unit.
  package init?(_ sentence: Sentence) {
    guard sentence.hasAddress("PGRMZ") else { return nil }
    var fields = sentence.fields
    guard let hundredths = fields.next()?.fixedPoint(decimals: 2),
      let unit = fields.next()?.bytes, unit.count == 1, abs(hundredths) < 10_000_000
    else { return nil }
    switch unit.first {
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      let scaled = hundredths * 3048
      altitudeCm = Int32((scaled + (scaled < 0 ? -5000 : 5000)) / 10_000)
    case UInt8(ascii: "m"), UInt8(ascii: "M"): altitudeCm = Int32(hundredths)
    default: return nil
    }
  }
}
