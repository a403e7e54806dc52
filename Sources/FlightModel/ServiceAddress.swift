/// Where a service on the internet is reached: `https://api.weglide.org/v1`. Plain http is for this
/// machine only.
package struct ServiceAddress: Hashable, Sendable, CustomStringConvertible {
  /// Scheme and host in lower case, with a path that does not end in a slash.
  package let description: String
  /// Whether it is this machine.
  package let isLoopback: Bool

  /// Reads a URL without user, query or fragment; nil for anything else.
  package init?(_ text: String) {
    guard text.utf8.count <= 512, let colon = text.firstIndex(of: ":"),
      text[colon...].hasPrefix("://")
    else { return nil }
    let scheme = text[..<colon].lowercased()
    let rest = text[colon...].dropFirst(3)
    let authority = rest.prefix { $0 != "/" }
    let path = rest[authority.endIndex...]
    guard let host = Self.host(String(authority)), path.utf8.allSatisfy(Self.isPathByte) else {
      return nil
    }
    isLoopback = host == "localhost" || host == "[::1]" || Self.isLoopback(v4: host)
    guard scheme == "https" || scheme == "http" && isLoopback else { return nil }
    var place = path[...]
    while place.hasSuffix("/") { place.removeLast() }
    description = "\(scheme)://\(authority.lowercased())\(place)"
  }

  /// The URL of something below it; `path` is percent-encoded and begins without a slash.
  package func url(_ path: String) -> String { "\(description)/\(path)" }

  /// The host of `host`, `host:port`, `[v6]` or `[v6]:port` in lower case; nil for another form.
  private static func host(_ authority: String) -> String? {
    let text = authority.lowercased()
    guard text.utf8.allSatisfy(isHostByte) else { return nil }
    let end = text.hasPrefix("[") ? text.firstIndex(of: "]").map(text.index(after:)) : nil
    let host = text[..<(end ?? text.firstIndex(of: ":") ?? text.endIndex)]
    let rest = text[host.endIndex...]
    let isPort = rest.isEmpty || rest.first == ":" && (UInt16(rest.dropFirst()) ?? 0) > 0
    let isHost = end != nil || !host.contains { "[]:".contains($0) }
    return host.isEmpty || !isPort || !isHost ? nil : String(host)
  }

  /// `127.` and three more numbers: a name may begin with the same letters.
  private static func isLoopback(v4 host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x61...0x7A, 0x2D, 0x2E, 0x5B, 0x5D: true
    default: false
    }
  }

  /// What a path may hold without an escape, and escapes.
  private static func isPathByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x25, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E: true
    default: false
    }
  }
}
