package import Linux

/// What NetworkManager says, as its numbers.
package struct NetworkManagerReading: Equatable, Sendable {
  /// NMConnectivityState: 0 unknown, 1 none, 2 portal, 3 limited, 4 full.
  package var connectivity: UInt32
  /// NMMetered of the whole: 0 unknown, 1 yes, 2 no, 3 guessed yes, 4 guessed no.
  package var metered: UInt32
  /// NMMetered of each device of the primary connection; the whole can lag behind these.
  package var deviceMetered: [UInt32]

  package init(connectivity: UInt32, metered: UInt32, deviceMetered: [UInt32] = []) {
    self.connectivity = connectivity
    self.metered = metered
    self.deviceMetered = deviceMetered
  }
}

/// Follows NetworkManager over the system's bus. Every change of what matters leads to a complete
/// new reading, so that nothing missed lasts; a bus that is not there or dies is tried again, after
/// 1 s, doubling to 60 s. Of the loop's thread alone.
package final class NetworkManagerWatch {
  private static let service = "org.freedesktop.NetworkManager"
  private static let root = "/org/freedesktop/NetworkManager"
  private static let properties = "org.freedesktop.DBus.Properties"
  private static let (connection, device) = ("\(service).Connection.Active", "\(service).Device")
  /// Properties whose change leads to a new reading.
  private static let relevant: Set<String> = [
    "Connectivity", "Metered", "PrimaryConnection", "Devices",
  ]
  private static let deviceLimit = 16

  private let loop: EventLoop
  private let address: String
  private let firstPauseMs: Int64
  private let changed: (NetworkManagerReading?) -> Void
  private var bus: SystemBus?
  private var timer: EventLoop.Timer?
  private var pauseMs: Int64
  private var isClosed = false
  /// Answers for an earlier reading than this one come too late.
  private var generation = 0
  private var last: NetworkManagerReading??

  /// Starts on the loop's thread. `changed` is called there with the first reading and each other
  /// one; nil while there is no NetworkManager.
  package init(
    loop: EventLoop, address: String = SystemBus.systemAddress, firstPauseMs: Int64 = 1000,
    changed: @escaping (NetworkManagerReading?) -> Void
  ) {
    self.loop = loop
    self.address = address
    self.firstPauseMs = firstPauseMs
    pauseMs = firstPauseMs
    self.changed = changed
    connect()
  }

  /// Ends it; call it before the last owner lets go.
  package func close() {
    isClosed = true
    generation += 1
    bus?.close()
    bus = nil
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  // MARK: The bus

  private func connect() {
    do {
      let bus = try SystemBus(loop: loop, address: address) { [unowned self] _ in lost() }
      self.bus = bus
      try follow(bus)
      read()
    } catch {
      lost()
    }
  }

  private func follow(_ bus: SystemBus) throws(SystemError) {
    let owner = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'"
    try bus.match("\(owner),arg0='\(Self.service)'") { [unowned self] _ in read() }
    let change = "type='signal',sender='\(Self.service)',interface='\(Self.properties)'"
    for interface in [Self.service, Self.connection, Self.device] {
      try bus.match("\(change),member='PropertiesChanged',arg0='\(interface)'") {
        [unowned self] message in
        _ = message.readText()
        let names = Array(message.readProperties().keys) + message.readTexts()
        if !Self.relevant.isDisjoint(with: names) { read() }
      }
    }
  }

  /// The bus is gone or cannot be used.
  private func lost() {
    generation += 1
    bus?.close()
    bus = nil
    publish(nil)
    retry { [unowned self] in connect() }
  }

  private func retry(_ action: @escaping () -> Void) {
    // What is told may have closed this.
    guard !isClosed else { return }
    if let timer { loop.cancel(timer) }
    timer = loop.after(milliseconds: pauseMs, tolerance: pauseMs / 4) { [unowned self] in
      timer = nil
      action()
    }
    pauseMs = min(60_000, pauseMs * 2)
  }

  // MARK: A reading

  private func read() {
    generation += 1
    ask(Self.root, "GetAll", [Self.service]) { [unowned self] message in
      let found = message.readProperties()
      guard case .number(let connectivity) = found["Connectivity"] else { return unreadable() }
      pauseMs = firstPauseMs
      let reading = NetworkManagerReading(
        connectivity: connectivity, metered: found["Metered"]?.number ?? 0)
      guard case .text(let path) = found["PrimaryConnection"], path != "/" else {
        return publish(reading)
      }
      readConnection(path, reading)
    }
  }

  private func readConnection(_ path: String, _ reading: NetworkManagerReading) {
    ask(path, "Get", [Self.connection, "Devices"]) { [unowned self] message in
      guard case .texts(let devices) = message.readVariant() else { return publish(reading) }
      readDevices(devices.prefix(Self.deviceLimit), reading)
    }
  }

  private func readDevices(_ paths: ArraySlice<String>, _ reading: NetworkManagerReading) {
    guard let path = paths.first else { return publish(reading) }
    ask(path, "Get", [Self.device, "Metered"]) { [unowned self] message in
      var reading = reading
      reading.deviceMetered.append(message.readVariant()?.number ?? 0)
      readDevices(paths.dropFirst(), reading)
    }
  }

  /// Asks for properties; an answer that comes too late is dropped.
  private func ask(
    _ path: String, _ member: String, _ arguments: [String],
    _ handler: @escaping (BusMessage) -> Void
  ) {
    let asked = generation
    do {
      try bus?.call(Self.service, path, Self.properties, member, arguments) {
        [unowned self] reply in
        guard asked == generation else { return }
        switch reply {
        case .success(let message): handler(message)
        case .failure(let failure) where failure.isServiceAbsent: publish(nil)
        case .failure: unreadable()
        }
      }
    } catch {
      lost()
    }
  }

  /// The service does not answer, or an object went away while it was read.
  private func unreadable() {
    publish(nil)
    retry { [unowned self] in read() }
  }

  private func publish(_ reading: NetworkManagerReading?) {
    if let last, last == reading { return }
    last = .some(reading)
    changed(reading)
  }
}

extension BusValue {
  fileprivate var number: UInt32? {
    if case .number(let number) = self { number } else { nil }
  }
}
