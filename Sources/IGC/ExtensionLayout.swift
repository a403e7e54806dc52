import FlightModel

/// A field of the B or K records: bytes `first` to `last`, the record's letter being 1.
package struct ExtensionField: Equatable, Sendable {
  package var code: String
  package var first: Int
  package var last: Int
}

/// Where the B records' extensions are, as an I record tells.
struct ExtensionLayout: Sendable {
  /// The place of a number in a B record; nothing has no width.
  struct Place: Sendable {
    var start = 0
    var width = 0
  }

  /// Decimals of a thousandth of a minute that a position can use.
  private static let positionDigits = 4

  /// Bytes of a whole B record.
  private(set) var length = FixFields.length
  private var noise = Place()
  private var propulsion = Place()
  private var revolutions = Place()
  private var seconds = Place()
  private var latitude = Place()
  private var longitude = Place()
  private var hasEngine = false
  private var hasDecimals = false

  init() {}

  init(_ fields: [ExtensionField]) {
    length = max(FixFields.length, fields.map(\.last).max() ?? 0)
    func place(_ code: String) -> Place {
      guard let field = fields.first(where: { $0.code == code }) else { return Place() }
      return Place(start: field.first - 1, width: field.last - field.first + 1)
    }
    (noise, propulsion, revolutions) = (place("ENL"), place("MOP"), place("RPM"))
    (seconds, latitude, longitude) = (place("TDS"), place("LAD"), place("LOD"))
    hasEngine = noise.width + propulsion.width + revolutions.width > 0
    hasDecimals = seconds.width + latitude.width + longitude.width > 0
  }

  /// Sets what the sensors of noise and engine say in a record.
  @inline(__always)
  func setEngine(of point: inout TrackPoint, _ bytes: Span<UInt8>, _ record: Range<Int>) {
    guard hasEngine else { return }
    point.engine.noiseLevel = number(bytes, record, noise).map { Int16(clamping: $0) }
    point.engine.meansOfPropulsion = number(bytes, record, propulsion).map { Int16(clamping: $0) }
    point.engine.revolutions = number(bytes, record, revolutions).map { Int32(clamping: $0) }
  }

  /// Milliseconds that TDS adds to the second.
  @inline(__always)
  func milliseconds(_ bytes: Span<UInt8>, _ record: Range<Int>) -> Int64 {
    hasDecimals ? Int64(decimals(bytes, record, seconds, digits: 3)) : 0
  }

  /// Sets the position, with what LAD and LOD add to the minutes.
  @inline(__always)
  func setPosition(
    of point: inout TrackPoint, _ fix: FixFields, _ bytes: Span<UInt8>, _ record: Range<Int>
  ) {
    var (north, east) = (0, 0)
    if hasDecimals {
      north = decimals(bytes, record, latitude, digits: Self.positionDigits)
      east = decimals(bytes, record, longitude, digits: Self.positionDigits)
    }
    point.position.latitudeE7 = fix.latitude.e7(decimals: north, limit: 90)
    point.position.longitudeE7 = fix.longitude.e7(decimals: east, limit: 180)
  }

  /// A whole number; nil where the field is missing or no number.
  @inline(__always)
  private func number(_ bytes: Span<UInt8>, _ record: Range<Int>, _ place: Place) -> Int? {
    let start = record.lowerBound + place.start
    guard (1...9).contains(place.width), start + place.width <= record.upperBound else {
      return nil
    }
    var value = 0
    for index in start..<start + place.width {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return value
  }

  /// The first digits of a fraction as a whole number of so many digits; 0 where there is none.
  @inline(__always)
  private func decimals(
    _ bytes: Span<UInt8>, _ record: Range<Int>, _ place: Place, digits: Int
  ) -> Int {
    var place = place
    place.width = min(place.width, digits)
    guard var value = number(bytes, record, place) else { return 0 }
    for _ in place.width..<digits { value *= 10 }
    return value
  }
}
