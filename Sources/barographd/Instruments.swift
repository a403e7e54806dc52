import Configuration
import Devices
import FlightModel
import Linux
import Log
import Synchronization

/// How instruments are found, reached and spoken with.
final class Instruments: Sendable {
  let hub: InstrumentHub
  /// Jobs at instruments on the ground.
  let desk: GroundDesk
  private let gpsdPorts = Mutex(GPSDPorts())

  /// Events go to `service`; programs that share an instrument may send to it on the ground only.
  init(
    _ configuration: DaemonConfiguration, service: RecordingService, reactor: EventLoop,
    opener: EventLoop, log: Logger
  ) {
    let calls = OpenerCalls(loop: reactor, opener: opener)
    let parts = InstrumentParts(
      link: { Self.link(to: $0, calls: calls) }, driver: Self.driver(for:))
    hub = InstrumentHub(
      HubConfiguration(configuration), loop: reactor, parts: parts, log: log,
      mayWrite: { service.assumeIsolated { !$0.isAirborne } }
    ) { events in
      service.take(events)
    }
    desk = GroundDesk(hub: hub, parts: parts) { service.assumeIsolated { $0.isAirborne } }
  }

  private static func link(to address: LinkAddress, calls: OpenerCalls) -> (any InstrumentLink)? {
    switch address {
    case .serial(let path, let speed): SerialLink(path: path, speed: speed, calls: calls)
    case .tcp(let host, let port): TCPLink(host: host, port: port, calls: calls)
    case .bluetooth: nil
    }
  }

  private static func driver(for request: DriverRequest) -> (any InstrumentDriver)? {
    switch request.driver {
    case .auto, .nmea: nmea(request)
    case .vesc, .heartRate, .pulseOximeter: nil
    }
  }

  private static func nmea(_ request: DriverRequest) -> NMEADriver {
    var configuration = NMEADriver.Configuration()
    configuration.usesPosition = request.usesPosition
    configuration.altitudeIsStandard = request.altitudeIsStandard
    return NMEADriver(receiver: ReceiverID(request.source), configuration: configuration)
  }

  // MARK: gpsd

  /// Notes which ports the gpsd of this box has, of a batch of its events; on the reactor.
  func follow(_ events: [SourceEvent]) {
    let others = gpsdPorts.withLock { $0.take(events) ? $0.known : nil }
    if let others { hub.assumeIsolated { $0.gpsdHas(others) } }
  }
}

extension HubConfiguration {
  /// What the operator has decided.
  init(_ configuration: DaemonConfiguration) {
    self.init()
    instruments = configuration.instruments.compactMap { InstrumentSettings($0) }
    listens = configuration.devices.listens
    ignored = configuration.devices.ignored
    usesGPSD = !configuration.gpsd.isEmpty
  }
}

extension InstrumentSettings {
  /// Nil without an address, which a good configuration has none of.
  fileprivate init?(_ instrument: DaemonConfiguration.Instrument) {
    guard var address = instrument.address else { return nil }
    if case .serial(let path, _) = address {
      address = .serial(path: path, speed: instrument.speed)
    }
    self.init(address: address, driver: Driver(instrument.driver))
    usesPosition = instrument.position.truth
    altitudeIsStandard = instrument.pressureAltitude.truth
    sharePort = instrument.sharePort
    sharesWriting = instrument.sharesWriting
  }
}

extension InstrumentSettings.Driver {
  fileprivate init(_ driver: DaemonConfiguration.Instrument.Driver) {
    self =
      switch driver {
      case .auto: .auto
      case .nmea: .nmea
      case .vesc: .vesc
      case .heartRate: .heartRate
      case .pulseOximeter: .pulseOximeter
      }
  }
}

extension DaemonConfiguration.Instrument.Choice {
  /// Nil for `auto`.
  fileprivate var truth: Bool? {
    switch self {
    case .auto: nil
    case .yes: true
    case .no: false
    }
  }
}

extension DaemonConfiguration.GPSDSource {
  /// Whether its devices are this box's.
  var isLocal: Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }
}
