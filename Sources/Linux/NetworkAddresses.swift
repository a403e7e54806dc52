import CLinux
import Glibc

/// An address of this machine (getifaddrs(3)).
package struct NetworkAddress: Equatable, Sendable {
  /// `wlan0`.
  package var interface: String
  /// In numbers, without a scope.
  package var text: String
  package var isIPv6: Bool

  package init(interface: String, text: String, isIPv6: Bool) {
    self.interface = interface
    self.text = text
    self.isIPv6 = isIPv6
  }

  /// Whether it is good on its own link alone.
  package var isLinkLocal: Bool {
    isIPv6 ? text.lowercased().hasPrefix("fe80:") : text.hasPrefix("169.254.")
  }

  /// The addresses of interfaces that are up, but for those that only this machine reaches.
  package static func ofThisMachine() throws(SystemError) -> [NetworkAddress] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { throw .current("getifaddrs", "this machine") }
    defer { freeifaddrs(list) }
    var found: [NetworkAddress] = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      let flags = Int32(bitPattern: entry.ifa_flags)
      guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0,
        let address = entry.ifa_addr
      else { continue }
      if let made = NetworkAddress(String(cString: entry.ifa_name), address) { found.append(made) }
    }
    return found
  }

  private init?(_ interface: String, _ address: UnsafePointer<sockaddr>) {
    let raw = UnsafeRawPointer(address)
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      var value = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
      inet_ntop(AF_INET, &value, &buffer, socklen_t(buffer.count))
      isIPv6 = false
    case AF_INET6:
      var value = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      inet_ntop(AF_INET6, &value, &buffer, socklen_t(buffer.count))
      isIPv6 = true
    default: return nil
    }
    self.interface = interface
    text = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
