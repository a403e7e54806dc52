/// What the package Refloat says.
package enum RefloatReply: Equatable, Sendable {
  case info(RefloatInfo)
  case allData(RefloatAllData)
  /// ALLDATA while the firmware has a fault: its code, and no values.
  case fault(code: UInt8)
  case oldRealtime(RefloatOldRealtime)
  case realtime(RefloatRealtime)
  case alerts(RefloatAlerts)

  /// The number of the package's interface, behind the command byte.
  static let interface: UInt8 = 101

  /// The commands of the package that are asked or understood. All of them only read.
  package enum Command: UInt8, Sendable, CaseIterable {
    case info = 0
    case oldRealtime = 1
    case allData = 10
    case realtime = 33
    case alertsList = 35
  }

  /// Reads on behind the command byte; nil for another package and for what nobody here understands.
  init?(_ payload: inout PayloadReader) {
    guard payload.uint8() == Self.interface, let command = Command(rawValue: payload.uint8()),
      !payload.isShort
    else { return nil }
    switch command {
    case .info:
      guard let info = RefloatInfo(&payload) else { return nil }
      self = .info(info)
    case .oldRealtime: self = .oldRealtime(RefloatOldRealtime(&payload))
    case .allData:
      let mode = payload.uint8()
      self =
        mode == RefloatAllData.faultMode
        ? .fault(code: payload.uint8()) : .allData(RefloatAllData(&payload, mode: mode))
    case .realtime: self = .realtime(RefloatRealtime(&payload))
    case .alertsList: self = .alerts(RefloatAlerts(&payload))
    }
  }
}
