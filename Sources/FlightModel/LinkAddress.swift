/// Where an instrument is reached, as a person writes it: `/dev/ttyUSB0`, `/dev/ttyUSB0@19200`,
/// `192.168.1.1:2000`, `[fe80::1]:2000`, `AA:BB:CC:DD:EE:FF`.
package enum LinkAddress: Hashable, Sendable, CustomStringConvertible {
  /// A serial port by its name or a stable link to it; bits a second where they are fixed.
  case serial(path: String, speed: Int?)
  /// A TCP server, for instruments with Wi-Fi.
  case tcp(host: String, port: UInt16)
  /// The address of a Bluetooth LE peripheral, in capitals.
  case bluetooth(String)

  /// Bits a second that a serial port may be set to.
  package static let speeds = [
    4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600,
  ]

  /// Reads what a person typed.
  package init(_ text: String) throws(LinkAddressError) {
    if text.isEmpty || text.utf8.count > 255 || text.utf8.contains(where: { $0 <= 0x20 }) {
      throw LinkAddressError(text: text, cause: .notAnAddress)
    }
    if text.hasPrefix("/") {
      self = try Self.serial(text)
    } else if let address = Self.bluetoothAddress(text) {
      self = .bluetooth(address)
    } else {
      self = try Self.tcp(text)
    }
  }

  package var description: String {
    switch self {
    case .serial(let path, nil): path
    case .serial(let path, let speed?): "\(path)@\(speed)"
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .bluetooth(let address): address
    }
  }

  private static func serial(_ text: String) throws(LinkAddressError) -> LinkAddress {
    guard let mark = text.lastIndex(of: "@") else { return .serial(path: text, speed: nil) }
    guard let speed = Int(text[text.index(after: mark)...]), speeds.contains(speed) else {
      throw LinkAddressError(text: text, cause: .speed)
    }
    return .serial(path: String(text[..<mark]), speed: speed)
  }

  private static func tcp(_ text: String) throws(LinkAddressError) -> LinkAddress {
    guard let colon = text.lastIndex(of: ":") else {
      let isBareName = text.hasPrefix("tty") || text.hasPrefix("serial")
      throw LinkAddressError(text: text, cause: isBareName ? .bareName : .notAnAddress)
    }
    guard let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
      throw LinkAddressError(text: text, cause: .port)
    }
    var host = text[..<colon]
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    if isBracketed { host = host.dropFirst().dropLast() }
    guard !host.isEmpty, host.contains(":") == isBracketed, host.utf8.allSatisfy(isHostByte) else {
      throw LinkAddressError(text: text, cause: .notAnAddress)
    }
    return .tcp(host: String(host), port: port)
  }

  /// In capitals; nil for anything but six pairs of hexadecimal digits.
  private static func bluetoothAddress(_ text: String) -> String? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let isAddress =
      parts.count == 6
      && parts.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy(isHexadecimal) }
    return isAddress ? text.uppercased() : nil
  }

  /// Letters, digits and `. - _ : %`.
  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x2D, 0x5F, 0x3A, 0x25: true
    default: false
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }
}

/// What a person typed where the address of an instrument is due.
package struct LinkAddressError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Cause: Sendable { case notAnAddress, bareName, speed, port }

  package let text: String
  package let cause: Cause

  package var description: String {
    switch cause {
    case .notAnAddress:
      "`\(text)` is no address of an instrument: /dev/NAME, /dev/NAME@SPEED, HOST:PORT "
        + "or AA:BB:CC:DD:EE:FF"
    case .bareName: "`\(text)` is no address of an instrument: write /dev/\(text)"
    case .speed:
      "`\(text)`: behind @ stands one of "
        + LinkAddress.speeds.map(String.init).joined(separator: ", ")
    case .port: "`\(text)`: behind the colon stands a port, 1 to 65535"
    }
  }
}
