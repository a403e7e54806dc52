package import FlightModel

/// Where a hub gets its links and drivers from; called on its loop's thread.
package struct InstrumentParts: Sendable {
  /// An unopened link to an address; nil where there is none of that kind, no Bluetooth adapter.
  package var link: @Sendable (LinkAddress) -> (any InstrumentLink)?
  /// A driver for what was recognised or configured; nil for a kind that is not served there.
  package var driver: @Sendable (DriverRequest) -> (any InstrumentDriver)?

  package init(
    link: @escaping @Sendable (LinkAddress) -> (any InstrumentLink)?,
    driver: @escaping @Sendable (DriverRequest) -> (any InstrumentDriver)?
  ) {
    self.link = link
    self.driver = driver
  }

  /// Real ports and servers; `bluetooth` gives links to peripherals by their addresses, where there
  /// is an adapter.
  package static func system(
    _ calls: OpenerCalls,
    bluetooth: @escaping @Sendable (String) -> (any InstrumentLink)? = { _ in nil }
  ) -> InstrumentParts {
    InstrumentParts(
      link: { address in
        switch address {
        case .serial(let path, let speed): SerialLink(path: path, speed: speed, calls: calls)
        case .tcp(let host, let port): TCPLink(host: host, port: port, calls: calls)
        case .bluetooth(let address): bluetooth(address)
        }
      }, driver: standardDriver)
  }

  /// The driver for a request, whatever the link.
  @Sendable
  package static func standardDriver(_ request: DriverRequest) -> (any InstrumentDriver)? {
    switch request.driver {
    case .auto: return AutoDriver(listener: listener(request))
    case .nmea: return listener(request)
    case .heartRate: return HeartRateDriver()
    case .pulseOximeter: return PulseOximeterDriver()
    case .vesc: return VESCDriver()
    }
  }

  private static func listener(_ request: DriverRequest) -> NMEADriver {
    var configuration = NMEADriver.Configuration()
    configuration.usesPosition = request.usesPosition
    configuration.altitudeIsStandard = request.altitudeIsStandard
    return NMEADriver(receiver: ReceiverID(request.source), configuration: configuration)
  }
}
