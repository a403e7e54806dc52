import CSystemd
import FuzzDriver
import Glibc
import Systemd

/// The bytes of an input, one after the other; zeros behind the last.
struct FuzzInput {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isEmpty: Bool { place >= bytes.count }

  mutating func next() -> UInt8 {
    defer { place += 1 }
    return place < bytes.count ? bytes[place] : 0
  }
}

/// Makes messages of a bus that nobody is on the other end of.
final class MessageFactory {
  /// Words that lead somewhere; others are spelled.
  private static let words = [
    "org.bluez.Adapter1", "org.bluez.Device1", "org.bluez.GattService1",
    "org.bluez.GattCharacteristic1", "Address", "Alias", "Name", "RSSI", "UUIDs", "Connected",
    "ServicesResolved", "Paired", "Powered", "UUID", "Flags", "Value", "C4:00:00:00:00:0A",
    "6e400001-b5a3-f393-e0a9-e50e24dcca9e", "notify", "write-without-response",
  ]
  private static let paths = [
    "/org/bluez/hci0", "/org/bluez/hci0/dev_C4_00_00_00_00_0A",
    "/org/bluez/hci0/dev_C4_00_00_00_00_0A/service000a",
    "/org/bluez/hci0/dev_C4_00_00_00_00_0A/service000a/char000b", "/", "/org/bluez/hci1",
  ]

  private let bus: OpaquePointer
  private let socket: Int32
  private var message: OpaquePointer?

  init() {
    var ends: [Int32] = [-1, -1]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    var bus: OpaquePointer?
    let codes = [
      sd_bus_new(&bus), sd_bus_set_fd(bus, ends[0], ends[0]), sd_bus_start(bus),
    ]
    guard let bus, codes.allSatisfy({ $0 >= 0 }) else { fatalError("no bus: \(codes)") }
    self.bus = bus
    socket = ends[1]
  }

  /// Makes one message of the input and hands it out.
  func withMessage(_ input: inout FuzzInput, _ body: (BusMessage) -> Void) {
    let shape = input.next()
    var made: OpaquePointer?
    sd_bus_message_new_signal(bus, &made, path(&input), "org.example", "Told")
    guard let made else { fatalError("no message") }
    defer { sd_bus_message_unref(made) }
    message = made
    fill(shape, &input)
    // A descriptor without a bus that passes them cannot be sealed.
    guard sd_bus_message_seal(made, 1, 0) >= 0, sd_bus_message_rewind(made, 1) >= 0 else { return }
    body(BusMessage(made))
  }

  private func fill(_ shape: UInt8, _ input: inout FuzzInput) {
    switch shape % 6 {
    case 0: objects(&input)
    case 1:
      append("o", path(&input))
      interfaces(&input)
    case 2:
      append("o", path(&input))
      texts("s", &input)
    case 3:
      append("s", word(&input))
      properties(&input)
      texts("s", &input)
    case 4: append(number: UInt16(input.next()) << 8 | UInt16(input.next()), "q")
    default: variant(&input, depth: 0)
    }
  }

  // MARK: Parts

  private func objects(_ input: inout FuzzInput) {
    entries("oa{sa{sv}}", &input) {
      append("o", path(&$0))
      interfaces(&$0)
    }
  }

  private func interfaces(_ input: inout FuzzInput) {
    entries("sa{sv}", &input) {
      append("s", word(&$0))
      properties(&$0)
    }
  }

  private func properties(_ input: inout FuzzInput) {
    entries("sv", &input) {
      append("s", word(&$0))
      variant(&$0, depth: 0)
    }
  }

  private func variant(_ input: inout FuzzInput, depth: Int) {
    let types = [
      "s", "o", "b", "u", "q", "y", "n", "i", "x", "d", "as", "ao", "ay", "a{sv}", "v", "(sy)",
    ]
    let type = types[Int(input.next()) % (depth < 3 ? types.count : 10)]
    inside("v", type) {
      switch type {
      case "s": append("s", word(&input))
      case "o": append("o", path(&input))
      case "b": append(number: CInt(input.next() & 1), "b")
      case "u", "i": append(number: UInt32(input.next()) << 24 | UInt32(input.next()), type)
      case "q", "n": append(number: UInt16(input.next()) << 8 | UInt16(input.next()), type)
      case "y": append(number: input.next(), "y")
      case "x", "d": append(number: UInt64(input.next()) << 56, type)
      case "as", "ao": texts(String(type.dropFirst()), &input)
      case "ay": bytes(&input)
      case "a{sv}": properties(&input)
      case "v": variant(&input, depth: depth + 1)
      default:
        inside("r", "sy") {
          append("s", word(&input))
          append(number: input.next(), "y")
        }
      }
    }
  }

  private func bytes(_ input: inout FuzzInput) {
    // Longer than what is read at most, too.
    let bytes = [UInt8](repeating: input.next(), count: Int(input.next()) * 24)
    bytes.withUnsafeBytes {
      _ = sd_bus_message_append_array(message, code("y"), $0.baseAddress, $0.count)
    }
  }

  private func texts(_ type: String, _ input: inout FuzzInput) {
    inside("a", type) {
      for _ in 0..<count(&input) {
        append(type, type == "o" ? path(&input) : word(&input))
      }
    }
  }

  private func entries(
    _ contents: String, _ input: inout FuzzInput, _ body: (inout FuzzInput) -> Void
  ) {
    inside("a", "{\(contents)}") {
      for _ in 0..<count(&input) { inside("e", contents) { body(&input) } }
    }
  }

  /// Few, or more than are read; no more than the input has something for.
  private func count(_ input: inout FuzzInput) -> Int {
    let byte = input.next()
    return byte == 255 ? 600 : Int(byte % 8)
  }

  private func path(_ input: inout FuzzInput) -> String {
    let byte = Int(input.next())
    return byte < 240 ? Self.paths[byte % Self.paths.count] : "/p\(byte)/\(input.next())"
  }

  private func word(_ input: inout FuzzInput) -> String {
    let byte = Int(input.next())
    if byte < 200 { return Self.words[byte % Self.words.count] }
    let letters = (0..<(byte - 200)).map { _ in max(1, input.next()) }
    return String(decoding: letters, as: UTF8.self)
  }

  private func inside(_ type: String, _ contents: String, _ body: () -> Void) {
    guard sd_bus_message_open_container(message, code(type), contents) >= 0 else { return }
    body()
    sd_bus_message_close_container(message)
  }

  private func append(_ type: String, _ text: String) {
    _ = text.withCString { sd_bus_message_append_basic(message, code(type), $0) }
  }

  private func append(number: some FixedWidthInteger, _ type: String) {
    _ = withUnsafePointer(to: number) { sd_bus_message_append_basic(message, code(type), $0) }
  }

  private func code(_ type: String) -> CChar { CChar(truncatingIfNeeded: type.utf8.first!) }
}
