package import FlightModel

/// The number ranges of the wire contract. Everything that an encoder emits lies in them, so that
/// no stored row can be refused when it is offered.
package enum ContractBounds {
  /// 2^53 - 1: the largest whole number that every JSON reader keeps exactly.
  package static let largestInteger: Int64 = 9_007_199_254_740_991
  /// Contract type `ms`: milliseconds since 1970, or of a clock that counts up.
  package static let milliseconds: ClosedRange<Int64> = 0...largestInteger
  /// Contract type `i53`.
  package static let i53: ClosedRange<Int64> = -largestInteger...largestInteger
  /// Contract type `key`: 1 to this many UTF-16 units.
  package static let longestKey = 128
  /// A GNSS fix joins a sample while it is at most this old, in milliseconds.
  package static let oldestFixMs: Int64 = 10_000

  /// The board as the contract can carry it: a text of more than 128 UTF-16 units becomes the
  /// empty one, which stands for an unknown board and is never offered to a server.
  static func boardID(_ text: String) -> String {
    text.utf16.count <= longestKey ? text : ""
  }
}

extension LocationColumns {
  /// Whether this is a position on Earth at a time that the contract can carry. Exactly 0/0 is what
  /// receivers say before they know, and counts as no position.
  var isPlausible: Bool {
    (-900_000_000...900_000_000).contains(latitudeE7)
      && (-1_800_000_000...1_800_000_000).contains(longitudeE7)
      && (latitudeE7 != 0 || longitudeE7 != 0)
      && ContractBounds.milliseconds.contains(locationTimestampMs)
  }

  /// The position alone.
  package var coordinate: Coordinate {
    Coordinate(latitudeE7: latitudeE7, longitudeE7: longitudeE7)
  }
}

extension TelemetrySample {
  /// Whether both times can be stored. A sample without a usable time has no place in a recording.
  var hasUsableTimes: Bool {
    ContractBounds.milliseconds.contains(capturedAtMs)
      && ContractBounds.milliseconds.contains(elapsedRealtimeMs)
  }

  /// The fix, if it is plausible and at most 10 s old at the sample's time; otherwise nil.
  package var joinedLocation: LocationColumns? {
    guard let location, location.isPlausible,
      capturedAtMs - location.locationTimestampMs <= ContractBounds.oldestFixMs
    else { return nil }
    return location
  }

  /// The odometer, or nil if it is beyond the contract's range.
  var boundedOdometerCm: Int64? {
    guard let odometer = motion.odometerCm, ContractBounds.i53.contains(odometer) else {
      return nil
    }
    return odometer
  }
}
