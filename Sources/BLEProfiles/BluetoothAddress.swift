import Bytes

/// The address of a Bluetooth device, `AA:BB:CC:DD:EE:FF`.
package struct BluetoothAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Upper case, with colons.
  package let description: String

  /// Six pairs of hexadecimal digits in either case with colons or dashes between; nil for anything
  /// else.
  package init?(_ text: some StringProtocol) {
    let pairs = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "-" }
    guard pairs.count == 6,
      pairs.allSatisfy({ $0.utf8.count == 2 && Hexadecimal.decode($0) != nil })
    else { return nil }
    description = pairs.joined(separator: ":").uppercased()
  }

  package static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}
