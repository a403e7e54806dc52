/// What came of speaking with one gpsd.
package struct GPSDServer: Equatable, Sendable {
  package enum Reach: Equatable, Sendable {
    case answers(release: String, protocolVersion: String)
    /// Connected, and no greeting of gpsd came.
    case silent
    case unreachable(String)
  }

  /// What its receivers said while it was listened to.
  package enum Heard: Equatable, Sendable { case position, noPosition, nothing }

  package var host: String
  package var port: UInt16
  package var reach: Reach
  /// Paths of its receivers.
  package var devices: [String]
  package var heard: Known<Heard>

  package init(
    host: String, port: UInt16, reach: Reach, devices: [String] = [],
    heard: Known<Heard> = .unknown("it was not listened to")
  ) {
    self.host = host
    self.port = port
    self.reach = reach
    self.devices = devices
    self.heard = heard
  }

  package static func == (left: GPSDServer, right: GPSDServer) -> Bool {
    left.name == right.name && left.reach == right.reach && left.devices == right.devices
      && left.heard.value == right.heard.value
  }

  /// As the status document calls this source.
  package var name: String { "gpsd://\(host):\(port)" }
  package var place: String { "\(host):\(port)" }
  /// Whether it runs on this box.
  package var isHere: Bool {
    host.hasPrefix("127.") || ["localhost", "::1", "ip6-localhost"].contains(host)
  }

  var deviceList: String { devices.joined(separator: ", ") }
}

/// What `/etc/default/gpsd` says, where Debian's gpsd has its options.
package struct GPSDSettings: Equatable, Sendable {
  /// Without `-n` receivers are opened for the first client only.
  package var waitsForClients = true
  /// Whether it takes USB receivers by itself.
  package var takesUSB = false

  package init() {}

  /// Reads shell assignments; anything else is passed over.
  package init(text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let value = parts[1].filter { $0 != "\"" && $0 != "'" }
      switch parts[0] {
      case "GPSD_OPTIONS": waitsForClients = !value.split(separator: " ").contains(where: Self.isN)
      case "USBAUTO": takesUSB = value == "true"
      default: break
      }
    }
  }

  /// `-n`, also among others: `-nb`.
  private static func isN(_ word: Substring) -> Bool {
    word.hasPrefix("-") && !word.hasPrefix("--") && word.contains("n")
  }
}

/// A TCP port that somebody listens on (proc(5), `/proc/net/tcp`).
package struct ListeningSocket: Equatable, Sendable {
  package var port: UInt16
  /// Whether only this box reaches it.
  package var isLoopback: Bool

  package init(port: UInt16, isLoopback: Bool) {
    self.port = port
    self.isLoopback = isLoopback
  }

  /// Those in the text of `/proc/net/tcp` or `tcp6`; lines of anything else are passed over.
  package static func all(in text: String) -> [ListeningSocket] {
    text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      guard fields.count > 3, fields[3] == "0A" else { return nil }
      let local = fields[1].split(separator: ":")
      guard local.count == 2, let port = UInt16(local[1], radix: 16) else { return nil }
      return ListeningSocket(port: port, isLoopback: isLoopback(local[0]))
    }
  }

  /// Of an address as the kernel writes it: words of four bytes in the machine's own order.
  private static func isLoopback(_ address: Substring) -> Bool {
    let four = address.suffix(8)
    let isMapped = address.dropLast(8).allSatisfy { $0 == "0" || $0 == "F" }
    if address.count == 32, address.dropLast(8).allSatisfy({ $0 == "0" }) {
      return ["01000000", "00000001"].contains(four)
    }
    return isMapped && (four.hasSuffix("7F") || four.hasPrefix("7F"))
  }
}
