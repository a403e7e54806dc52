import Glibc
import Linux
import TestSupport
import Testing

/// `udev/70-barograph.rules` read as udev(7) describes it, since udevadm of Debian 12 cannot check it.
@Suite struct UdevRulesTests {
  private static let name = "70-barograph.rules"
  private let rules: [Rule]

  init() throws {
    let text = try Files.read("\(PackageFolder.root)/udev/\(Self.name)", limit: 1 << 16)
    rules = try String(decoding: text, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { try Rule(String($0)) }
  }

  @Test func everyRuleIsOfKnownKeysAndRunsNothing() {
    #expect(rules.count >= 4)
    for rule in rules {
      for part in rule.parts {
        let allowed = part.isMatch ? Rule.matches : Rule.assignments
        #expect(allowed[part.key]?.contains(part.operation) == true, "\(part)")
        #expect(!part.value.isEmpty, "\(part)")
      }
      // udev matches first and assigns then.
      let kinds = rule.parts.map(\.isMatch)
      #expect(kinds == kinds.sorted { $0 && !$1 }, "\(rule)")
    }
  }

  @Test func jumpsEndAtALabelBelow() {
    for (index, rule) in rules.enumerated() {
      for jump in rule.parts where jump.key == "GOTO" {
        let isThere = rules[index...].contains { other in
          other.parts.contains { $0.key == "LABEL" && $0.value == jump.value }
        }
        #expect(isThere, "\(jump)")
      }
    }
  }

  @Test func theFileComesAfterThePathsAreKnownAndBeforeModemManagerReads() {
    let order = [
      "60-persistent-storage.rules", "60-serial.rules", Self.name,
      "77-mm-usb-device-blacklist.rules",
    ]
    #expect(order == order.sorted())
  }

  @Test func itIsInstalled() throws {
    let makefile = try Files.read("\(PackageFolder.root)/Makefile", limit: 1 << 16)
    let lines = String(decoding: makefile, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains { $0.contains("lib/udev/rules.d udev/\(Self.name)") })
  }

  private static let vesc = [
    "idVendor": "0483", "idProduct": "5740", "product": "ChibiOS/RT Virtual COM Port",
  ]

  @Test func aVESCIsKeptFromModemManagerAndGetsANameThatStays() {
    let board = Device(
      ["ACTION": "add", "SUBSYSTEM": "usb", "ENV{DEVTYPE}": "usb_device"], own: Self.vesc)
    #expect(outcome(board) == ["ENV{ID_MM_DEVICE_IGNORE}=1"])
    let port = Device(
      ["ACTION": "add", "SUBSYSTEM": "tty", "ENV{ID_PATH_TAG}": "pci-0000_00_14_0-usb-0_2_1_0"],
      parent: Self.vesc)
    #expect(
      outcome(port) == ["SYMLINK+=barograph/vesc-%E{ID_PATH_TAG}", "GROUP=dialout", "MODE=0660"])
  }

  @Test func itHoldsOnEveryEventButRemoval() {
    for action in ["add", "change", "bind", "remove"] {
      let board = Device(
        ["ACTION": action, "SUBSYSTEM": "usb", "ENV{DEVTYPE}": "usb_device"], own: Self.vesc)
      #expect(outcome(board).isEmpty == (action == "remove"))
    }
  }

  @Test(arguments: [
    ("0483", "5740", "STM32 Virtual ComPort"), ("0483", "374b", "ChibiOS/RT Virtual COM Port"),
    ("1546", "01a8", "u-blox GNSS receiver"), ("0403", "6001", "FT232R USB UART"),
    ("0403", "6015", "FT230X Basic UART"), ("10c4", "ea60", "CP2102 USB to UART"),
    ("067b", "2303", "USB-Serial Controller"), ("1a86", "7523", "USB Serial"),
    ("303a", "1001", "USB JTAG/serial debug unit"), ("12d1", "1506", "HUAWEI Mobile"),
  ])
  func nothingElseIsClaimed(vendor: String, product: String, name: String) {
    let ids = ["idVendor": vendor, "idProduct": product, "product": name]
    for subsystem in ["usb", "tty"] {
      let device = Device(
        [
          "ACTION": "add", "SUBSYSTEM": subsystem, "ENV{DEVTYPE}": "usb_device",
          "ENV{ID_PATH_TAG}": "x",
        ], own: ids, parent: ids)
      #expect(outcome(device) == [])
    }
  }

  /// A partition as 60-persistent-storage.rules leaves it.
  private func partition(_ type: String, bus: String = "usb", removable: String = "1") -> Device {
    Device(
      [
        "ACTION": "add", "SUBSYSTEM": "block", "ENV{ID_BUS}": bus, "ENV{ID_FS_TYPE}": type,
        "ENV{ID_FS_USAGE}": "filesystem",
      ], parent: ["removable": removable])
  }

