import Bytes

/// Numbers as text files write them.
enum DecimalText {
  /// A number without exponent; nil for anything else and beyond 15 digits.
  static func parse(_ text: some StringProtocol) -> Double? {
    let utf8 = text.utf8
    guard !utf8.isEmpty, utf8.count <= 24, utf8.allSatisfy({ isNumeric($0) }) else { return nil }
    guard let value = Double(String(text)), abs(value) < 1e15 else { return nil }
    return value
  }

  /// A number with at most `places` decimals, rounded, and at least `least`; without an exponent.
  static func write(_ value: Double, places: Int, least: Int = 0) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = Int64(exactly: (value * scale).rounded()) ?? 0
    var digits = String(scaled.magnitude, width: places + 1)
    var fraction = Substring(digits.suffix(places))
    digits.removeLast(places)
    while fraction.count > least, fraction.last == "0" { fraction.removeLast() }
    return (scaled < 0 ? "-" : "") + digits + (fraction.isEmpty ? "" : "." + fraction)
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    ASCII.isDigit(byte) || byte == ASCII.dot || byte == ASCII.minus || byte == UInt8(ascii: "+")
  }
}

/// A length with its unit: `525ft`, `0.7km`, `300`.
enum LengthText {
  private static let units: [(name: String, metres: Double)] = [
    ("km", 1000), ("nm", 1852), ("ml", 1609.344), ("mi", 1609.344), ("ft", 0.3048), ("m", 1),
  ]

  /// m; nil where it is no length. Without a unit it is metres.
  static func parse(_ text: some StringProtocol) -> Double? {
    let lowercased = text.lowercased()
    for unit in units where lowercased.hasSuffix(unit.name) {
      var number = lowercased.dropLast(unit.name.count)
      while number.last == " " { number.removeLast() }
      return DecimalText.parse(number).map { $0 * unit.metres }.flatMap(bounded)
    }
    return DecimalText.parse(lowercased).flatMap(bounded)
  }

  /// Metres with `m` behind, to the millimetre, and at least so many decimals.
  static func write(_ metres: Double, least: Int = 1) -> String {
    DecimalText.write(metres, places: 3, least: least) + "m"
  }

  /// Nothing that is measured is longer than the way around the earth.
  private static func bounded(_ metres: Double) -> Double? {
    abs(metres) <= 40_100_000 ? metres : nil
  }
}
