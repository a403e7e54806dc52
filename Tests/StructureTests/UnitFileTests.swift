import Linux
import TestSupport
import Testing

/// The units for sticks: the stick is as harmless as it can be.
@Suite struct StickUnitTests {
  private static let folder = "\(PackageFolder.root)/systemd"
  private static let names = ["barograph-import@", "barograph-import-refused@"]

  private func lines(_ name: String) throws -> [Substring] {
    String(
      decoding: try Files.read("\(Self.folder)/\(name).service", limit: 1 << 16), as: UTF8.self
    ).split(separator: "\n")
  }

  @Test func theStickIsMountedForTheUnitAloneAndNothingOnItCounts() throws {
    let lines = try lines("barograph-import@")
    let mount = try #require(lines.first { $0.hasPrefix("MountImages=") })
    #expect(mount.hasSuffix(":ro,nosuid,nodev,noexec"))
    for setting in ["PrivateMounts=yes", "DeviceAllow=/dev/%I r", "User=barograph"] {
      #expect(lines.contains { $0 == setting }, "\(setting)")
    }
  }

  @Test func theyReachTheRecordersSocketAndNoNetwork() throws {
    for name in Self.names {
      let lines = try lines(name)
      #expect(lines.contains("RestrictAddressFamilies=AF_UNIX"))
      #expect(lines.contains("PrivateNetwork=yes"))
      #expect(lines.contains("CapabilityBoundingSet="))
    }
  }

}

/// The recorder's unit: what it may reach.
@Suite struct UnitFileTests {
  private static let path = "\(PackageFolder.root)/systemd/barographd.service"
  /// `Key=value` lines, in order.
  private let settings: [(key: Substring, value: Substring)]

  init() throws {
    let text = String(decoding: try Files.read(Self.path, limit: 1 << 16), as: UTF8.self)
    settings = text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("[") }
      .map { line in
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts[0], parts.count == 2 ? parts[1] : "")
      }
  }

  private func values(_ key: String) -> [Substring] {
    settings.filter { $0.key == key }.map(\.value)
  }

  @Test func itReachesSerialPortsAndNoOtherDevices() {
    #expect(values("DevicePolicy") == ["closed"])
    // ttyUSB and ttyACM by number: the names are unknown to a service that starts before their drivers.
    let kinds = ["188", "166", "ttyAMA", "ttyS"]
    #expect(values("DeviceAllow") == kinds.map { "char-\($0) rw" })
    #expect(values("SupplementaryGroups") == ["dialout"])
    #expect(values("PrivateDevices") == [])
  }

  @Test func itReachesDBusNetlinkAndTheNetworkAndNoOtherFamily() {
    #expect(values("RestrictAddressFamilies") == ["AF_UNIX AF_INET AF_INET6 AF_NETLINK"])
    #expect(values("PrivateNetwork") == [])
  }
}
