import CSystemd

/// An error answer: its name on the bus, for example `org.freedesktop.DBus.Error.ServiceUnknown`.
package struct BusFailure: Error, Equatable, Sendable {
  package let name: String

  /// Nobody on the bus has the service's name.
  package var isServiceAbsent: Bool {
    name == "org.freedesktop.DBus.Error.ServiceUnknown"
      || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
  }
}

/// The values that are read here; others are passed over.
package enum BusValue: Equatable, Sendable {
  case number(UInt32)
  /// A text or an object's path.
  case text(String)
  case texts([String])
}

/// A message of a bus, read from its beginning on; valid only during the call that brings it.
package struct BusMessage {
  /// Entries of a list or dictionary that are read; the rest is left.
  private static let entryLimit = 512

  private let message: OpaquePointer

  init(_ message: OpaquePointer) { self.message = message }

  var failure: BusFailure? {
    guard let error = sd_bus_message_get_error(message) else { return nil }
    return BusFailure(name: error.pointee.name.map { String(cString: $0) } ?? "")
  }

  /// The object that it is about.
  package var path: String { sd_bus_message_get_path(message).map { String(cString: $0) } ?? "" }

  /// The next value, a text.
  package func readText() -> String? { text(of: "s") }

  /// The next value, a list of texts.
  package func readTexts() -> [String] { texts(of: "s") }

  /// The next value, a dictionary of properties (`a{sv}`).
  package func readProperties() -> [String: BusValue] {
    var properties: [String: BusValue] = [:]
    guard enter("a", "{sv}") else { return properties }
    for _ in 0..<Self.entryLimit {
      guard enter("e", "sv"), let name = text(of: "s") else { return properties }
      properties[name] = variant()
      sd_bus_message_exit_container(message)
    }
    return properties
  }

  /// The next value, one property as it comes from `Get`.
  package func readVariant() -> BusValue? { variant() }

  private func variant() -> BusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard sd_bus_message_peek_type(message, &type, &contents) > 0, type == code("v"),
      let contents = contents.map({ String(cString: $0) }), enter("v", contents)
    else { return nil }
    let value = value(of: contents)
    if value == nil { sd_bus_message_skip(message, contents) }
    sd_bus_message_exit_container(message)
    return value
  }

  private func value(of signature: String) -> BusValue? {
    switch signature {
    case "u":
      var number: UInt32 = 0
      return sd_bus_message_read_basic(message, code("u"), &number) > 0 ? .number(number) : nil
    case "s", "o": return text(of: signature).map { .text($0) }
    case "as", "ao": return .texts(texts(of: String(signature.dropFirst())))
    default: return nil
    }
  }

  private func text(of type: String) -> String? {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(message, code(type), &text) > 0 else { return nil }
    return text.map { String(cString: $0) }
  }

  private func texts(of type: String) -> [String] {
    var texts: [String] = []
    guard enter("a", type) else { return texts }
    while texts.count < Self.entryLimit, let next = text(of: type) { texts.append(next) }
    sd_bus_message_exit_container(message)
    return texts
  }

  private func enter(_ type: String, _ contents: String) -> Bool {
    sd_bus_message_enter_container(message, code(type), contents) > 0
  }

  private func code(_ type: String) -> CChar { CChar(bitPattern: type.utf8.first!) }
}
