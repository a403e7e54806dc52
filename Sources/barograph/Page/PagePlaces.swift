import ControlAPI
import Glibc
import Linux

/// The addresses at which browsers find the page of this box, the best first.
struct PagePlaces: Equatable {
  /// `http://192.168.4.1:8088/`.
  let urls: [String]

  /// `hostName` is nil where nobody tells the local network this box's name.
  init(_ facts: PageFacts, addresses: [NetworkAddress], hostName: String?) {
    guard let address = facts.address, let port = facts.port else {
      urls = []
      return
    }
    guard address == "::" || address == "0.0.0.0" else {
      urls = [Self.url(address, port)]
      return
    }
    let reachable = addresses.filter {
      !$0.isLinkLocal && !Self.isVirtual($0.interface) && !($0.isIPv6 && address == "0.0.0.0")
    }
    let sorted = reachable.filter { !$0.isIPv6 } + reachable.filter(\.isIPv6)
    var places = sorted.map { Self.url($0.text, port) }
    if let hostName { places.insert("http://\(hostName).local:\(port)/", at: min(1, places.count)) }
    urls = places
  }

  /// As of now. Only Avahi tells the local network a name.
  init(_ facts: PageFacts) {
    let isNamed = Files.exists("/run/avahi-daemon/socket")
    self.init(
      facts, addresses: (try? NetworkAddress.ofThisMachine()) ?? [],
      hostName: isNamed ? Self.hostName() : nil)
  }

  private static func url(_ address: String, _ port: Int64) -> String {
    "http://\(address.contains(":") ? "[\(address)]" : address):\(port)/"
  }

  /// Bridges of containers and virtual machines.
  private static func isVirtual(_ interface: String) -> Bool {
    ["docker", "br-", "veth", "virbr", "lxc"].contains { interface.hasPrefix($0) }
  }

  /// The machine's name up to the first point (gethostname(2)).
  private static func hostName() -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
    let bytes = buffer.prefix { $0 != 0 && $0 != 0x2E }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
