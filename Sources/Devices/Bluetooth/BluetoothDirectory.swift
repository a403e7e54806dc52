package import BLEProfiles
package import Systemd

/// What BlueZ knows, as it tells it: adapters, devices, services and characteristics by their paths.
/// Bounded; of others nothing is kept.
package struct BluetoothDirectory {
  package struct Adapter: Equatable, Sendable {
    package var path: String
    package var isPowered: Bool
  }

  package struct Device: Equatable, Sendable {
    package var path: String
    package var address: BluetoothAddress
    /// As the device or a person calls it.
    package var name: String?
    /// dBm; nil where it was not heard lately.
    package var rssi: Int?
    /// UUIDs of its services, as far as it told.
    package var services: [String]
    package var isConnected: Bool
    package var isResolved: Bool
    package var isPaired: Bool
  }

  package struct Characteristic: Equatable, Sendable {
    package var path: String
    package var uuid: String
    package var flags: [String]
  }

  private static let limit = 4096
  private static let interfaces: Set<String> = [
    BlueZ.adapter, BlueZ.device, BlueZ.gattService, BlueZ.characteristic,
  ]
  private var objects: [String: BusMessage.Interfaces] = [:]

  package init() {}

  // MARK: What the bus tells

  /// Everything anew.
  package mutating func replace(_ objects: [String: BusMessage.Interfaces]) {
    self.objects = [:]
    for (path, interfaces) in objects { add(path, interfaces) }
  }

  package mutating func add(_ path: String, _ interfaces: BusMessage.Interfaces) {
    let known = interfaces.filter { Self.interfaces.contains($0.key) }
    guard !known.isEmpty, objects[path] != nil || objects.count < Self.limit else { return }
    objects[path, default: [:]].merge(known) { $1 }
  }

  package mutating func remove(_ path: String, _ interfaces: [String]) {
    for interface in interfaces { objects[path]?[interface] = nil }
    if objects[path]?.isEmpty == true { objects[path] = nil }
  }

  package mutating func change(
    _ path: String, _ interface: String, _ changed: [String: BusValue], invalidated: [String]
  ) {
    guard objects[path]?[interface] != nil else { return }
    for (name, value) in changed where name != "Value" { objects[path]?[interface]?[name] = value }
    for name in invalidated { objects[path]?[interface]?[name] = nil }
  }

  // MARK: What is asked

  /// The adapter that is used: the first that is switched on, else the first.
  package var adapter: Adapter? {
    let adapters = objects.compactMap { path, interfaces in
      interfaces[BlueZ.adapter].map {
        Adapter(path: path, isPowered: $0["Powered"] == .boolean(true))
      }
    }
    let ordered = adapters.sorted { $0.path < $1.path }
    return ordered.first(where: \.isPowered) ?? ordered.first
  }

  /// The devices of the adapter that is used, by address.
  package var devices: [Device] {
    guard let adapter else { return [] }
    return objects.keys.filter { $0.hasPrefix(adapter.path + "/") }.compactMap(device)
      .sorted { $0.address < $1.address }
  }

  /// BlueZ names the object after the address.
  package func device(_ address: BluetoothAddress) -> Device? {
    guard let adapter else { return nil }
    let name = address.description.replacing(":", with: "_")
    return device(at: "\(adapter.path)/dev_\(name)")
  }

  private func device(at path: String) -> Device? {
    guard let properties = objects[path]?[BlueZ.device],
      let address = properties["Address"]?.text.flatMap({ BluetoothAddress($0) })
    else { return nil }
    var device = Device(
      path: path, address: address, name: properties["Alias"]?.text ?? properties["Name"]?.text,
      rssi: nil, services: [], isConnected: properties["Connected"] == .boolean(true),
      isResolved: properties["ServicesResolved"] == .boolean(true),
      isPaired: properties["Paired"] == .boolean(true))
    if case .signed(let rssi) = properties["RSSI"] { device.rssi = Int(rssi) }
    if case .texts(let services) = properties["UUIDs"] { device.services = services }
    return device
  }

  /// The characteristics of a device's service; nil where it has no such service.
  package func characteristics(of device: String, service uuid: String) -> [Characteristic]? {
    let services = objects.filter {
      $0.key.hasPrefix(device + "/") && $0.value[BlueZ.gattService]?["UUID"]?.text == uuid
    }
    guard let service = services.keys.min() else { return nil }
    return objects.keys.filter { $0.hasPrefix(service + "/") }.sorted().compactMap { path in
      guard let properties = objects[path]?[BlueZ.characteristic],
        let uuid = properties["UUID"]?.text, case .texts(let flags) = properties["Flags"]
      else { return nil }
      return Characteristic(path: path, uuid: uuid, flags: flags)
    }
  }
}

extension BusValue {
  /// A text, or nil.
  var text: String? { if case .text(let text) = self { text } else { nil } }
}
