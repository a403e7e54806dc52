import CSystemd
import Glibc
package import Linux

/// An error answer: its name on the bus, for example `org.freedesktop.DBus.Error.ServiceUnknown`.
package struct BusFailure: Error, Equatable, Sendable {
  package let name: String
  /// What the service says about it, for a person.
  package let message: String

  package init(name: String, message: String = "") {
    self.name = name
    self.message = message
  }

  /// Nobody on the bus has the service's name.
  package var isServiceAbsent: Bool {
    name == "org.freedesktop.DBus.Error.ServiceUnknown"
      || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
  }
}

/// The values that are read here; others are passed over.
package enum BusValue: Equatable, Sendable {
  /// An unsigned number of at most 32 bits.
  case number(UInt32)
  /// A signed number of at most 32 bits.
  case signed(Int32)
  case boolean(Bool)
  case bytes([UInt8])
  /// A text or an object's path.
  case text(String)
  case texts([String])
}

/// A message of a bus, read from its beginning on; valid only during the call that brings it.
package struct BusMessage {
  /// Entries of a list or dictionary that are read; the rest is left.
  private static let entryLimit = 512
  /// Objects of a service that are read; the rest is left.
  private static let objectLimit = 4096
  /// Bytes of an array that are read; a longer one is no value.
  private static let byteLimit = 4096

  /// Interfaces of an object with their properties.
  package typealias Interfaces = [String: [String: BusValue]]

  private let message: OpaquePointer

  /// An `sd_bus_message` that outlives this.
  package init(_ message: OpaquePointer) { self.message = message }

  var failure: BusFailure? {
    guard let error = sd_bus_message_get_error(message) else { return nil }
    return BusFailure(
      name: error.pointee.name.map { String(cString: $0) } ?? "",
      message: error.pointee.message.map { String(cString: $0) } ?? "")
  }

  /// The object that it is about.
  package var path: String { sd_bus_message_get_path(message).map { String(cString: $0) } ?? "" }

  /// The next value, a text.
  package func readText() -> String? { text(of: "s") }

  /// The next value, a list of texts.
  package func readTexts() -> [String] { texts(of: "s") }

  /// The next value, the path of an object.
  package func readPath() -> String? { text(of: "o") }

  /// The next value, a number of 16 bits.
  package func readUInt16() -> UInt16? { number(of: "q", UInt16.self) }

  /// The next value, a descriptor: a copy of the message's, which closes its own. Nil for none.
  package func readDescriptor() throws(SystemError) -> Descriptor? {
    var number: Int32 = -1
    guard sd_bus_message_read_basic(message, busType("h"), &number) > 0, number >= 0 else {
      return nil
    }
    let copy = try systemCall("fcntl", "a descriptor from the bus") {
      fcntl(number, F_DUPFD_CLOEXEC, 3)
    }
    return Descriptor(owning: copy)
  }

  /// The next value, a dictionary of properties (`a{sv}`).
  package func readProperties() -> [String: BusValue] {
    var properties: [String: BusValue] = [:]
    readEntries("s", "sv", limit: Self.entryLimit) { name in properties[name] = variant() }
    return properties
  }

  /// The next value, interfaces with their properties (`a{sa{sv}}`).
  package func readInterfaces() -> Interfaces {
    var interfaces: Interfaces = [:]
    readEntries("s", "sa{sv}", limit: Self.entryLimit) { name in
      interfaces[name] = readProperties()
    }
    return interfaces
  }

  /// The next value, the objects of a service by their paths (`a{oa{sa{sv}}}`).
  package func readObjects() -> [String: Interfaces] {
    var objects: [String: Interfaces] = [:]
    readEntries("o", "oa{sa{sv}}", limit: Self.objectLimit) { path in
      objects[path] = readInterfaces()
    }
    return objects
  }

  /// The next value, one property as it comes from `Get`.
  package func readVariant() -> BusValue? { variant() }

  /// Reads a dictionary's entries, up to a limit; the rest is passed over.
  private func readEntries(
    _ key: String, _ contents: String, limit: Int, _ body: (String) -> Void
  ) {
    guard enter("a", "{\(contents)}") else { return }
    var count = 0
    while count < limit, enter("e", contents), let name = text(of: key) {
      body(name)
      sd_bus_message_exit_container(message)
      count += 1
    }
    while sd_bus_message_skip(message, "{\(contents)}") > 0 {}
    sd_bus_message_exit_container(message)
  }

  private func variant() -> BusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard sd_bus_message_peek_type(message, &type, &contents) > 0, type == busType("v"),
      let contents = contents.map({ String(cString: $0) }), enter("v", contents)
    else { return nil }
    let value = value(of: contents)
    if value == nil { sd_bus_message_skip(message, contents) }
    sd_bus_message_exit_container(message)
    return value
  }

  private func value(of signature: String) -> BusValue? {
    switch signature {
    case "u": return number(of: "u", UInt32.self).map { .number($0) }
    case "q": return number(of: "q", UInt16.self).map { .number(UInt32($0)) }
    case "y": return number(of: "y", UInt8.self).map { .number(UInt32($0)) }
    case "n": return number(of: "n", Int16.self).map { .signed(Int32($0)) }
    case "i": return number(of: "i", Int32.self).map { .signed($0) }
    case "b": return number(of: "b", Int32.self).map { .boolean($0 != 0) }
    case "ay": return bytes().map { .bytes($0) }
    case "s", "o": return text(of: signature).map { .text($0) }
    case "as", "ao": return .texts(texts(of: String(signature.dropFirst())))
    default: return nil
    }
  }

  private func number<Number: FixedWidthInteger>(
    of type: String, _: Number.Type
  ) -> Number? {
    var number: Number = 0
    return sd_bus_message_read_basic(message, busType(type), &number) > 0 ? number : nil
  }

  private func bytes() -> [UInt8]? {
    var start: UnsafeRawPointer?
    var count = 0
    let code = sd_bus_message_read_array(message, busType("y"), &start, &count)
    guard code >= 0, count <= Self.byteLimit else { return nil }
    return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  private func text(of type: String) -> String? {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(message, busType(type), &text) > 0 else { return nil }
    return text.map { String(cString: $0) }
  }

  private func texts(of type: String) -> [String] {
    var texts: [String] = []
    guard enter("a", type) else { return texts }
    while texts.count < Self.entryLimit, let next = text(of: type) { texts.append(next) }
    while sd_bus_message_skip(message, type) > 0 {}
    sd_bus_message_exit_container(message)
    return texts
  }

  private func enter(_ type: String, _ contents: String) -> Bool {
    sd_bus_message_enter_container(message, busType(type), contents) > 0
  }
}
