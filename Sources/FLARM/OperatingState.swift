package import NMEA

/// `PFLAU`: how the FLARM is and what its most urgent alarm says.
///
/// The last field, the id of the aircraft that the alarm is about, is not read: it may be one that
/// forbids tracking.
package struct OperatingState: Equatable, Sendable {
  package enum Positioning: Int, Sendable { case none = 0, onGround = 1, airborne = 2 }

  /// Devices received at present.
  package var receivedCount: Int
  package var isTransmitting: Bool
  package var positioning: Positioning?
  package var hasGoodSupply: Bool
  /// 0 none to 3 urgent.
  package var alarmLevel: Int
  /// Degrees from our own track, right positive.
  package var relativeBearingDegrees: Int?
  /// Kind of the alarm: 2 aircraft, 3 obstacle, from 0x10 zones.
  package var alarmType: Int?
  /// Metres above us.
  package var relativeVerticalM: Int?
  package var distanceM: Int?

  /// Nil for another sentence; missing fields at the end are normal.
  package init?(_ sentence: borrowing Sentence) {
    guard sentence.code == .state else { return nil }
    var fields = sentence.fields
    receivedCount = fields.nextInteger() ?? 0
    isTransmitting = fields.nextInteger() == 1
    positioning = fields.nextInteger().flatMap(Positioning.init)
    hasGoodSupply = fields.nextInteger() == 1
    alarmLevel = fields.nextInteger() ?? 0
    relativeBearingDegrees = fields.nextInteger()
    alarmType = fields.nextHexadecimal()
    relativeVerticalM = fields.nextInteger()
    distanceM = fields.nextInteger()
  }
}

extension AddressCode {
  /// `PFLAU`, packed once.
  static let state = AddressCode("PFLAU")
}
