/// All that is ever sent to a VESC: questions that only read.
///
/// The type is the allow-list. Nothing in it can express a command that moves a motor, changes a
/// setting or writes flash; what is not a case here cannot be sent.
package struct VESCRequest: Equatable, Hashable, Sendable {
  package var question: Question
  /// The controller on the CAN bus that the question is forwarded to; nil asks the one on the link.
  package var canID: UInt8?

  package init(_ question: Question, canID: UInt8? = nil) {
    self.question = question
    self.canID = canID
  }

  /// A question, with the fields that it asks for.
  package enum Question: Equatable, Hashable, Sendable {
    case firmwareVersion
    case values
    case valuesSelective(MotorValues.Fields)
    case setup
    case setupSelective(SetupValues.Fields)
    /// Which CAN ids answer; takes 2.5 s and more.
    case pingCAN
    case inertial(mask: UInt16)
    case motorLimits
    case battery
    case statistics(mask: UInt16)
    case gnss(mask: UInt16)
    case refloat(RefloatQuestion)
  }

  /// A question to the package Refloat. Its data recorder is not asked: that would stop a recording.
  package enum RefloatQuestion: Equatable, Hashable, Sendable {
    /// In the second version of the reply; older packages answer in the first.
    case info
    case oldRealtime
    case allData(RefloatAllDataMode)
    /// As 32-bit floats.
    case realtime(mask1: UInt32, mask2: UInt32)
    case alerts
  }

  /// The packet's payload.
  package var payload: [UInt8] {
    guard let canID else { return question.payload }
    return [VESCCommand.forwardCAN.rawValue, canID] + question.payload
  }

  /// The packet as it goes on the wire.
  package var bytes: [UInt8] { VESCPacket(payload: payload).bytes }
}

/// How much of ALLDATA is asked for.
package enum RefloatAllDataMode: UInt8, Sendable, CaseIterable {
  case motion = 1
  case temperatures = 2
  case counters = 3
  case charging = 4
}

extension VESCRequest.Question {
  fileprivate var payload: [UInt8] { [command.rawValue] + arguments }

  /// The command byte.
  package var command: VESCCommand {
    switch self {
    case .firmwareVersion: .firmwareVersion
    case .values: .getValues
    case .valuesSelective: .getValuesSelective
    case .setup: .getValuesSetup
    case .setupSelective: .getValuesSetupSelective
    case .pingCAN: .pingCAN
    case .inertial: .getIMUData
    case .motorLimits: .getMotorLimits
    case .battery: .batteryGetValues
    case .statistics: .getStatistics
    case .gnss: .getGNSS
    case .refloat: .customAppData
    }
  }

  private var arguments: [UInt8] {
    switch self {
    case .firmwareVersion, .values, .setup, .pingCAN, .motorLimits, .battery: []
    case .valuesSelective(let fields): bigEndian(fields.rawValue)
    case .setupSelective(let fields): bigEndian(fields.rawValue)
    case .inertial(let mask), .statistics(let mask), .gnss(let mask): bigEndian(mask)
    case .refloat(let question):
      [RefloatReply.interface, question.command.rawValue] + question.arguments
    }
  }
}

extension VESCRequest.RefloatQuestion {
  /// The package's command.
  package var command: RefloatReply.Command {
    switch self {
    case .info: .info
    case .oldRealtime: .oldRealtime
    case .allData: .allData
    case .realtime: .realtime
    case .alerts: .alertsList
    }
  }

  fileprivate var arguments: [UInt8] {
    switch self {
    case .info: [2, 0]
    case .oldRealtime, .alerts: []
    case .allData(let mode): [mode.rawValue]
    case .realtime(let mask1, let mask2): [1] + bigEndian(mask1) + bigEndian(mask2)
    }
  }
}

private func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: number.bigEndian) { Array($0) }
}
