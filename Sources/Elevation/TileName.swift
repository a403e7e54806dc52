package import FlightModel

/// A square of one degree, named by its south-west corner: `N50E005`, `S01W180`.
package struct TileName: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Degrees of the south-west corner, −90 to 89 and −180 to 179; north and east positive.
  package let south: Int
  package let west: Int

  /// The square that a place lies in. One on an edge belongs to the square north and east of it; the
  /// north pole to that south of it, and 180° east is 180° west.
  package init(of place: Coordinate) {
    south = min(89, max(-90, Self.degrees(place.latitudeE7)))
    let east = min(180, max(-180, Self.degrees(place.longitudeE7)))
    west = east == 180 ? -180 : east
  }

  /// Reads a name, in capitals and with all its digits; nil for any other text.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 7, let north = Self.number(bytes[1...2]),
      let east = Self.number(bytes[4...6])
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "N"): south = north
    case UInt8(ascii: "S"): south = -north
    default: return nil
    }
    switch bytes[3] {
    case UInt8(ascii: "E"): west = east
    case UInt8(ascii: "W"): west = -east
    default: return nil
    }
    // `S00` and `W000` would be second names.
    guard (-90...89).contains(south), (-180...179).contains(west), description == text else {
      return nil
    }
  }

  package var description: String {
    (south < 0 ? "S" : "N") + Self.text(south.magnitude, 2) + (west < 0 ? "W" : "E")
      + Self.text(west.magnitude, 3)
  }

  package static func < (left: TileName, right: TileName) -> Bool {
    (left.south, left.west) < (right.south, right.west)
  }

  /// Whole degrees, rounded down.
  private static func degrees(_ valueE7: Int32) -> Int {
    let value = Int(valueE7)
    return (value - (value < 0 ? 9_999_999 : 0)) / 10_000_000
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return number
  }

  private static func text(_ number: UInt, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension TileName {
  /// More squares than this no flight crosses.
  package static let mostOfAFlight = 200

  /// The squares of a flight's valid fixes, those with the most fixes first, at most
  /// `mostOfAFlight`.
  package static func all(of fixes: [TrackFix]) -> [TileName] {
    var counts: [TileName: Int] = [:]
    for fix in fixes where fix.isValid { counts[TileName(of: fix.position), default: 0] += 1 }
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return sorted.prefix(mostOfAFlight).map(\.key)
  }
}
