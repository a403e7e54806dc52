/// A serial port of real hardware, as udev describes it.
package struct SerialDevice: Hashable, Sendable {
  /// The kernel's name of the moment: `/dev/ttyUSB0`.
  package var node: String
  /// Below `/sys`; nobody else's while the device is there.
  package var systemPath: String
  /// Names that udev has made for it, in byte order.
  package var links: [String]
  /// USB vendor and product; nil behind another bus.
  package var usb: USBIdentity?
  /// What it calls itself, blanks and all: `ChibiOS/RT Virtual COM Port`.
  package var product: String?
  package var serialNumber: String?
  /// Where it is plugged in, as a part of a name (`ID_PATH_TAG`).
  package var pathTag: String?
  /// The kernel's driver: `ftdi_sio`, `cdc_acm`.
  package var driver: String?

  package init(
    node: String, systemPath: String, links: [String] = [], usb: USBIdentity? = nil,
    product: String? = nil, serialNumber: String? = nil, pathTag: String? = nil,
    driver: String? = nil
  ) {
    self.node = node
    self.systemPath = systemPath
    self.links = links
    self.usb = usb
    self.product = product
    self.serialNumber = serialNumber
    self.pathTag = pathTag
    self.driver = driver
  }

  /// The name by what it is: maker, product and serial number.
  package var byID: String? { links.first { $0.hasPrefix("/dev/serial/by-id/") } }
  /// The name by where it is plugged in.
  package var byPath: String? { links.first { $0.hasPrefix("/dev/serial/by-path/") } }

  /// Whether this is one of its names.
  package func answers(to name: String) -> Bool { name == node || links.contains(name) }

  /// Whether it says itself that it is a VESC: ST's vendor and product are everybody's who builds
  /// with ST's example, so its own words count too.
  package var isVESC: Bool {
    usb == USBIdentity(vendor: 0x0483, product: 0x5740)
      && product == "ChibiOS/RT Virtual COM Port"
  }

  /// Whether it is a u-blox GNSS receiver with a USB port of its own.
  package var isUBlox: Bool {
    usb.map { $0.vendor == 0x1546 && (0x01A5...0x01A9).contains($0.product) } ?? false
  }

  /// Whether it is plugged in, rather than part of the box.
  package var isPluggedIn: Bool {
    node.hasPrefix("/dev/ttyUSB") || node.hasPrefix("/dev/ttyACM")
  }
}

/// Vendor and product of a USB device.
package struct USBIdentity: Hashable, Sendable, CustomStringConvertible {
  package var vendor: UInt16
  package var product: UInt16

  package init(vendor: UInt16, product: UInt16) {
    self.vendor = vendor
    self.product = product
  }

  /// `0483:5740`.
  package var description: String { "\(Self.four(vendor)):\(Self.four(product))" }

  private static func four(_ value: UInt16) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension Collection<SerialDevice> {
  /// The name that `device` keeps when it comes back under another number: by what it is, or, where
  /// that is not one device's alone, by where it is plugged in.
  ///
  /// Chips without a serial number of their own, and VESCs, which all have the same, are named by
  /// where they are plugged in even while they are alone, lest a second one change their names.
  package func stableName(of device: SerialDevice) -> String {
    // In the same socket it is the same device, whose old number is not free yet.
    let isShared = contains {
      $0.systemPath != device.systemPath && $0.byID == device.byID && $0.byPath != device.byPath
    }
    if let byID = device.byID, device.hasOwnSerialNumber, !isShared { return byID }
    return device.byPath ?? device.byID ?? device.node
  }
}

extension SerialDevice {
  fileprivate var hasOwnSerialNumber: Bool {
    guard let serialNumber, !serialNumber.isEmpty, !isVESC else { return false }
    // What CP210x and clones carry when nobody has written one: 0001, 0, 00000000.
    return !serialNumber.allSatisfy { $0 == "0" || $0 == "1" }
  }
}

extension SerialDevice {
  /// What a device says of itself, from udev's spelling: `\x20` for what may not stand in a name;
  /// blanks at the ends are padding.
  package static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"), rest.count >= 3,
        let code = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    let trimmed = bytes.drop { $0 == 0x20 }
    let end = trimmed.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? trimmed.startIndex
    return String(decoding: trimmed[..<end], as: UTF8.self)
  }
}
