import Bytes
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

  private(set) var fields: [ExtensionField] = []
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
    self.fields = fields
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

  /// What the sensors of noise and engine say in a record.
  @inline(__always)
  func engine(_ bytes: Span<UInt8>, _ record: Range<Int>) -> TrackFix.Engine {
    guard hasEngine else { return TrackFix.Engine() }
    return TrackFix.Engine(
      noiseLevel: number(bytes, record, noise).map { Int16(clamping: $0) },
      meansOfPropulsion: number(bytes, record, propulsion).map { Int16(clamping: $0) },
      revolutions: number(bytes, record, revolutions).map { Int32(clamping: $0) })
  }

  /// Milliseconds that TDS adds to the second.
  @inline(__always)
  func milliseconds(_ bytes: Span<UInt8>, _ record: Range<Int>) -> Int64 {
    hasDecimals ? Int64(decimals(bytes, record, seconds, digits: 3)) : 0
  }

  /// The position, with what LAD and LOD add to the minutes.
  @inline(__always)
  func position(
    _ fix: FixFields, _ bytes: Span<UInt8>, _ record: Range<Int>
  ) -> Coordinate {
    guard hasDecimals else {
      return Coordinate(latitudeE7: fix.latitude.e7(), longitudeE7: fix.longitude.e7())
    }
    let north = decimals(bytes, record, latitude, digits: Self.positionDigits)
    let east = decimals(bytes, record, longitude, digits: Self.positionDigits)
    let latitudeE7 = fix.latitude.e7(decimals: north)
    let longitudeE7 = fix.longitude.e7(decimals: east)
    return Coordinate(
      latitudeE7: min(900_000_000, max(-900_000_000, latitudeE7)),
      longitudeE7: min(1_800_000_000, max(-1_800_000_000, longitudeE7)))
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
      guard ASCII.isDigit(bytes[index]) else { return nil }
      value = value &* 10 &+ Int(bytes[index] &- ASCII.zero)
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
