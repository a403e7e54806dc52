import BLEProfiles
package import Linux
package import Log
import Systemd

/// Bluetooth LE through BlueZ: connects the peripherals that links ask for by their addresses, and no
/// others, keeps them connected, and lists what else is near. Of the loop's thread alone.
package final class BluetoothCentral {
  /// Peripherals that are bound at most.
  private static let peripheralLimit = 16

  private let loop: EventLoop
  private let policy: BluetoothPolicy
  private let log: Logger
  private(set) var directory = BluetoothDirectory()
  private var radio: RadioMachine
  private let radioTimer: LoopTimer
  private let lookTimer: LoopTimer
  private let reviewTimer: LoopTimer
  private let powerTimer: LoopTimer
  private var client: BlueZClient!
  private var peripherals: [BluetoothAddress: Peripheral] = [:]
  /// The adapter whose devices are meant.
  private var adapter: BluetoothDirectory.Adapter?
  private var absence: String? = "BlueZ was not asked yet"
  /// How often an adapter that is off was not switched on; once told, not told again until one is on.
  private var powerRefusalCount = 0
  private var isClosed = false

  /// Does nothing to the radio before the first link or look around.
  package init(
    loop: EventLoop, busAddress: String = SystemBus.systemAddress,
    policy: BluetoothPolicy = BluetoothPolicy(), log: Logger
  ) {
    self.loop = loop
    self.policy = policy
    self.log = log
    radio = RadioMachine(policy: policy)
    radioTimer = LoopTimer(loop: loop)
    lookTimer = LoopTimer(loop: loop)
    reviewTimer = LoopTimer(loop: loop)
    powerTimer = LoopTimer(loop: loop)
    client = BlueZClient(loop: loop, address: busAddress, policy: policy) { [unowned self] in
      heard($0)
    }
    client.start()
  }

  /// Ends everything; links get no more events. BlueZ ends discovery with the connection to the bus;
  /// peripherals stay connected for a restart to take over.
  package func close() {
    isClosed = true
    for timer in [radioTimer, lookTimer, reviewTimer, powerTimer] { timer.disarm() }
    for peripheral in peripherals.values { peripheral.close() }
    client.close()
  }

  // MARK: Links

  /// Gives a link its peripheral; false where another link has it, or too many are bound.
  func attach(
    _ key: ObjectIdentifier, to address: BluetoothAddress, _ wish: GATTWish, isPatient: Bool,
    _ handler: @escaping (LinkEvent) -> Void
  ) -> Bool {
    guard !isClosed else { return false }
    let known = peripherals[address]
    guard known?.isTaken != true, known != nil || peripherals.count < Self.peripheralLimit else {
      return false
    }
    // Another wish than before means that the configuration changed.
    let peripheral = known.flatMap { $0.wish == wish ? $0 : nil } ?? newPeripheral(address, wish)
    if known !== peripheral { known?.close() }
    peripherals[address] = peripheral
    if let adapter, !adapter.isPowered { switchOn(adapter) }
    show(peripheral)
    peripheral.take(key, isPatient: isPatient, handler)
    return true
  }

  private func newPeripheral(_ address: BluetoothAddress, _ wish: GATTWish) -> Peripheral {
    Peripheral(
      address, wish, central: self, client: client, loop: loop, policy: policy)
  }

  func detach(_ key: ObjectIdentifier, from address: BluetoothAddress) {
    guard !isClosed else { return }
    peripherals[address]?.release(key)
  }

  func send(_ key: ObjectIdentifier, to address: BluetoothAddress, _ bytes: [UInt8]) -> Bool {
    !isClosed && peripherals[address]?.send(key, bytes) == true
  }

  // MARK: What BlueZ tells

  private func heard(_ event: BlueZClient.Event) {
    switch event {
    case .objects(let objects):
      absence = nil
      directory.replace(objects)
    case .added(let path, let interfaces): directory.add(path, interfaces)
    case .removed(let path, let interfaces): directory.remove(path, interfaces)
    case .changed(let path, let interface, let properties, let invalidated):
      if interface == BlueZ.characteristic, case .bytes(let value) = properties["Value"] {
        return owner(of: path)?.changed(path, value) ?? ()
      }
      directory.change(path, interface, properties, invalidated: invalidated)
      // Of no other property does anything depend.
      guard interface == BlueZ.adapter || interface == BlueZ.device else { return }
    case .lost(let reason): lost(reason)
    }
    refresh()
  }

  private func lost(_ reason: String) {
    if absence != reason { log.notice("Bluetooth: \(reason); waiting for it") }
    absence = reason
    directory.replace([:])
  }

  /// Compares what is known with what the machines were told.
  private func refresh() {
    guard !isClosed else { return }
    let found = directory.adapter
    if found?.path != adapter?.path || found?.isPowered != adapter?.isPowered {
      adapter = found
      // A BlueZ that restarted has ended what was asked of the one before.
      performRadio(radio.on(.adapter(isReady: false)))
      performRadio(radio.on(.adapter(isReady: found?.isPowered == true)))
      if found?.isPowered == true { powerRefusalCount = 0 }
      if let found, !found.isPowered { switchOn(found) }
    }
    for peripheral in Array(peripherals.values) { show(peripheral) }
    reviewSoon()
  }

  private func show(_ peripheral: Peripheral) {
    guard adapter?.isPowered == true, let device = directory.device(peripheral.address) else {
      return peripheral.on(.vanished)
    }
    peripheral.on(
      .seen(
        .init(
          path: device.path, isConnected: device.isConnected, isResolved: device.isResolved,
          isPaired: device.isPaired)))
  }

  private func owner(of path: String) -> Peripheral? {
    peripherals.values.first { peripheral in
      directory.device(peripheral.address).map { path.hasPrefix($0.path + "/") } == true
    }
  }

  /// BlueZ says that it does not know an object that it told of.
  func forget(_ path: String) {
    directory.remove(path, [BlueZ.device])
  }

  /// Switches an adapter on that is off, as long as somebody is bound; asked again each ten seconds.
  private func switchOn(_ off: BluetoothDirectory.Adapter) {
    guard !peripherals.isEmpty, !powerTimer.isArmed else { return }
    let arguments: [BusArgument] = [
      .text(BlueZ.adapter), .text("Powered"), .variant(.boolean(true)),
    ]
    client.call(off.path, BlueZ.properties, "Set", arguments) { [unowned self] reply in
      guard case .failure(let failure) = reply else { return }
      powerRefusalCount += 1
      // BlueZ switches it on by itself a moment after it appeared, and refuses meanwhile.
      if powerRefusalCount == 2 {
        log.warning(
          "Bluetooth: the adapter is off and cannot be switched on (\(failure.message)): "
            + "see `rfkill list bluetooth`")
      }
    }
    powerTimer.arm(milliseconds: 10_000) { [unowned self] in
      if let adapter, !adapter.isPowered { switchOn(adapter) }
    }
  }

  // MARK: The radio

  /// Lets the radio know, after the events at hand, what is wanted of it.
  func reviewSoon() {
    guard !isClosed, !reviewTimer.isArmed else { return }
    reviewTimer.arm(milliseconds: 0) { [unowned self] in review() }
  }

  private func review() {
    var wishes = RadioMachine.Wishes()
    wishes.scan = lookTimer.isArmed
    for (address, peripheral) in peripherals {
      let machine = peripheral.machine
      if machine.wantsScan { wishes.scan = true }
      if machine.wantsTurn { wishes.turns[address] = machine.connectsWhileScanning }
      if machine.holdsTurn {
        wishes.holder = (wishes.holder ?? false) || machine.connectsWhileScanning
      }
    }
    performRadio(radio.on(.wishes(wishes)))
  }

  private func performRadio(_ actions: [RadioMachine.Action]) {
    for action in actions {
      switch action {
      case .start(let attempt, let everything): startDiscovery(attempt, everything)
      case .stop(let attempt): stopDiscovery(attempt)
      case .grant(let address): peripherals[address]?.on(.turn)
      case .arm(let milliseconds):
        radioTimer.arm(milliseconds: milliseconds) { [unowned self] in onRadio(.timer) }
      case .disarm: radioTimer.disarm()
      }
    }
  }

  private func onRadio(_ event: RadioMachine.Event) { performRadio(radio.on(event)) }

  private func startDiscovery(_ attempt: Int, _ everything: Bool) {
    guard let adapter else { return onRadio(.refused(attempt: attempt)) }
    var filter: [String: BusArgument] = ["Transport": .text("le")]
    if !everything { filter["UUIDs"] = .texts(services) }
    let arguments: [BusArgument] = [.options(filter)]
    client.call(adapter.path, BlueZ.adapter, "SetDiscoveryFilter", arguments) {
      [unowned self] _ in
      // A filter that is refused only means that more is heard.
      client.call(adapter.path, BlueZ.adapter, "StartDiscovery") { [unowned self] reply in
        switch reply {
        case .success: onRadio(.started(attempt: attempt))
        case .failure: onRadio(.refused(attempt: attempt))
        }
      }
    }
  }

  /// The services of what is bound; of everything that is known while somebody looks around.
  private var services: [String] {
    let known: [GATTWish] = [.uart, .heartRate, .pulseOximeter]
    let wishes = lookTimer.isArmed ? known : peripherals.values.map(\.wish)
    return Set(wishes.flatMap(\.services)).sorted()
  }

  private func stopDiscovery(_ attempt: Int) {
    guard let adapter else { return onRadio(.stopped(attempt: attempt)) }
    client.call(adapter.path, BlueZ.adapter, "StopDiscovery") { [unowned self] _ in
      onRadio(.stopped(attempt: attempt))
    }
  }

  // MARK: For people

  /// Looks for whatever is near, for so long.
  package func lookAround(milliseconds: Int64) {
    lookTimer.arm(milliseconds: milliseconds) { [unowned self] in reviewSoon() }
    reviewSoon()
  }

  /// How things stand.
  package var report: BluetoothReport {
    BluetoothReport(
      absence: absence, adapter: adapter, isDiscovering: radio.discovery == .on,
      bound: peripherals.values.map { peripheral in
        .init(peripheral.address, peripheral.machine, directory.device(peripheral.address))
      }.sorted { $0.address < $1.address },
      nearby: directory.devices.filter { peripherals[$0.address] == nil }.map { .init($0) })
  }
}
