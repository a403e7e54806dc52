import CUdev
import Glibc
package import Linux

/// The serial ports of this box, and their arrivals and removals (libudev). Of the loop's thread
/// alone.
package final class SerialDeviceWatch {
  package enum Event: Equatable, Sendable {
    /// A port came, or more is known of it.
    case added(SerialDevice)
    /// A port is gone.
    case removed(SerialDevice)
  }

  /// Takes at most so many messages in a row, so that a flood cannot keep the thread.
  private static let mostMessages = 64

  private let loop: EventLoop
  private let context: OpaquePointer
  private let monitor: OpaquePointer
  private let changed: (Event) -> Void
  private var watch: EventLoop.Watch?
  private var found: [String: SerialDevice] = [:]

  /// Follows the ports from now on; `changed` is called on the loop's thread with what changes after
  /// `devices` was true.
  package init(loop: EventLoop, changed: @escaping (Event) -> Void) throws(SystemError) {
    guard let context = udev_new() else { throw .current("udev_new", "udev") }
    guard let monitor = udev_monitor_new_from_netlink(context, "udev") else {
      let error = SystemError.current("udev_monitor_new_from_netlink", "udev")
      udev_unref(context)
      throw error
    }
    self.loop = loop
    self.context = context
    self.monitor = monitor
    self.changed = changed
    udev_monitor_filter_add_match_subsystem_devtype(monitor, "tty", nil)
    let code = udev_monitor_enable_receiving(monitor)
    guard code >= 0 else {
      throw SystemError(operation: "udev_monitor_enable_receiving", subject: "udev", code: -code)
    }
    // Listens before it looks, so that nothing that comes between is missed.
    found = enumerate()
    watch = try loop.watch(udev_monitor_get_fd(monitor), for: .readable) { [unowned self] _ in
      receive()
    }
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(context)
  }

  /// The ports that are there, in the order of their names.
  package var devices: [SerialDevice] { found.values.sorted { $0.node < $1.node } }

  /// Ends the watch; call it before the last owner lets go.
  package func close() {
    if let watch { loop.cancel(watch) }
    watch = nil
  }

  // MARK: What is there

  private func enumerate() -> [String: SerialDevice] {
    guard let list = udev_enumerate_new(context) else { return [:] }
    defer { udev_enumerate_unref(list) }
    udev_enumerate_add_match_subsystem(list, "tty")
    udev_enumerate_scan_devices(list)
    var devices: [String: SerialDevice] = [:]
    var entry = udev_enumerate_get_list_entry(list)
    while let current = entry {
      if let path = udev_list_entry_get_name(current),
        let handle = udev_device_new_from_syspath(context, path)
      {
        if let device = SerialDevice(handle) { devices[device.systemPath] = device }
        udev_device_unref(handle)
      }
      entry = udev_list_entry_get_next(current)
    }
    return devices
  }

  // MARK: What changes

  private func receive() {
    for _ in 0..<Self.mostMessages {
      errno = 0
      guard let handle = udev_monitor_receive_device(monitor) else {
        // Messages were lost (ENOBUFS): look at everything again.
        if errno == ENOBUFS { compare() }
        return
      }
      take(handle)
      udev_device_unref(handle)
      // What is told may have closed this.
      if watch == nil { return }
    }
  }

  private func take(_ handle: OpaquePointer) {
    guard let path = udev_device_get_syspath(handle).map({ String(cString: $0) }) else { return }
    let action = udev_device_get_action(handle).map { String(cString: $0) }
    if action == "remove" { remove(path) } else if let device = SerialDevice(handle) { add(device) }
  }

  private func add(_ device: SerialDevice) {
    guard found.updateValue(device, forKey: device.systemPath) != device else { return }
    changed(.added(device))
  }

  private func remove(_ path: String) {
    if let device = found.removeValue(forKey: path) { changed(.removed(device)) }
  }

  private func compare() {
    let now = enumerate()
    for path in found.keys.sorted() where now[path] == nil { remove(path) }
    for path in now.keys.sorted() { if let device = now[path] { add(device) } }
  }
}

extension SerialDevice {
  /// Nil for consoles, pseudo-terminals, and what udev has not finished with.
  fileprivate init?(_ handle: OpaquePointer) {
    guard let node = udev_device_get_devnode(handle), let path = udev_device_get_syspath(handle)
    else { return nil }
    let systemPath = String(cString: path)
    let read = { (name: String) -> String? in
      udev_device_get_property_value(handle, name).map { String(cString: $0) }
    }
    // What udev has not finished with has no other names yet; it is told of later.
    let isFinished = udev_device_get_is_initialized(handle) != 0 || read("DEVLINKS") != nil
    guard !systemPath.contains("/devices/virtual/"), isFinished else { return nil }
    self.init(
      node: String(cString: node), systemPath: systemPath,
      links: (read("DEVLINKS") ?? "").split(separator: " ").map(String.init).sorted(),
      usb: Self.identity(read("ID_VENDOR_ID"), read("ID_MODEL_ID")),
      product: read("ID_MODEL_ENC").map(Self.decoded) ?? read("ID_MODEL"),
      serialNumber: read("ID_SERIAL_SHORT"), pathTag: read("ID_PATH_TAG"),
      driver: read("ID_USB_DRIVER"))
  }

  private static func identity(_ vendor: String?, _ product: String?) -> USBIdentity? {
    guard let vendor = vendor.flatMap({ UInt16($0, radix: 16) }),
      let product = product.flatMap({ UInt16($0, radix: 16) })
    else { return nil }
    return USBIdentity(vendor: vendor, product: product)
  }
}
