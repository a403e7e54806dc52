import Bytes

/// UUIDs as BlueZ writes them: lower case, all 128 bits.
package enum BluetoothUUID {
  /// The services that are known here.
  package static let heartRateService = expand(0x180D)
  package static let pulseOximeterService = expand(0x1822)
  package static let batteryService = expand(0x180F)

  /// Writes a 16-bit identifier in full, on the Bluetooth Base UUID (Core Specification, volume 3,
  /// part B, 2.5.1).
  package static func expand(_ short: UInt16) -> String {
    "0000" + Hexadecimal.encode([UInt8(short >> 8), UInt8(truncatingIfNeeded: short)]) + base
  }

  /// Any spelling in full: 4, 8 or 32 digits, with or without dashes and `0x`; nil for what is none.
  package static func expand(_ text: some StringProtocol) -> String? {
    let digits = text.lowercased().filter { $0 != "-" }
    let bare = digits.hasPrefix("0x") ? String(digits.dropFirst(2)) : digits
    guard Hexadecimal.decode(bare) != nil else { return nil }
    switch bare.utf8.count {
    case 4: return "0000" + bare + base
    case 8: return bare + base
    case 32: return dashed(bare)
    default: return nil
    }
  }

  /// The 16-bit identifier of a full UUID on the Base UUID; nil for others.
  package static func short(_ uuid: String) -> UInt16? {
    let uuid = uuid.lowercased()
    guard uuid.utf8.count == 36, uuid.hasPrefix("0000"), uuid.hasSuffix(base) else { return nil }
    return UInt16(uuid.dropFirst(4).prefix(4), radix: 16)
  }

  private static let base = "-0000-1000-8000-00805f9b34fb"

  private static func dashed(_ digits: String) -> String {
    var rest = digits[...]
    let groups = [8, 4, 4, 4, 12].map { length in
      defer { rest = rest.dropFirst(length) }
      return String(rest.prefix(length))
    }
    return groups.joined(separator: "-")
  }
}
