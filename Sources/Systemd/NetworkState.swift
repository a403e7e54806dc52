/// Whether there is a network, and whether its use is paid for by volume.
package struct NetworkState: Equatable, Sendable {
  package enum Metering: String, Sendable {
    case unmetered
    case metered
    /// Nobody says; configuration decides.
    case unknown
  }

  /// Who said so.
  package enum Source: String, Sendable {
    case networkManager
    /// The kernel's routes alone: metering is unknown.
    case kernel
    /// Neither answers: taken as online, so that a box that sees nothing still tries.
    case nothing
  }

  package var isOnline: Bool
  package var metering: Metering
  package var source: Source

  package init(isOnline: Bool, metering: Metering, source: Source) {
    self.isOnline = isOnline
    self.metering = metering
    self.source = source
  }

  /// Decides from both sources; nil where one is not there.
  ///
  /// A default route is enough to try, whatever NetworkManager thinks of the way beyond: its check
  /// asks a server of its own, and a club's server may stand in the same building. A portal or
  /// limited connectivity counts too, for routes in tables of a VPN's own. A server on loopback is
  /// reachable even offline; that is the caller's to know.
  package init(manager: NetworkManagerReading?, hasDefaultRoute: Bool?) {
    if let manager {
      self.init(
        isOnline: hasDefaultRoute == true || manager.connectivity >= 2
          || (hasDefaultRoute == nil && manager.connectivity == 0),
        metering: Self.metering(of: manager), source: .networkManager)
    } else if let hasDefaultRoute {
      self.init(isOnline: hasDefaultRoute, metering: .unknown, source: .kernel)
    } else {
      self.init(isOnline: true, metering: .unknown, source: .nothing)
    }
  }

  /// The strictest of the whole and of each device: metered, then unknown, then unmetered.
  private static func metering(of manager: NetworkManagerReading) -> Metering {
    let each = ([manager.metered] + manager.deviceMetered).map(metering(of:))
    if each.contains(.metered) { return .metered }
    return each.contains(.unknown) ? .unknown : .unmetered
  }

  /// NMMetered: 1 yes, 2 no, 3 guessed yes, 4 guessed no.
  private static func metering(of number: UInt32) -> Metering {
    switch number {
    case 1, 3: .metered
    case 2, 4: .unmetered
    default: .unknown
    }
  }
}
