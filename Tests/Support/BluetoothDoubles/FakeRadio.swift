import CSystemd
import Glibc

/// The fake's world; of its thread alone.
final class FakeRadio {
  /// A peripheral with what BlueZ holds of it.
  struct Held {
    var spec: FakePeripheral
    var isKnown = false
    var isConnected = false
    var isResolved = false
    /// Ends of socket pairs by the index of the characteristic.
    var notifying: [Int: Int32] = [:]
    var writing: [Int: Int32] = [:]
    var signalling: Set<Int> = []
    var isDeaf = false

    init(_ spec: FakePeripheral) {
      self.spec = spec
      isKnown = spec.isPaired
    }

    mutating func closeSockets() {
      for end in Array(notifying.values) + writing.values { close(end) }
      (notifying, writing, signalling) = ([:], [:], [])
    }
  }

  static let adapter = "/org/bluez/hci0"

  let bus: OpaquePointer?
  unowned let owner: FakeBlueZ
  var peripherals: [String: Held] = [:]
  var hasAdapter = true
  var isPowered = true
  var connectsOnlyWhileScanning = false
  private var isDiscovering = false
  private var filter: [String] = []

  init(bus: OpaquePointer?, owner: FakeBlueZ) {
    self.bus = bus
    self.owner = owner
  }

  func attach() {
    sd_bus_add_filter(bus, nil, fakeCallback, Unmanaged.passUnretained(self).toOpaque())
  }

  func closeSockets() {
    for address in peripherals.keys { peripherals[address]?.closeSockets() }
  }

  // MARK: Objects

  static func path(_ address: String) -> String {
    adapter + "/dev_" + address.split(separator: ":").joined(separator: "_")
  }

  private func device(_ held: Held) -> FakeInterfaces {
    var properties: [String: FakeValue] = [
      "Address": .text(held.spec.address), "Alias": .text(held.spec.name),
      "Connected": .boolean(held.isConnected), "ServicesResolved": .boolean(held.isResolved),
      "Paired": .boolean(held.spec.isPaired), "Adapter": .path(Self.adapter),
    ]
    if isDiscovering { properties["RSSI"] = .signed(held.spec.rssi) }
    if held.spec.advertisesService { properties["UUIDs"] = .texts([held.spec.service]) }
    return ["org.bluez.Device1": properties]
  }

  private func gatt(_ held: Held) -> [String: FakeInterfaces] {
    guard held.isResolved else { return [:] }
    let service = Self.path(held.spec.address) + "/service000a"
    var objects: [String: FakeInterfaces] = [
      service: ["org.bluez.GattService1": ["UUID": .text(held.spec.service)]]
    ]
    for (index, characteristic) in held.spec.characteristics.enumerated() {
      objects["\(service)/char\(index)"] = [
        "org.bluez.GattCharacteristic1": [
          "UUID": .text(characteristic.uuid), "Flags": .texts(characteristic.flags),
          "Service": .path(service),
        ]
      ]
    }
    return objects
  }

  private var adapterObject: FakeInterfaces {
    ["org.bluez.Adapter1": ["Powered": .boolean(isPowered), "Address": .text("00:00:00:00:00:01")]]
  }

  private var objects: [String: FakeInterfaces] {
    guard hasAdapter else { return [:] }
    var objects = [Self.adapter: adapterObject]
    for (address, held) in peripherals where held.isKnown {
      objects[Self.path(address)] = device(held)
      objects.merge(gatt(held)) { $1 }
    }
    return objects
  }

  // MARK: What happens

  /// Whatever the filter lets through becomes known while discovery runs.
  func advertise() {
    guard isDiscovering else { return }
    for (address, held) in peripherals where !held.isKnown {
      let isHeard = held.spec.advertisesService && filter.contains(held.spec.service)
      guard filter.isEmpty || isHeard else { continue }
      peripherals[address]?.isKnown = true
      added(Self.path(address), device(held))
    }
  }

  func change(_ address: String, _ change: (inout FakePeripheral) -> Void) {
    guard var held = peripherals[address] else { return }
    change(&held.spec)
    peripherals[address] = held
    if held.isKnown {
      changed(Self.path(address), "org.bluez.Device1", ["Alias": .text(held.spec.name)])
    }
  }

  func setAdapter(isThere: Bool) {
    if hasAdapter, !isThere {
      for address in peripherals.keys {
        disconnect(address)
        forget(address)
      }
      isDiscovering = false
      removed(Self.adapter, "org.bluez.Adapter1")
    }
    if !hasAdapter, isThere { added(Self.adapter, adapterObject) }
    hasAdapter = isThere
  }

