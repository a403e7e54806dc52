package import FlightModel
package import Linux
package import Log
package import Udev

/// Finds instruments, keeps them, and hands on what they say.
///
/// Lives on the loop's thread. A port that is plugged in and that gpsd does not have is listened to
/// and kept when an instrument speaks there. Nothing is sent to find out what is there: only a VESC
/// is asked, by its own USB identity or where the configuration says that there is one.
package actor InstrumentHub {
  /// Receives events in the order of their arrival, on the loop's thread, as one batch a read.
  package typealias Handler = @Sendable ([SourceEvent]) -> Void

  nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  private let configuration: HubConfiguration
  private let parts: InstrumentParts
  private let log: Logger
  private let handler: Handler
  private let mayWrite: @Sendable () -> Bool

  private var watch: SerialDeviceWatch?
  private var devices: [String: SerialDevice] = [:]
  private var named: [InstrumentPort] = []
  private var found: [String: InstrumentPort] = [:]
  private var gpsdDevices: Set<String> = []
  private var isRunning = false

  /// `mayWrite` tells whether programs that share an instrument may send to it at this moment.
  package init(
    _ configuration: HubConfiguration, loop: EventLoop, parts: InstrumentParts, log: Logger,
    mayWrite: @escaping @Sendable () -> Bool = { false }, handler: @escaping Handler
  ) {
    self.configuration = configuration
    self.loop = loop
    self.parts = parts
    self.log = log
    self.mayWrite = mayWrite
    self.handler = handler
  }

  // MARK: Life

  /// Opens what is named and looks for the rest, for ever.
  package func start() {
    guard !isRunning else { return }
    isRunning = true
    named = configuration.instruments.compactMap { make($0) }
    for port in named { port.start(mayWrite: mayWrite) }
    if configuration.followsUdev { followUdev() }
  }

  /// Closes everything.
  package func shutdown() {
    isRunning = false
    watch?.close()
    watch = nil
    for port in named + found.values { port.stop() }
    named = []
    found = [:]
  }

  /// What `status` and `devices` show: those that are named first, in their order.
  package var statuses: [InstrumentStatus] {
    named.map(\.status) + found.values.map(\.status).sorted { $0.id < $1.id }
  }

  /// Ports that are plugged in and not listened to, in the order of their names.
  package var leftAlone: [LeftPort] {
    devices.values.filter(\.isPluggedIn).sorted { $0.node < $1.node }.compactMap { device in
      guard !named.contains(where: { $0.isNamed(device) }), let reason = reasonToLeave(device)
      else { return nil }
      return LeftPort(id: devices.values.stableName(of: device), device: device, reason: reason)
    }
  }

  private func followUdev() {
    do throws(SystemError) {
      let watch = try SerialDeviceWatch(loop: loop) { [unowned self] event in
        assumeIsolated { $0.take(event) }
      }
      self.watch = watch
      for device in watch.devices { take(.added(device)) }
    } catch {
      log.warning("instruments that are plugged in later are not noticed: \(error)")
    }
  }

  // MARK: Ports that come and go

  /// A port came or is gone.
  package func take(_ event: SerialDeviceWatch.Event) {
    guard isRunning else { return }
    switch event {
    case .added(let device):
      devices[device.systemPath] = device
      consider(device)
    case .removed(let device):
      devices[device.systemPath] = nil
      remove(device)
    }
  }

  /// The devices that gpsd has, by any of their names: they are left to it. While gpsd is away, what
  /// it had stays its own: so say nothing then.
  package func gpsdHas(_ names: Set<String>) {
    guard names != gpsdDevices else { return }
    gpsdDevices = names
    for device in devices.values.sorted(by: { $0.node < $1.node }) {
      if isGPSDs(device) { release(device) } else { consider(device) }
    }
  }

  private func consider(_ device: SerialDevice) {
    if let port = named.first(where: { $0.isNamed(device) }) {
      return port.plug(systemPath: device.systemPath, address: port.profile.address)
    }
    guard mayListen(device) else { return }
    let id = devices.values.stableName(of: device)
    if let port = found[id] {
      let address = LinkAddress.serial(path: device.node, speed: nil)
      return port.plug(systemPath: device.systemPath, address: address)
    }
    forgetOldest()
    guard found.count < configuration.mostFound, let port = make(device, id) else { return }
    found[id] = port
    port.start(mayWrite: mayWrite)
  }

  private func remove(_ device: SerialDevice) {
    for port in named where port.profile.systemPath == device.systemPath { port.unplug() }
    for (id, port) in found where port.profile.systemPath == device.systemPath {
      // One that was an instrument is missed; the others are nobody's loss.
      if port.machine.hasSpoken { port.unplug() } else { end(id) }
    }
  }

  private func release(_ device: SerialDevice) {
    for (id, port) in found where port.profile.systemPath == device.systemPath {
      log.info("\(device.node) is left to gpsd")
      end(id)
    }
  }

  private func end(_ id: String) { found.removeValue(forKey: id)?.stop() }

  /// Makes room where too many instruments were unplugged for good.
  private func forgetOldest() {
    guard found.count >= configuration.mostFound,
      let absent = found.first(where: { $0.value.machine.state == .absent })?.key
    else { return }
    end(absent)
  }

  // MARK: What may be listened to

  private func mayListen(_ device: SerialDevice) -> Bool {
    device.isPluggedIn && reasonToLeave(device) == nil
  }

  /// A u-blox receiver with a USB port of its own is gpsd's, where there is one.
  private func reasonToLeave(_ device: SerialDevice) -> LeftPort.Reason? {
    if isGPSDs(device) || configuration.usesGPSD && device.isUBlox { return .gpsd }
    if configuration.ignored.contains(where: { device.isMeant(by: $0) }) { return .ignored }
    return configuration.listens ? nil : .notListening
  }

  private func isGPSDs(_ device: SerialDevice) -> Bool {
    gpsdDevices.contains { device.answers(to: $0) }
  }

  private func make(_ device: SerialDevice, _ id: String) -> InstrumentPort? {
    let address = LinkAddress.serial(path: device.node, speed: nil)
    var settings = InstrumentSettings(address: address, driver: device.isVESC ? .vesc : .nmea)
    // What gpsd does not have is a receiver of its own.
    settings.usesPosition = true
    let plan =
      device.isVESC
      ? PortPlan(speeds: [nil])
      : PortPlan(settleMs: configuration.usesGPSD ? configuration.settleMs : 0)
    return make(
      InstrumentPort.Profile(
        id: id, address: address, settings: settings, plan: plan, adapter: device.product,
        systemPath: device.systemPath))
  }

  private func make(_ settings: InstrumentSettings) -> InstrumentPort? {
    var plan = PortPlan(speeds: [nil], isConfigured: true)
    if case .serial(_, let speed) = settings.address {
      let isAsked = settings.driver == .vesc
      let unknown = isAsked ? [115_200] : PortPlan.likelySpeeds
      plan = PortPlan(speeds: speed.map { [$0] } ?? unknown, isConfigured: true)
    }
    return make(
      InstrumentPort.Profile(
        id: settings.address.name, address: settings.address, settings: settings, plan: plan))
  }

  private func make(_ profile: InstrumentPort.Profile) -> InstrumentPort? {
    let request = DriverRequest(
      driver: profile.settings.driver, address: profile.address, source: profile.id,
      usesPosition: profile.settings.usesPosition ?? !configuration.usesGPSD,
      altitudeIsStandard: profile.settings.altitudeIsStandard)
    guard let driver = parts.driver(request) else {
      log.warning("\(profile.address): \(request.driver.rawValue) cannot be used there")
      return nil
    }
    let handler = handler
    return InstrumentPort(
      profile, driver: driver, policy: configuration.policy, parts: parts, loop: loop, log: log
    ) {
      handler($0)
    }
  }
}

