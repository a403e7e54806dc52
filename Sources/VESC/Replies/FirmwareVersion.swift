/// FW_VERSION: who answers. Older firmware ends early; nil was not sent.
package struct FirmwareVersion: Equatable, Sendable {
  package var major: UInt8?
  package var minor: UInt8?
  package var hardware: String?
  /// Twelve bytes, the processor's own number.
  package var uuid: [UInt8]?
  package var paired: UInt8?
  /// Other than 0 in test builds.
  package var testVersion: UInt8?
  /// 0 motor controller, 1 battery monitor, 2 custom module.
  package var hardwareType: UInt8?
  package var customConfigCount: UInt8?
  package var phaseFilters: UInt8?
  package var qmlHardware: UInt8?
  package var qmlApplication: UInt8?
  package var nrfFlags: UInt8?
  package var firmwareName: String?
  package var hardwareConfigCrc: UInt32?

  init(_ payload: inout PayloadReader) {
    guard payload.remaining > 0 else { return }
    major = payload.uint8()
    minor = payload.uint8()
    hardware = payload.optional { $0.terminatedText() }
    uuid = payload.optional { $0.raw(length: 12) }
    paired = payload.optional { $0.uint8() }
    testVersion = payload.optional { $0.uint8() }
    hardwareType = payload.optional { $0.uint8() }
    customConfigCount = payload.optional { $0.uint8() }
    phaseFilters = payload.optional { $0.uint8() }
    qmlHardware = payload.optional { $0.uint8() }
    qmlApplication = payload.optional { $0.uint8() }
    nrfFlags = payload.optional { $0.uint8() }
    firmwareName = payload.optional { $0.terminatedText() }
    hardwareConfigCrc = payload.optional { $0.integer() }
  }

  /// Whether a motor is driven by what answers; firmware that does not say does.
  package var isMotorController: Bool { (hardwareType ?? 0) == 0 }

  /// `6.05`: the minor number is a plain byte, shown with two digits.
  package var text: String? {
    guard let major, let minor else { return nil }
    return "\(major).\(minor < 10 ? "0" : "")\(minor)"
  }
}
