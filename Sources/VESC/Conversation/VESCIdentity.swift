import Bytes
import RecordingModel

/// Who answers, in words for a person.
package struct VESCIdentity: Equatable, Sendable {
  /// The hardware's name, and the package that runs in it.
  package var product: String
  /// The UUID in hexadecimal.
  package var serialNumber: String?
  /// `6.05`; followed by a remark where nothing can be asked of it.
  package var firmware: String?

  init(_ firmware: FirmwareVersion) {
    product = firmware.displayName
    serialNumber = firmware.uuid.map { Hexadecimal.encode($0) }
    self.firmware = firmware.text.map { firmware.isSupported ? $0 : "\($0) (too old)" }
  }
}

extension FirmwareVersion {
  /// The oldest whose values have their fields in today's order.
  private static let oldestMajor: UInt8 = 3
  /// Characters of a name, at the most.
  private static let longestName = 40

  /// Whether its values can be read; firmware that does not say how old it is may be tried.
  var isSupported: Bool { (major ?? Self.oldestMajor) >= Self.oldestMajor }

  /// The name of the hardware, printable and short, or `VESC`.
  var displayName: String {
    let name = (hardware ?? "").utf8.prefix(Self.longestName).filter(ASCII.isPrintable)
    return name.isEmpty ? "VESC" : String(decoding: name, as: UTF8.self)
  }
}

extension BoardSession {
  var identity: VESCIdentity {
    var identity = VESCIdentity(firmware)
    if let refloat { identity.product += " with Refloat \(refloat.packageVersion)" }
    return identity
  }

  func boardIdentity(_ link: VESCLink) -> BoardIdentity {
    BoardIdentity(
      key: key, name: firmware.displayName, transport: link.transport,
      bluetoothAddress: link.bluetoothAddress)
  }
}
