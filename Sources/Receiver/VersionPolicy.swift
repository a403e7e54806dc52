/// How a device's version stands with this server; the raw value is App Status's.
package enum VersionStanding: String, CaseIterable, Sendable {
  case current
  case updateWarning = "update-warning"
  /// Nothing online but App Status and signing out; the token still lives on.
  case onlineBlocked = "online-blocked"
  /// As above, and the token is not renewed.
  case appBlocked = "app-blocked"

  /// Whether data may be sent and read.
  package var isBlocked: Bool { self == .onlineBlocked || self == .appBlocked }
}

/// A version by its numbers: `1.4`, `2.0.1-rc1`; what follows `-` or `+` plays no part.
package struct DeviceVersion: Comparable, Sendable {
  private var parts: [UInt32]

  /// Up to four numbers with points between; nil for anything else.
  package init?(_ text: String) {
    let core = text.prefix { $0 != "-" && $0 != "+" }
    let words = core.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(words.count), text.utf8.count <= 64 else { return nil }
    parts = []
    for word in words {
      guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt32(word) else {
        return nil
      }
      parts.append(number)
    }
    while parts.count < 4 { parts.append(0) }
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }
}

/// Which versions a server serves. A device that says no version, or none that can be read, counts
/// as current.
package struct VersionPolicy: Sendable {
  /// The newest version that there is, as devices are told.
  package var latest: String?
  /// Older versions than these are warned, may do nothing online, or shall not run.
  package var warningBelow: DeviceVersion?
  package var onlineBelow: DeviceVersion?
  package var appBelow: DeviceVersion?
  /// What a device is told that is not current.
  package var message: String?

  package init(
    latest: String? = nil, warningBelow: DeviceVersion? = nil, onlineBelow: DeviceVersion? = nil,
    appBelow: DeviceVersion? = nil, message: String? = nil
  ) {
    self.latest = latest
    self.warningBelow = warningBelow
    self.onlineBelow = onlineBelow
    self.appBelow = appBelow
    self.message = message
  }

  /// How a version stands.
  package func standing(of version: String?) -> VersionStanding {
    guard let version = version.flatMap(DeviceVersion.init) else { return .current }
    if let appBelow, version < appBelow { return .appBlocked }
    if let onlineBelow, version < onlineBelow { return .onlineBlocked }
    if let warningBelow, version < warningBelow { return .updateWarning }
    return .current
  }
}
