import CommandLineInterface
import Configuration
import ControlAPI
import Diagnosis
import Glibc
import JSON
import Linux
import Systemd

/// The texts of a support bundle as they are on this box, still with everything in them.
struct BundleContents {
  private let examination: Examination

  init(_ examination: Examination) { self.examination = examination }

  var status: JSONValue { Self.json(examination.status) { $0.json } }

  var instruments: JSONValue { Self.json(examination.instruments) { $0.json } }

  private static func json<Document>(
    _ result: Result<Document, Failure>, _ read: (Document) -> JSONValue
  ) -> JSONValue {
    switch result {
    case .success(let document): read(document)
    case .failure(let failure):
      ["error": .string(failure.slug), "message": .string(failure.message)]
    }
  }

  var configuration: String {
    let files = examination.files.sources.map { source in
      let text = String(decoding: source.bytes, as: UTF8.self)
      return "#=== \(source.name)\n" + RedactedConfiguration.text(of: text)
    }
    let unreadable = examination.files.unreadable.map { "\($0)\n" }
    return (files + unreadable + [examination.configuration.report]).joined(separator: "\n")
  }

  // MARK: The system

  private static let packages = [
    "barograph", "gpsd", "bluez", "network-manager", "chrony", "systemd",
  ]

  var system: String {
    [
      "barograph \(ProductVersion.text), recorder \(examination.facts?.version ?? "unknown")",
      Self.kernel, Self.firstLine("/etc/os-release", beginningWith: "PRETTY_NAME="),
      SystemTree.text("/proc/device-tree/model").map { String($0.filter { $0 != "\0" }) },
      Self.firstLine("/proc/meminfo", beginningWith: "MemTotal"),
      Self.firstLine("/proc/meminfo", beginningWith: "MemAvailable"),
      "up for \(SystemTree.word("/proc/uptime") ?? "?") s", "", "packages:",
      Self.printed(
        ["dpkg-query", "-W", "-f", "${Package} ${Version} ${db:Status-Abbrev}\n"] + Self.packages),
      "file systems:",
      Self.printed(["df", "-PTh", "-x", "tmpfs", "-x", "devtmpfs"]), "units:", unitLines,
    ].compactMap(\.self).joined(separator: "\n") + "\n"
  }

  private static var kernel: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "kernel unknown" }
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return "\(text(name.sysname)) \(text(name.release)) \(text(name.machine))"
  }

  private static func firstLine(_ path: String, beginningWith start: String) -> String? {
    SystemTree.text(path)?.split(separator: "\n").first { $0.hasPrefix(start) }.map(String.init)
  }

  private var unitLines: String {
    switch examination.units {
    case .unknown(let reason): reason
    case .known(let units):
      units.sorted { $0.key < $1.key }.map { name, unit in
        "\(name): \(unit.load) \(unit.active) \(unit.file) \(unit.result) "
          + "exit \(unit.exitStatus) restarts \(unit.restarts)"
      }.joined(separator: "\n")
    }
  }

  /// What a program prints even if it complains.
  private static func printed(_ words: [String]) -> String? {
    ProgramRun.output(of: ["sh", "-c", "\"$@\" || true", "sh"] + words, limit: 1 << 16).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  // MARK: Ports and journal

  /// What udev and the kernel know of each serial port; serial numbers are not read.
  var ports: String {
    let lines = SystemTree.serialPorts.map { port in
      let name = String(port.dropFirst("/dev/".count))
      let device = SystemTree.real("/sys/class/tty/\(name)/device")
      let driver = SystemTree.real("\(device)/driver").split(separator: "/").last ?? "?"
      let folders = sequence(first: device) { Files.folder(of: $0) }.prefix(4)
      let usb = folders.first { Files.exists("\($0)/idVendor") }.map { folder in
        ["idVendor", "idProduct", "manufacturer", "product"]
          .map { SystemTree.text("\(folder)/\($0)")?.filter { $0 != "\n" } ?? "?" }
          .joined(separator: " ")
      }
      let rights = SystemTree.rights(port).value
      return "\(port): driver \(driver), usb \(usb ?? "none"), group \(rights?.groupName ?? "?"), "
        + "mode \(String(rights?.mode ?? 0, radix: 8)), "
        + "held by \(DeviceHolders.first(of: port) ?? "nobody that can be seen")"
    }
    return lines.isEmpty ? "no serial ports\n" : lines.joined(separator: "\n") + "\n"
  }

  private static let units = [
    "barographd.service", "barograph-import@*.service", "gpsd.service", "bluetooth.service",
  ]

  var journal: String {
    let words =
      [
        "journalctl", "--no-pager", "--no-hostname", "-o", "short-iso", "--since", "-3d", "-n",
        "4000",
      ]
      + Self.units.map { "--unit=\($0)" }
    guard let output = ProgramRun.output(of: words, limit: 4 << 20, milliseconds: 20_000),
      !output.isEmpty
    else {
      return "the journal cannot be read: use sudo, or join the group systemd-journal\n"
    }
    return String(decoding: output, as: UTF8.self)
  }
}
