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
    guard sentence.code == .target else { return .malformed }
    var fields = sentence.fields
    var forbidsTracking = false
    guard let target = TrafficTarget(&fields, &forbidsTracking) else {
      return forbidsTracking ? .withheld : .malformed
    }
    return .target(target)
  }

  /// Nil when the twelfth field forbids tracking (anything but absent, empty or 0), or when the
  /// distance is missing.
  private init?(_ fields: inout FieldCursor, _ forbidsTracking: inout Bool) {
    alarmLevel = fields.nextInteger() ?? 0
    let north = fields.nextInteger()
    eastM = fields.nextInteger().flatMap { abs($0) <= 20_000_000 ? $0 : nil }
    verticalM = fields.nextInteger()
    idType = fields.nextInteger()
    // `DD1A2B!D-KXYZ` is an address and a name.
    (id, name) = fields.nextTexts(separator: "!")
    trackDegrees = fields.nextInteger()
    fields.skip(1)
    groundSpeedMPerS = fields.nextInteger()
    climbCmPerS = fields.nextFixedPoint(decimals: 2)
    aircraftType = fields.nextHexadecimal()
    forbidsTracking = fields.nextIsSet()
    // 20,000 km is the interface's range; more is noise, and would overflow a product.
    guard !forbidsTracking, let north, abs(north) <= 20_000_000 else { return nil }
    northM = north
    source = fields.nextInteger()
    signalDeciDBm = fields.nextFixedPoint(decimals: 1)
  }
}

extension AddressCode {
  /// `PFLAA`, packed once.
  static let target = AddressCode("PFLAA")
}