  private func forget(_ address: String, silently: Bool = false) {
    guard peripherals[address]?.isKnown == true else { return }
    peripherals[address]?.isKnown = false
    if !silently { removed(Self.path(address), "org.bluez.Device1") }
  }

  func disconnect(_ address: String) {
    guard let held = peripherals[address], held.isConnected else { return }
    peripherals[address]?.closeSockets()
    for path in gatt(held).keys.sorted().reversed() {
      removed(
        path, path.contains("/char") ? "org.bluez.GattCharacteristic1" : "org.bluez.GattService1")
    }
    peripherals[address]?.isConnected = false
    peripherals[address]?.isResolved = false
    changed(
      Self.path(address), "org.bluez.Device1",
      ["Connected": .boolean(false), "ServicesResolved": .boolean(false)])
  }

  func notify(_ address: String, _ bytes: [UInt8], uuid: String?) {
    guard let held = peripherals[address], held.isConnected, !held.isDeaf else { return }
    let index = held.spec.characteristics.firstIndex {
      uuid == nil ? !Set($0.flags).isDisjoint(with: ["notify", "indicate"]) : $0.uuid == uuid
    }
    guard let index else { return }
    if let socket = held.notifying[index] {
      Self.send(bytes, through: socket)
    } else if held.signalling.contains(index) {
      changed(
        Self.path(address) + "/service000a/char\(index)", "org.bluez.GattCharacteristic1",
        ["Value": .bytes(bytes)])
    }
  }

