import Linux
import Systemd

/// The connection to BlueZ: its objects once, then every change, again from the beginning whenever
/// the bus or the service comes back. Of the loop's thread alone.
final class BlueZClient {
  enum Event {
    /// Every object that there is.
    case objects([String: BusMessage.Interfaces])
    case added(String, BusMessage.Interfaces)
    case removed(String, [String])
    case changed(
      path: String, interface: String, properties: [String: BusValue], invalidated: [String])
    /// There is no BlueZ now; why, for the person.
    case lost(String)
  }

  private let loop: EventLoop
  private let address: String
  private let policy: BluetoothPolicy
  private let handler: (Event) -> Void
  private var bus: SystemBus?
  private let timer: LoopTimer
  private var pause: Int64
  private var isClosed = false
  /// Answers to what was asked of an earlier BlueZ come too late.
  private var generation = 0

  init(
    loop: EventLoop, address: String, policy: BluetoothPolicy, handler: @escaping (Event) -> Void
  ) {
    self.loop = loop
    self.address = address
    self.policy = policy
    self.handler = handler
    timer = LoopTimer(loop: loop)
    pause = policy.busRetry
  }

  func start() { connect() }

  func close() {
    isClosed = true
    dropBus()
  }

  private func dropBus() {
    generation += 1
    timer.disarm()
    bus?.close()
    bus = nil
  }

  // MARK: Calls

  /// Calls a method; the answer of a BlueZ that is no more is not told.
  func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusArgument] = [],
    timeoutMs: Int64 = 5000, _ handler: @escaping (SystemBus.Reply) -> Void
  ) {
    let asked = generation
    let limit = UInt64(clamping: timeoutMs)
    do {
      try bus?.call(
        BlueZ.service, path, interface, member, with: arguments, timeoutMs: limit
      ) { [unowned self] reply in
        if asked == generation { handler(reply) }
      }
    } catch {
      // Never from inside the caller, which is in the middle of something.
      loop.after(milliseconds: 0) { [weak self] in
        guard let self, asked == generation else { return }
        lost(error.description)
      }
    }
  }

  // MARK: The bus

  private func connect() {
    guard !isClosed else { return }
    do {
      let bus = try SystemBus(loop: loop, address: address) { [unowned self] error in
        lost(error.description)
      }
      self.bus = bus
      try follow(bus)
      read()
    } catch {
      lost(error.description)
    }
  }

  private func lost(_ reason: String) {
    dropBus()
    handler(.lost("no system bus: \(reason)"))
    retry { [unowned self] in connect() }
  }

  private func retry(_ action: @escaping () -> Void) {
    guard !isClosed else { return }
    timer.arm(milliseconds: pause, action)
    pause = min(policy.longestBusRetry, pause * 2)
  }

  private func follow(_ bus: SystemBus) throws(SystemError) {
    let owner = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'"
    try bus.match("\(owner),arg0='\(BlueZ.service)'") { [unowned self] message in
      _ = (message.readText(), message.readText())
      ownerChanged(isThere: message.readText() != "")
    }
    let signal = "type='signal',sender='\(BlueZ.service)'"
    try bus.match("\(signal),interface='\(BlueZ.objectManager)',member='InterfacesAdded'") {
      [unowned self] message in
      if let path = message.readPath() { handler(.added(path, message.readInterfaces())) }
    }
    try bus.match("\(signal),interface='\(BlueZ.objectManager)',member='InterfacesRemoved'") {
      [unowned self] message in
      if let path = message.readPath() { handler(.removed(path, message.readTexts())) }
    }
    try bus.match("\(signal),interface='\(BlueZ.properties)',member='PropertiesChanged'") {
      [unowned self] message in changed(message)
    }
  }

  private func changed(_ message: BusMessage) {
    guard let interface = message.readText() else { return }
    let properties = message.readProperties()
    handler(
      .changed(
        path: message.path, interface: interface, properties: properties,
        invalidated: message.readTexts()))
  }

  private func ownerChanged(isThere: Bool) {
    generation += 1
    handler(.lost(isThere ? "BlueZ restarted" : "BlueZ does not run"))
    if isThere { read() }
  }

  private func read() {
    guard !isClosed else { return }
    timer.disarm()
    call("/", BlueZ.objectManager, "GetManagedObjects") { [unowned self] reply in
      switch reply {
      case .success(let message):
        pause = policy.busRetry
        handler(.objects(message.readObjects()))
      case .failure(let failure) where failure.isServiceAbsent:
        handler(.lost("BlueZ does not run"))
      case .failure(let failure):
        handler(.lost("BlueZ does not answer: \(failure.name)"))
        retry { [unowned self] in read() }
      }
    }
  }
}
