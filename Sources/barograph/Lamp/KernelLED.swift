import Glibc
import Linux

/// A lamp of the kernel's: a folder of `/sys/class/leds` with `brightness` and `trigger`.
struct KernelLED {
  private let folder: String
  private let full: String
  /// What drove it before, and how bright it was.
  private let trigger: String?
  private let brightness: String

  /// Takes a lamp over from its trigger. `name` is the folder's name, or its whole path.
  init(_ name: String) throws(SystemError) {
    folder = name.hasPrefix("/") ? name : "/sys/class/leds/\(name)"
    full = (try? Self.text("\(folder)/max_brightness")) ?? "1"
    brightness = try Self.text("\(folder)/brightness")
    // The one in brackets is in use: `none [mmc0] timer`.
    trigger = (try? Self.text("\(folder)/trigger"))?.split(separator: " ")
      .first { $0.hasPrefix("[") }.map { String($0.dropFirst().dropLast()) }
    if trigger != nil { try write("none", to: "trigger") }
  }

  func light(_ isOn: Bool) throws(SystemError) { try write(isOn ? full : "0", to: "brightness") }

  /// Gives it back as it was; what cannot be given back stays dark.
  func giveBack() {
    try? write(brightness, to: "brightness")
    if let trigger { try? write(trigger, to: "trigger") }
  }

  private func write(_ text: String, to name: String) throws(SystemError) {
    let path = "\(folder)/\(name)"
    let file = try Descriptor.open(path, O_WRONLY | O_TRUNC)
    try file.write(all: Array("\(text)\n".utf8))
  }

  /// The first line of one of its files.
  private static func text(_ path: String) throws(SystemError) -> String {
    let bytes = try Files.read(path, limit: 1 << 16)
    return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// Whether a text can name a lamp: no path but an absolute one.
  static func isName(_ name: String) -> Bool {
    name.hasPrefix("/") || !name.isEmpty && !name.hasPrefix(".") && !name.contains("/")
  }
}