  @Test(arguments: ["vfat", "ext4"])
  func aStickIsImported(_ type: String) {
    #expect(
      outcome(partition(type)) == [
        "TAG+=systemd", "ENV{SYSTEMD_WANTS}+=barograph-import@$kernel.service",
      ])
  }

  @Test(arguments: ["exfat", "ntfs", "btrfs", "iso9660"])
  func aStickOfAnotherFileSystemIsToldOf(_ type: String) {
    #expect(
      outcome(partition(type)) == [
        "TAG+=systemd",
        "ENV{SYSTEMD_WANTS}+=barograph-import-refused@$env{ID_FS_TYPE}.service",
      ])
  }

  @Test func theBoxesOwnDisksAreLeftAlone() {
    #expect(outcome(partition("vfat", bus: "ata")) == [])
    #expect(outcome(partition("vfat", removable: "0")) == [])
    #expect(outcome(partition("ext4", bus: "usb", removable: "0")) == [])
  }

  @Test func aPortWithoutAPathGetsNoHalfName() {
    let port = Device(["ACTION": "add", "SUBSYSTEM": "tty"], parent: Self.vesc)
    #expect(outcome(port) == [])
  }

  @Test(arguments: [
    "SUBSYSTEM=\"tty\" GROUP=\"a\"", "SUBSYSTEM==tty", "SUBSYSTEM==\"tty", "=\"x\"",
    "ATTR{x==\"y\"", "SUBSYSTEM==\"tty\",,GROUP=\"a\"", "SUBSYSTEM===\"tty\"",
  ])
  func theCheckerItselfIsStrict(text: String) {
    #expect(throws: Rule.Fault.self) { try Rule(text) }
  }

  /// What udev would assign to a device.
  private func outcome(_ device: Device) -> [String] {
    var found: [String] = []
    var target: String?
    for rule in rules {
      if let label = target {
        if rule.parts.contains(where: { $0.key == "LABEL" && $0.value == label }) { target = nil }
        continue
      }
      guard rule.parts.filter(\.isMatch).allSatisfy(device.fulfils) else { continue }
      for part in rule.parts where !part.isMatch {
        if part.key == "GOTO" { target = part.value }
        if part.key != "GOTO", part.key != "LABEL" { found.append(part.description) }
      }
    }
    return found
  }
}

/// A device as rules see it: its properties, its attributes, and those of one parent.
private struct Device {
  let properties: [String: String]
  let own: [String: String]
  let parent: [String: String]

  init(
    _ properties: [String: String], own: [String: String] = [:], parent: [String: String] = [:]
  ) {
    self.properties = properties
    self.own = own
    self.parent = parent
  }

  func fulfils(_ part: Rule.Part) -> Bool {
    let value =
      switch part.key {
      case "ATTR": own[part.attribute ?? ""]
      case "ATTRS": parent[part.attribute ?? ""] ?? own[part.attribute ?? ""]
      default: properties[part.name]
      }
    let isMatch = fnmatch(part.value, value ?? "", 0) == 0
    return part.operation == "!=" ? !isMatch : isMatch
  }
}

/// One line of a rules file: `KEY{attribute}op"value"`, with commas between.
private struct Rule {
  struct Fault: Error, CustomStringConvertible { let description: String }

  struct Part: CustomStringConvertible {
    let key: String
    let attribute: String?
    let operation: String
    let value: String

    var name: String { key + (attribute.map { "{\($0)}" } ?? "") }
    var isMatch: Bool { operation == "==" || operation == "!=" }
    var description: String { name + operation + value }
  }

  /// The keys that this project uses, with their only operators; nothing that runs a program.
  static let matches = [
    "ACTION": ["=="], "SUBSYSTEM": ["=="], "ENV": ["==", "!="], "ATTR": ["=="], "ATTRS": ["=="],
  ]
  static let assignments = [
    "ENV": ["=", "+="], "SYMLINK": ["+="], "GROUP": ["="], "MODE": ["="], "GOTO": ["="],
    "LABEL": ["="], "TAG": ["+="],
  ]

  let parts: [Part]

  init(_ line: String) throws(Fault) {
    var rest = line[...]
    var parts: [Part] = []
    repeat {
      if !parts.isEmpty {
        guard rest.hasPrefix(", ") else { throw Fault(description: "no comma: \(rest)") }
        rest = rest.dropFirst(2)
      }
      parts.append(try Self.part(&rest))
    } while !rest.isEmpty
    self.parts = parts
  }

  private static func part(_ rest: inout Substring) throws(Fault) -> Part {
    let key = rest.prefix { $0.isASCII && $0.isUppercase }
    rest = rest.dropFirst(key.count)
    var attribute: Substring?
    if rest.hasPrefix("{") {
      let inside = rest.dropFirst().prefix { $0 != "}" && $0 != "\"" && $0 != "=" }
      rest = rest.dropFirst(1 + inside.count)
      guard rest.hasPrefix("}"), !inside.isEmpty else {
        throw Fault(description: "brace: \(rest)")
      }
      rest = rest.dropFirst()
      attribute = inside
    }
    let operation = rest.prefix { "=!+:-".contains($0) }
    rest = rest.dropFirst(operation.count)
    guard !key.isEmpty, ["==", "!=", "=", "+="].contains(operation), rest.hasPrefix("\"") else {
      throw Fault(description: "no key, operator and value: \(key)\(operation)\(rest)")
    }
    let value = rest.dropFirst().prefix { $0 != "\"" }
    rest = rest.dropFirst(1 + value.count)
    guard rest.hasPrefix("\"") else { throw Fault(description: "open quote: \(value)") }
    rest = rest.dropFirst()
    return Part(
      key: String(key), attribute: attribute.map { String($0) }, operation: String(operation),
      value: String(value))
  }
}
