/// ALERTS_LIST: what the package warns of now, and what it warned of.
package struct RefloatAlerts: Equatable, Sendable {
  /// The alert that stands for a fault of the firmware.
  private static let firmwareFault: UInt8 = 1

  /// An alert that began or ended.
  package struct Record: Equatable, Sendable {
    /// Ticks of the package's clock.
    package var time: UInt32
    package var id: UInt8
    package var active: Bool
    /// Of a fault of the firmware; else 0.
    package var code: UInt8
    package var faultName: String?

    init(_ payload: inout PayloadReader) {
      time = payload.integer()
      id = payload.uint8()
      active = payload.uint8() != 0
      code = payload.uint8()
      if id == RefloatAlerts.firmwareFault, code != 0 { faultName = payload.countedText() }
    }
  }

  /// Bit 0 is alert 1.
  package var activeMask1: UInt32
  package var activeMask2: UInt32
  package var faultCode: UInt8
  package var faultName: String?
  package var alerts: [Record]

  init(_ payload: inout PayloadReader) {
    activeMask1 = payload.integer()
    activeMask2 = payload.integer()
    faultCode = payload.uint8()
    if faultCode != 0 { faultName = payload.countedText() }
    alerts = []
    for _ in 0..<payload.uint8() where !payload.isShort { alerts.append(Record(&payload)) }
  }

  /// Names of what is active, in the order of the alerts' numbers.
  package var activeNames: [String] {
    let mask = UInt64(activeMask2) << 32 | UInt64(activeMask1)
    return (0..<64).filter { mask & 1 << $0 != 0 }.map { bit in
      bit + 1 == Self.firmwareFault
        ? faultName ?? "firmware fault \(faultCode)" : "alert \(bit + 1)"
    }
  }
}
