package import NMEA

/// Another aircraft as a FLARM reports it (`PFLAA`).
///
/// A target whose pilot forbids tracking never becomes a value of this type: the decoder answers
/// `withheld` and nothing of it remains.
package struct TrafficTarget: Equatable, Sendable {
  /// What a `PFLAA` turned out to be.
  package enum Decoding: Equatable, Sendable {
    case target(TrafficTarget)
    /// NoTrack is set (or unreadable): counted, otherwise forgotten.
    case withheld
    /// Not a `PFLAA`, or without the distance that makes it one.
    case malformed
  }

  /// 0 none to 3 urgent.
  package let alarmLevel: Int
  /// Metres north of us; the estimated distance when the bearing is unknown (`eastM` is nil).
  package let northM: Int
  /// Metres east of us; nil when the bearing is unknown.
  package let eastM: Int?
  /// Metres above us.
  package let verticalM: Int?
  /// 0 random, 1 ICAO, 2 FLARM's own.
  package let idType: Int?
  /// The hexadecimal address without an appended name.
  package let id: String?
  /// The name that some devices append to the address.
  package let name: String?
  /// Degrees over ground.
  package let trackDegrees: Int?
  package let groundSpeedMPerS: Int?
  /// cm/s, up positive.
  package let climbCmPerS: Int?
  /// 0 unknown, 1 glider, 2 tow plane … 15 obstacle.
  package let aircraftType: Int?
  /// 0 FLARM, 1 ADS-B, 3 ADS-R, 4 TIS-B, 6 Mode S; nil before protocol 9.
  package let source: Int?
  /// Signal level, 1/10 dBm; nil before protocol 9.
  package let signalDeciDBm: Int?

  /// Distance over ground in metres.
  package var distanceM: Int {
    let north = Double(northM)
    let east = Double(eastM ?? 0)
    return Int((north * north + east * east).squareRoot().rounded())
  }

  /// Reads a sentence; missing fields at the end are normal.
  package static func decode(_ sentence: Sentence) -> Decoding {
    guard sentence.hasAddress("PFLAA") else { return .malformed }
    guard !forbidsTracking(sentence) else { return .withheld }
    return TrafficTarget(sentence).map(Decoding.target) ?? .malformed
  }

  /// Whether the twelfth field is anything but absent, empty or 0.
  private static func forbidsTracking(_ sentence: Sentence) -> Bool {
    var fields = sentence.fields
    fields.skip(11)
    guard let field = fields.next(), !field.isEmpty else { return false }
    return field.integer != 0
  }

  private init?(_ sentence: Sentence) {
    var fields = sentence.fields
    alarmLevel = fields.nextInteger() ?? 0
    // 20,000 km is the interface's range; more is noise, and would overflow a product.
    guard let north = fields.nextInteger(), abs(north) <= 20_000_000 else { return nil }
    northM = north
    eastM = fields.nextInteger().flatMap { abs($0) <= 20_000_000 ? $0 : nil }
    verticalM = fields.nextInteger()
    idType = fields.nextInteger()
    (id, name) = Self.identity(fields.next())
    trackDegrees = fields.nextInteger()
    fields.skip(1)
    groundSpeedMPerS = fields.nextInteger()
    climbCmPerS = fields.next()?.fixedPoint(decimals: 2)
    aircraftType = fields.next()?.hexadecimal
    fields.skip(1)
    source = fields.nextInteger()
    signalDeciDBm = fields.next()?.fixedPoint(decimals: 1)
  }

  /// `DD1A2B!D-KXYZ` is an address and a name.
  private static func identity(_ field: Field?) -> (id: String?, name: String?) {
    guard let bytes = field?.bytes else { return (nil, nil) }
    let id = bytes.prefix { $0 != UInt8(ascii: "!") }
    let name = bytes.dropFirst(id.count + 1)
    return (id.isEmpty ? nil : Field(bytes: id).text, name.isEmpty ? nil : Field(bytes: name).text)
  }
}
