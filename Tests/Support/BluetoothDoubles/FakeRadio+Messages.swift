import CSystemd

/// Messages of the fake.
extension FakeRadio {
  func reply(_ call: OpaquePointer, _ fill: (BusWriter) -> Void = { _ in }) {
    var message: OpaquePointer?
    sd_bus_message_new_method_return(call, &message)
    fill(BusWriter(message: message))
    sd_bus_send(nil, message, nil)
    sd_bus_message_unref(message)
  }

  func refuse(_ call: OpaquePointer, _ name: String, _ text: String = "no") {
    var error = sd_bus_error()
    sd_bus_error_set(&error, name, text)
    sd_bus_reply_method_error(call, &error)
    sd_bus_error_free(&error)
  }

  func signal(
    _ path: String, _ interface: String, _ member: String, _ fill: (BusWriter) -> Void
  ) {
    var message: OpaquePointer?
    sd_bus_message_new_signal(bus, &message, path, interface, member)
    fill(BusWriter(message: message))
    sd_bus_send(bus, message, nil)
    sd_bus_message_unref(message)
  }

  func added(_ path: String, _ interfaces: FakeInterfaces) {
    signal("/", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded") {
      $0.append(.path(path))
      $0.append(interfaces)
    }
  }

  func removed(_ path: String, _ interface: String) {
    signal("/", "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved") {
      $0.append(.path(path))
      $0.append(.texts([interface]))
    }
  }

  func changed(_ path: String, _ interface: String, _ properties: [String: FakeValue]) {
    signal(path, "org.freedesktop.DBus.Properties", "PropertiesChanged") {
      $0.append(.text(interface))
      $0.append(properties)
      $0.append(.texts([]))
    }
  }

  func readText(_ call: OpaquePointer, _ type: String) -> String {
    var text: UnsafePointer<CChar>?
    sd_bus_message_read_basic(call, CChar(truncatingIfNeeded: type.utf8.first!), &text)
    return text.map { String(cString: $0) } ?? ""
  }

  func readBytes(_ call: OpaquePointer) -> [UInt8] {
    var start: UnsafeRawPointer?
    var count = 0
    sd_bus_message_read_array(call, CChar(UInt8(ascii: "y")), &start, &count)
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The services of a discovery filter; empty for everything.
  func readFilter(_ call: OpaquePointer) -> [String] {
    var services: [String] = []
    let (array, entry, variant) = (UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "v"))
    sd_bus_message_enter_container(call, CChar(array), "{sv}")
    while sd_bus_message_enter_container(call, CChar(entry), "sv") > 0 {
      if readText(call, "s") == "UUIDs" {
        sd_bus_message_enter_container(call, CChar(variant), "as")
        sd_bus_message_enter_container(call, CChar(array), "s")
        while case let text = readText(call, "s"), !text.isEmpty { services.append(text) }
        sd_bus_message_exit_container(call)
        sd_bus_message_exit_container(call)
      } else {
        sd_bus_message_skip(call, "v")
      }
      sd_bus_message_exit_container(call)
    }
    return services
  }
}