  /// Waits a second for a central that does not keep up; then the packet is lost.
  private static func send(_ packet: [UInt8], through socket: Int32) {
    var room = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
    poll(&room, 1, 1000)
    _ = packet.withUnsafeBytes {
      Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// Takes what was written through sockets, and lets the peripherals answer.
  func readWrites() {
    var buffer = [UInt8](repeating: 0, count: 1024)
    for (address, held) in peripherals {
      for (index, socket) in held.writing {
        while true {
          let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
          guard count > 0 else { break }
          wrote(address, Array(buffer.prefix(count)), held.spec.characteristics[index].uuid)
        }
      }
    }
  }

  private func wrote(_ address: String, _ bytes: [UInt8], _ uuid: String) {
    guard let held = peripherals[address] else { return }
    if bytes.count > Int(held.spec.mtu) - 3 { owner.violate("a write longer than the MTU allows") }
    owner.wrote(address, bytes)
    for answer in held.spec.respond(bytes) { notify(address, answer, uuid: nil) }
  }

  // MARK: Calls

  fileprivate func answer(_ call: OpaquePointer) -> Int32 {
    guard sd_bus_message_is_method_call(call, nil, nil) > 0 else { return 0 }
    let path = String(cString: sd_bus_message_get_path(call))
    let member = String(cString: sd_bus_message_get_member(call))
    let address = peripherals.keys.first {
      path == Self.path($0) || path.hasPrefix(Self.path($0) + "/")
    }
    owner.record(address.map { "\(member) \($0)" } ?? member)
    if member == "GetManagedObjects" {
      reply(call) { $0.append(objects) }
    } else if path == Self.adapter {
      onAdapter(member, call)
    } else if let address, peripherals[address]?.isKnown == true {
      path.contains("/char")
        ? onCharacteristic(Int(path.suffix(1)) ?? 0, address, member, call)
        : onDevice(address, member, call)
    } else {
      refuse(call, "org.freedesktop.DBus.Error.UnknownObject")
    }
    return 1
  }

  private func onAdapter(_ member: String, _ call: OpaquePointer) {
    guard hasAdapter else { return refuse(call, "org.freedesktop.DBus.Error.UnknownObject") }
    switch member {
    case "SetDiscoveryFilter": filter = readFilter(call)
    case "StartDiscovery":
      guard isPowered else { return refuse(call, "org.bluez.Error.NotReady") }
      if isDiscovering { return refuse(call, "org.bluez.Error.InProgress") }
      isDiscovering = true
    case "StopDiscovery":
      guard isDiscovering else { return refuse(call, "org.bluez.Error.Failed", "No discovery") }
      isDiscovering = false
    case "RemoveDevice":
      let path = readText(call, "o")
      if let address = peripherals.keys.first(where: { Self.path($0) == path }) {
        disconnect(address)
        peripherals[address]?.spec.isStuckInProgress = false
        forget(address)
      }
    case "Set":
      isPowered = true
      changed(Self.adapter, "org.bluez.Adapter1", ["Powered": .boolean(true)])
    default: return refuse(call, "org.freedesktop.DBus.Error.UnknownMethod")
    }
    reply(call)
    advertise()
  }

  private func onDevice(_ address: String, _ member: String, _ call: OpaquePointer) {
    switch member {
    case "Connect": connect(address, call)
    case "Disconnect":
      guard peripherals[address]?.isConnected == true else {
        return refuse(call, "org.bluez.Error.NotConnected")
      }
      disconnect(address)
      reply(call)
    default: refuse(call, "org.freedesktop.DBus.Error.UnknownMethod")
    }
  }

  private func connect(_ address: String, _ call: OpaquePointer) {
    guard var held = peripherals[address] else { return }
    if held.isConnected { return reply(call) }
    if held.spec.isStuckInProgress { return refuse(call, "org.bluez.Error.InProgress") }
    if connectsOnlyWhileScanning, !isDiscovering { return }
    if !connectsOnlyWhileScanning, isDiscovering {
      owner.violate("Connect while discovery runs")
      return refuse(call, "org.bluez.Error.Failed", "le-connection-abort-by-local")
    }
    if !held.spec.connectFaults.isEmpty {
      let fault = held.spec.connectFaults.removeFirst()
      peripherals[address] = held
      return fail(address, fault, call)
    }
    held.isConnected = true
    held.isResolved = held.spec.unresolvedCount == 0
    held.spec.unresolvedCount = max(0, held.spec.unresolvedCount - 1)
    peripherals[address] = held
    let path = Self.path(address)
    changed(path, "org.bluez.Device1", ["Connected": .boolean(true)])
    reply(call)
    for (path, interfaces) in gatt(held).sorted(by: { $0.key < $1.key }) {
      added(path, interfaces)
    }
    if held.isResolved {
      changed(path, "org.bluez.Device1", ["ServicesResolved": .boolean(true)])
    }
  }

  private func fail(
    _ address: String, _ fault: FakePeripheral.ConnectFault, _ call: OpaquePointer
  ) {
    switch fault {
    case .hang: break
    case .abort: refuse(call, "org.bluez.Error.Failed", "le-connection-abort-by-local")
    case .unknownObject:
      forget(address, silently: true)
      refuse(call, "org.freedesktop.DBus.Error.UnknownObject")
    case .failed(let message): refuse(call, "org.bluez.Error.Failed", message)
    }
  }

  private func onCharacteristic(
    _ index: Int, _ address: String, _ member: String, _ call: OpaquePointer
  ) {
    guard var held = peripherals[address], held.isResolved else {
      return refuse(call, "org.freedesktop.DBus.Error.UnknownObject")
    }
    let flags = held.spec.characteristics[index].flags
    switch member {
    case "AcquireNotify" where held.spec.hasSockets && flags.contains("notify"):
      let socket = socketPair(call, held.spec.mtu)
      held.isDeaf = held.spec.deafCount > 0
      held.spec.deafCount = max(0, held.spec.deafCount - 1)
      if held.spec.endingCount > 0 {
        held.spec.endingCount -= 1
        close(socket)
      } else {
        held.notifying[index] = socket
      }
      peripherals[address] = held
    case "AcquireWrite" where held.spec.hasSockets && flags.contains("write-without-response"):
      peripherals[address]?.writing[index] = socketPair(call, held.spec.mtu)
    case "StartNotify":
      peripherals[address]?.signalling.insert(index)
      reply(call)
    case "WriteValue":
      let bytes = readBytes(call)
      reply(call)
      wrote(address, bytes, held.spec.characteristics[index].uuid)
    default: refuse(call, "org.bluez.Error.NotSupported")
    }
  }

  /// Hands out one end of a pair and gives back the other.
  private func socketPair(_ call: OpaquePointer, _ mtu: UInt16) -> Int32 {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    socketpair(AF_UNIX, kind | Int32(SOCK_NONBLOCK.rawValue), 0, &ends)
    reply(call) { $0.append(descriptor: ends[0], mtu: mtu) }
    close(ends[0])
    return ends[1]
  }
}

/// `sd_bus_message_handler_t`.
private func fakeCallback(
  message: OpaquePointer?, context: UnsafeMutableRawPointer?,
  error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let message, let context else { return 0 }
  return Unmanaged<FakeRadio>.fromOpaque(context).takeUnretainedValue().answer(message)
}
