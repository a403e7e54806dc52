import CSystemd
import Glibc
import Linux
import Synchronization

/// BlueZ as far as Bluetooth LE centrals go, on a thread of its own: one adapter, peripherals, GATT,
/// sockets for notifications and writes, and everything that goes wrong with them.
package final class FakeBlueZ: Sendable {
  private struct State {
    var jobs: [@Sendable (FakeRadio) -> Void] = []
    var isStopping = false
    var calls: [String] = []
    var violations: [String] = []
    var written: [String: [[UInt8]]] = [:]
  }

  private let state = Mutex(State())
  private let finished = ThreadGate()

  /// Connects, takes the name and begins to serve.
  package init(
    at address: String, hasAdapter: Bool = true, isPowered: Bool = true,
    connectsOnlyWhileScanning: Bool = false, _ peripherals: [FakePeripheral] = []
  ) throws {
    var bus: OpaquePointer?
    try check(sd_bus_new(&bus))
    try check(sd_bus_set_address(bus, address))
    try check(sd_bus_set_bus_client(bus, 1))
    try check(sd_bus_start(bus))
    try check(sd_bus_request_name(bus, "org.bluez", 0))
    nonisolated(unsafe) let connected = bus
    try Threads.spawn(name: "fake-bluez") { [self] in
      let radio = FakeRadio(bus: connected, owner: self)
      radio.connectsOnlyWhileScanning = connectsOnlyWhileScanning
      radio.isPowered = isPowered
      radio.hasAdapter = hasAdapter
      for peripheral in peripherals { radio.peripherals[peripheral.address] = .init(peripheral) }
      serve(radio)
    }
  }

  deinit { stop() }

  private func check(_ code: Int32) throws(SystemError) {
    if code < 0 { throw SystemError(operation: "fake", subject: "org.bluez", code: -code) }
  }

  /// Leaves the bus, as bluetoothd does when it dies: every socket ends.
  package func stop() {
    state.withLock { $0.isStopping = true }
    finished.wait()
  }

  private func serve(_ radio: FakeRadio) {
    radio.attach()
    while !state.withLock({ $0.isStopping }) {
      while sd_bus_process(radio.bus, nil) > 0 {}
      let jobs = state.withLock { state in
        defer { state.jobs = [] }
        return state.jobs
      }
      for job in jobs { job(radio) }
      radio.readWrites()
      if sd_bus_wait(radio.bus, 2000) < 0 { break }
    }
    radio.closeSockets()
    sd_bus_flush_close_unref(radio.bus)
    finished.open()
  }

  private func enqueue(_ job: @escaping @Sendable (FakeRadio) -> Void) {
    state.withLock { $0.jobs.append(job) }
  }

  // MARK: What happens

  /// A peripheral comes near.
  package func add(_ peripheral: FakePeripheral) {
    enqueue { radio in
      radio.peripherals[peripheral.address] = .init(peripheral)
      radio.advertise()
    }
  }

  /// It changes what it is, or goes wrong from now on.
  package func change(
    _ address: String, _ change: @escaping @Sendable (inout FakePeripheral) -> Void
  ) {
    enqueue { radio in radio.change(address, change) }
  }

  /// It sends a notification through its first characteristic that notifies, or through another.
  package func notify(_ address: String, _ bytes: [UInt8], uuid: String? = nil) {
    enqueue { radio in radio.notify(address, bytes, uuid: uuid) }
  }

  /// The connection is lost.
  package func drop(_ address: String) { enqueue { radio in radio.disconnect(address) } }

  /// BlueZ closes the sockets and still says that it is connected.
  package func endSockets(_ address: String) {
    enqueue { radio in radio.peripherals[address]?.closeSockets() }
  }

  package func setAdapter(isThere: Bool) {
    enqueue { radio in radio.setAdapter(isThere: isThere) }
  }

  // MARK: What was done

  func record(_ call: String) { state.withLock { $0.calls.append(call) } }
  func violate(_ rule: String) { state.withLock { $0.violations.append(rule) } }
  func wrote(_ address: String, _ bytes: [UInt8]) {
    state.withLock { $0.written[address, default: []].append(bytes) }
  }

  /// Calls in their order: `Connect AA:…`, `StartDiscovery`.
  package var calls: [String] { state.withLock { $0.calls } }
  /// What a central must never do and did.
  package var violations: [String] { state.withLock { $0.violations } }
  /// What was written to a peripheral, piece by piece.
  package func written(to address: String) -> [[UInt8]] {
    state.withLock { $0.written[address] ?? [] }
  }
}