// MARK: Lending

extension InstrumentHub {
  /// Why an instrument cannot be lent.
  package enum LoanError: Error, Equatable, Sendable, CustomStringConvertible {
    case unknown(String)
    case ambiguous([String])
    case lent(String)

    package var description: String {
      switch self {
      case .unknown(let name): "there is no instrument \(name) (`barograph devices` lists them)"
      case .ambiguous(let ids): "more than one is meant: \(ids.joined(separator: ", "))"
      case .lent(let id): "somebody else speaks with \(id) at the moment"
      }
    }
  }

  /// Lets go of an instrument, so that the caller can open a link of its own to the address that is
  /// given back, at the speed that was found. It must be given back by its id.
  ///
  /// `name` is an id, an address or the end of one; nil means the only one of `kind`.
  package func lend(
    _ name: String?, kind: InstrumentKind? = nil
  ) throws(LoanError) -> (id: String, address: LinkAddress) {
    let candidates = (named + found.values).filter { port in
      name.map { port.isMeant(by: $0) } ?? (port.status.identity?.kind == kind)
    }
    guard let port = candidates.first else {
      throw .unknown(name ?? kind?.rawValue ?? "of that kind")
    }
    guard candidates.count == 1 else { throw .ambiguous(candidates.map(\.profile.id).sorted()) }
    guard port.machine.state != .lent else { throw .lent(port.profile.id) }
    port.lend()
    return (port.profile.id, port.currentAddress)
  }

  /// Takes an instrument back that was lent.
  package func giveBack(_ id: String) {
    for port in named + found.values where port.profile.id == id { port.giveBack() }
  }
}

extension InstrumentPort {
  /// The address, with the speed that was found.
  fileprivate var currentAddress: LinkAddress {
    guard case .serial(let path, _) = profile.address else { return profile.address }
    return .serial(path: path, speed: machine.speed)
  }

  fileprivate func isNamed(_ device: SerialDevice) -> Bool {
    guard case .serial(let path, _) = profile.address else { return false }
    return device.answers(to: path)
  }

  fileprivate func isMeant(by name: String) -> Bool {
    let names = [profile.id, profile.address.name]
    return names.contains { $0 == name || $0.hasSuffix("/" + name) }
  }
}

extension SerialDevice {
  /// Whether a person means this device: its name or the end of one, or its USB identity.
  fileprivate func isMeant(by name: String) -> Bool {
    usb?.description == name.lowercased()
      || ([node] + links).contains { $0 == name || $0.hasSuffix("/" + name) }
  }
}

extension LinkAddress {
  /// Without the speed.
  fileprivate var name: String {
    if case .serial(let path, _) = self { path } else { description }
  }
}
