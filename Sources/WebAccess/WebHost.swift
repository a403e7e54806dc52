/// The host of a request, as its `Host` header names it: `192.168.4.1:8088`, `[fe80::1]`,
/// `glider.local` (RFC 9110, 7.2).
package struct WebHost: Hashable, Sendable {
  /// In lower case, without the dot that may end it; an address of IPv6 without its brackets.
  package let name: String
  /// Nil where none is given.
  package let port: UInt16?
  /// Whether the name is an address in numbers.
  package let isAddress: Bool

  /// Bytes that a header has at most.
  private static let longest = 300

  /// Nil for what names no host.
  package init?(_ text: String) {
    guard (1...Self.longest).contains(text.utf8.count) else { return nil }
    let bytes = Array(text.utf8)
    if bytes[0] == UInt8(ascii: "[") {
      self.init(bracketed: bytes)
    } else {
      self.init(plain: bytes)
    }
  }

  /// Whether no name service outside can give this name to somebody else's address: an address in
  /// numbers, a name without a dot (`localhost`, `glider`) or one of the local network
  /// (`glider.local`).
  package var isLocal: Bool { isAddress || !name.contains(".") || name.hasSuffix(".local") }

  private init?(bracketed bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
    let address = bytes[1..<end]
    guard (2...45).contains(address.count), address.contains(UInt8(ascii: ":")),
      address.allSatisfy({ $0.isHexadecimal || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
    else { return nil }
    guard let port = Self.port(bytes[(end + 1)...]) else { return nil }
    name = String(decoding: address, as: UTF8.self).lowercased()
    (self.port, isAddress) = (port, true)
  }

  private init?(plain bytes: [UInt8]) {
    let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    var name = bytes[..<end]
    if name.last == UInt8(ascii: ".") { name = name.dropLast() }
    guard (1...253).contains(name.count), Self.isName(name) else { return nil }
    guard let port = Self.port(bytes[end...]) else { return nil }
    self.name = String(decoding: name, as: UTF8.self).lowercased()
    (self.port, isAddress) = (port, Self.isIPv4(self.name))
  }

  /// What follows the name: nothing, or a colon and digits. Nil inside is no port.
  private static func port(_ rest: ArraySlice<UInt8>) -> UInt16?? {
    guard let colon = rest.first else { return .some(nil) }
    let digits = rest.dropFirst()
    guard colon == UInt8(ascii: ":"), (1...5).contains(digits.count),
      digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = UInt16(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return number
  }

  /// Labels of letters, digits, hyphens and underscores with points between.
  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0.allSatisfy(\.isNameByte)
    }
  }

  /// Four numbers with points between, as browsers write every address of IPv4.
  private static func isIPv4(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy {
        (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
          && UInt8($0) != nil
      }
  }
}

/// Where a script that asks comes from, as the `Origin` header names it: `http://glider.local:8088`
/// (RFC 6454).
package struct WebOrigin: Equatable, Sendable {
  package let isTLS: Bool
  package let host: WebHost

  /// Nil for what names no place of the web, `null` for one.
  package init?(_ text: String) {
    for (scheme, isTLS) in [("http://", false), ("https://", true)] where text.hasPrefix(scheme) {
      guard let host = WebHost(String(text.dropFirst(scheme.count))) else { return nil }
      (self.isTLS, self.host) = (isTLS, host)
      return
    }
    return nil
  }

  /// Whether this is the very place that was asked. A proxy that adds TLS passes the browser's host
  /// on, so the scheme decides the missing port and nothing else.
  package func isSame(as host: WebHost) -> Bool {
    let usual: UInt16 = isTLS ? 443 : 80
    return self.host.name == host.name && (self.host.port ?? usual) == (host.port ?? usual)
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }

  fileprivate var isNameByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
    }
  }
}
