import Systemd
import Testing

@Suite struct NetworkStateTests {
  private static func state(
    _ isOnline: Bool, _ metering: NetworkState.Metering, _ source: NetworkState.Source
  ) -> NetworkState { NetworkState(isOnline: isOnline, metering: metering, source: source) }

  @Test(
    arguments: [
      (nil, state(true, .unknown, .nothing)),
      (true, state(true, .unknown, .kernel)),
      (false, state(false, .unknown, .kernel)),
    ] as [(Bool?, NetworkState)])
  func withoutNetworkManagerRoutesDecide(route: Bool?, expected: NetworkState) {
    #expect(NetworkState(manager: nil, hasDefaultRoute: route) == expected)
  }

  @Test(
    arguments: [
      // Connectivity: unknown, none, portal, limited, full.
      (0, nil, true), (0, false, false), (0, true, true),
      (1, nil, false), (1, false, false), (1, true, true),
      (2, nil, true), (2, false, true), (2, true, true),
      (3, nil, true), (3, false, true), (3, true, true),
      (4, nil, true), (4, false, true), (4, true, true),
      (9, nil, true),
    ] as [(UInt32, Bool?, Bool)])
  func aRouteOrConnectivityIsOnline(connectivity: UInt32, route: Bool?, isOnline: Bool) {
    let reading = NetworkManagerReading(connectivity: connectivity, metered: 4)
    #expect(
      NetworkState(manager: reading, hasDefaultRoute: route)
        == Self.state(isOnline, .unmetered, .networkManager))
  }

  @Test(
    arguments: [
      // NMMetered: unknown, yes, no, guessed yes, guessed no.
      (0, [], .unknown), (1, [], .metered), (2, [], .unmetered), (3, [], .metered),
      (4, [], .unmetered), (5, [], .unknown),
      // The stricter of the whole and each device.
      (4, [1], .metered), (2, [3], .metered), (1, [2], .metered), (3, [4], .metered),
      (0, [1], .metered), (2, [2, 4, 1], .metered), (0, [2], .unknown), (4, [0], .unknown),
      (2, [4, 2], .unmetered), (2, [7], .unknown),
    ] as [(UInt32, [UInt32], NetworkState.Metering)])
  func theStrictestMeteringCounts(
    whole: UInt32, devices: [UInt32], expected: NetworkState.Metering
  ) {
    let reading = NetworkManagerReading(connectivity: 4, metered: whole, deviceMetered: devices)
    #expect(NetworkState(manager: reading, hasDefaultRoute: true).metering == expected)
  }
}
