import CSystemd

/// A value to be sent in a call, with its type on the bus.
package enum BusArgument: Equatable, Sendable {
  /// `s`
  case text(String)
  /// `o`
  case path(String)
  /// `b`
  case boolean(Bool)
  /// `q`
  case uint16(UInt16)
  /// `as`
  case texts([String])
  /// `ay`
  case bytes([UInt8])
  /// `a{sv}`
  case options([String: BusArgument])
  /// `v`
  indirect case variant(BusArgument)

  /// The signature of the value.
  var signature: String {
    switch self {
    case .text: "s"
    case .path: "o"
    case .boolean: "b"
    case .uint16: "q"
    case .texts: "as"
    case .bytes: "ay"
    case .options: "a{sv}"
    case .variant: "v"
    }
  }

  /// Appends it to a message; a negative `errno` is a failure (sd_bus_message_append(3)).
  func append(to message: OpaquePointer?) -> Int32 {
    switch self {
    case .text(let text), .path(let text):
      return text.withCString { append(message, $0) }
    case .boolean(let isTrue):
      return withUnsafePointer(to: CInt(isTrue ? 1 : 0)) { append(message, $0) }
    case .uint16(let number): return withUnsafePointer(to: number) { append(message, $0) }
    case .bytes(let bytes):
      return bytes.withUnsafeBytes {
        sd_bus_message_append_array(message, busType("y"), $0.baseAddress, $0.count)
      }
    case .texts(let texts): return inside(message, "a", "s") { texts.map(BusArgument.text) }
    case .variant(let value): return inside(message, "v", value.signature) { [value] }
    case .options(let options): return append(options, to: message)
    }
  }

  private func append(_ message: OpaquePointer?, _ value: UnsafeRawPointer) -> Int32 {
    sd_bus_message_append_basic(message, busType(signature), value)
  }

  private func append(_ options: [String: BusArgument], to message: OpaquePointer?) -> Int32 {
    var code = sd_bus_message_open_container(message, busType("a"), "{sv}")
    for (name, value) in options where code >= 0 {
      code = inside(message, "e", "sv") { [.text(name), .variant(value)] }
    }
    return code < 0 ? code : sd_bus_message_close_container(message)
  }

  private func inside(
    _ message: OpaquePointer?, _ type: String, _ contents: String, _ values: () -> [BusArgument]
  ) -> Int32 {
    var code = sd_bus_message_open_container(message, busType(type), contents)
    for value in values() where code >= 0 { code = value.append(to: message) }
    return code < 0 ? code : sd_bus_message_close_container(message)
  }
}

/// A one-letter type as the library takes it.
func busType(_ letter: String) -> CChar {
  letter.utf8.first.map { CChar(truncatingIfNeeded: $0) } ?? 0
}
