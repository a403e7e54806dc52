/// Where an instrument is: a serial port, a TCP server, a Bluetooth LE peer.
package enum InstrumentAddress: Hashable, Sendable {
  /// The port's path, best one below `/dev/serial/by-id`, which stays when ports are renumbered.
  case serial(path: String)
  /// A host's name or address, without brackets.
  case tcp(host: String, port: UInt16)
  /// Six pairs of upper-case hexadecimal digits: `D3:4F:00:12:AB:CD`.
  case bluetooth(String)

  /// `/dev/ttyUSB0`, `192.168.1.1:4353`, `[fe80::1%wlan0]:2000`, `D3:4F:00:12:AB:CD`; nil for
  /// anything else. Whether something is there is seen when it is opened.
  package init?(_ text: String) {
    if text.hasPrefix("/dev/") {
      guard (6...255).contains(text.utf8.count), !text.contains("/../"), text.utf8.last != 0x2F
      else { return nil }
      self = .serial(path: text)
    } else if let address = Self.bluetoothAddress(text) {
      self = .bluetooth(address)
    } else if let (host, port) = Self.hostAndPort(text) {
      self = .tcp(host: host, port: port)
    } else {
      return nil
    }
  }

  /// As it is written in a configuration.
  package var text: String {
    switch self {
    case .serial(let path): path
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .bluetooth(let address): address
    }
  }

  private static func bluetoothAddress(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count == 17 else { return nil }
    let isGood = bytes.enumerated().allSatisfy { index, byte in
      index % 3 == 2 ? byte == 0x3A : isHexadecimal(byte)
    }
    return isGood ? text.uppercased() : nil
  }

  private static func hostAndPort(_ text: String) -> (String, UInt16)? {
    guard text.utf8.count <= 255, let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard let port = UInt16(digits), port > 0, digits.utf8.allSatisfy(isDigit) else { return nil }
    var host = text[..<colon]
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    if isBracketed { host = host.dropFirst().dropLast() }
    guard !host.isEmpty, host.contains(":") == isBracketed, host.utf8.allSatisfy(isHostByte)
    else { return nil }
    return (String(host), port)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x46).contains(byte & ~0x20)
  }

  /// Letters, digits and `. - _ : %`.
  private static func isHostByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5A).contains(byte & ~0x20)
      || [0x2E, 0x2D, 0x5F, 0x3A, 0x25].contains(byte)
  }
}
