import CSystemd

/// A value as it goes onto the bus.
enum FakeValue {
  case text(String)
  case path(String)
  case boolean(Bool)
  case signed(Int16)
  case texts([String])
  case bytes([UInt8])

  var signature: String {
    switch self {
    case .text: "s"
    case .path: "o"
    case .boolean: "b"
    case .signed: "n"
    case .texts: "as"
    case .bytes: "ay"
    }
  }
}

typealias FakeInterfaces = [String: [String: FakeValue]]

/// Writes a message's body.
struct BusWriter {
  let message: OpaquePointer?

  func append(_ value: FakeValue) {
    switch value {
    case .text(let text), .path(let text): append(value.signature, text)
    case .boolean(let isTrue):
      var number: CInt = isTrue ? 1 : 0
      sd_bus_message_append_basic(message, code("b"), &number)
    case .signed(var number): sd_bus_message_append_basic(message, code("n"), &number)
    case .texts(let texts): inside("a", "s") { for text in texts { append("s", text) } }
    case .bytes(let bytes):
      bytes.withUnsafeBytes {
        _ = sd_bus_message_append_array(message, code("y"), $0.baseAddress, $0.count)
      }
    }
  }

  func append(_ properties: [String: FakeValue]) {
    inside("a", "{sv}") {
      for (name, value) in properties {
        inside("e", "sv") {
          append("s", name)
          inside("v", value.signature) { append(value) }
        }
      }
    }
  }

  func append(_ interfaces: FakeInterfaces) {
    inside("a", "{sa{sv}}") {
      for (name, properties) in interfaces {
        inside("e", "sa{sv}") {
          append("s", name)
          append(properties)
        }
      }
    }
  }

  func append(_ objects: [String: FakeInterfaces]) {
    inside("a", "{oa{sa{sv}}}") {
      for (path, interfaces) in objects {
        inside("e", "oa{sa{sv}}") {
          append("o", path)
          append(interfaces)
        }
      }
    }
  }

  /// A descriptor, which the message copies, and the MTU.
  func append(descriptor: Int32, mtu: UInt16) {
    var (descriptor, mtu) = (descriptor, mtu)
    sd_bus_message_append_basic(message, code("h"), &descriptor)
    sd_bus_message_append_basic(message, code("q"), &mtu)
  }

  private func append(_ type: String, _ text: String) {
    _ = text.withCString { sd_bus_message_append_basic(message, code(type), $0) }
  }

  private func inside(_ type: String, _ contents: String, _ body: () -> Void) {
    sd_bus_message_open_container(message, code(type), contents)
    body()
    sd_bus_message_close_container(message)
  }

  private func code(_ type: String) -> CChar { CChar(truncatingIfNeeded: type.utf8.first!) }
}
