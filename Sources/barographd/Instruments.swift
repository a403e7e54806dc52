import BLEProfiles
import Configuration
import Devices
import FlightModel
import Linux
import Log

/// How instruments are found, reached and spoken with. It lives on the reactor.
actor Instruments {
  /// How long to look around over Bluetooth when somebody asks, ms.
  private static let lookMs: Int64 = 15_000

  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let hub: InstrumentHub
  /// Jobs at instruments on the ground.
  let desk: GroundDesk
  private let reach: Reach
  private let usesBluetooth: Bool
  private let log: Logger
  private var gpsdPorts = GPSDPorts()

  /// Events go to `service`; programs that share an instrument may send to it on the ground only.
  /// `fetched` gets the flights that are fetched from loggers.
  init(
    _ configuration: DaemonConfiguration, service: RecordingService, opener: EventLoop, log: Logger,
    fetched: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) -> Void
  ) {
    loop = service.loop
    self.log = log
    usesBluetooth = configuration.devices.usesBluetooth
    let hubs = HubConfiguration(configuration)
    let reach = Reach(
      calls: OpenerCalls(loop: service.loop, opener: opener), instruments: hubs.instruments)
    self.reach = reach
    let parts = InstrumentParts(
      link: { reach.link(to: $0) }, driver: InstrumentParts.standardDriver)
    hub = InstrumentHub(
      hubs, loop: service.loop, parts: parts, log: log,
      mayWrite: { service.assumeIsolated { !$0.isAirborne } }
    ) { events in
      service.take(events)
    }
    let patient = InstrumentParts(
      link: { reach.link(to: $0, isPatient: true) }, driver: InstrumentParts.standardDriver)
    desk = GroundDesk(
      hub: hub, parts: patient, isAirborne: { service.assumeIsolated { $0.isAirborne } },
      fetched: fetched)
  }

  // MARK: Life

  func start() async {
    if usesBluetooth { reach.central = BluetoothCentral(loop: loop, log: log.named("bluetooth")) }
    await hub.start()
  }

  func shutdown() async {
    await hub.shutdown()
    reach.central?.close()
    reach.central = nil
  }

  // MARK: gpsd

  /// Notes which ports the gpsd of this box has, of a batch of its events; on the reactor.
  nonisolated func follow(_ events: [SourceEvent]) {
    assumeIsolated { $0.note(events) }
  }

  private func note(_ events: [SourceEvent]) {
    guard gpsdPorts.take(events) else { return }
    let names = gpsdPorts.known
    hub.assumeIsolated { $0.gpsdHas(names) }
  }

  // MARK: For people

  /// What is there.
  struct Report: Sendable {
    var instruments: [InstrumentStatus] = []
    var leftAlone: [LeftPort] = []
    /// Nil where the configuration does without.
    var bluetooth: BluetoothReport?
  }

  func report() async -> Report {
    Report(
      instruments: await hub.statuses, leftAlone: await hub.leftAlone,
      bluetooth: reach.central?.report)
  }

  /// Looks for what is near over Bluetooth, for a while.
  func lookAround() { reach.central?.lookAround(milliseconds: Self.lookMs) }
}

/// The ways to an instrument. Of the reactor alone; it only passes through other threads.
private final class Reach: @unchecked Sendable {
  private let calls: OpenerCalls
  private let instruments: [InstrumentSettings]
  var central: BluetoothCentral?

  init(calls: OpenerCalls, instruments: [InstrumentSettings]) {
    self.calls = calls
    self.instruments = instruments
  }

  /// A patient link is for a job on the ground, where an instrument may think for a while.
  func link(to address: LinkAddress, isPatient: Bool = false) -> (any InstrumentLink)? {
    switch address {
    case .serial(let path, let speed): SerialLink(path: path, speed: speed, calls: calls)
    case .tcp(let host, let port): TCPLink(host: host, port: port, calls: calls)
    case .bluetooth(let text): bluetooth(text, isPatient)
    }
  }

  private func bluetooth(_ text: String, _ isPatient: Bool) -> (any InstrumentLink)? {
    guard let central, let address = BluetoothAddress(text) else { return nil }
    switch instruments.first(where: { $0.address == .bluetooth(text) })?.driver {
    case .heartRate: return BLEValueLink(central, address, .heartRate)
    case .pulseOximeter: return BLEValueLink(central, address, .pulseOximeter)
    case .auto, .nmea, .vesc, nil:
      return BLEUARTLink(central, address, isPatient: isPatient)
    }
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
