/// What a controller, or a package in it, says in one packet.
package enum VESCReply: Equatable, Sendable {
  case firmware(FirmwareVersion)
  case values(MotorValues)
  case setup(SetupValues)
  /// CAN ids that answered.
  case canBus([UInt8])
  case inertial(InertialValues)
  case limits(MotorLimits)
  case battery(BatteryValues)
  case statistics(RideStatistics)
  case gnss(GNSSValues)
  case refloat(RefloatReply)
  /// A line for its terminal; comes unasked.
  case print(String)
}

/// What a payload turned out to be.
package enum ReplyReading: Equatable, Sendable {
  /// `trailing` counts the bytes behind the known fields, of newer firmware.
  case reply(VESCReply, trailing: Int)
  /// Of no use here.
  case unknown(command: UInt8)
  /// Shorter than what it promises; nothing of it is used.
  case truncated(command: UInt8)

  /// Reads one packet's payload, command byte first.
  package init(_ payload: UnsafeRawBufferPointer) {
    var reader = PayloadReader(payload)
    let command = reader.uint8()
    guard let reply = VESCReply(VESCCommand(rawValue: command), &reader) else {
      self = reader.isShort ? .truncated(command: command) : .unknown(command: command)
      return
    }
    self =
      reader.isShort
      ? .truncated(command: command) : .reply(reply, trailing: reader.remaining)
  }

  /// Reads one packet's payload, command byte first.
  package init(_ payload: [UInt8]) { self = payload.withUnsafeBytes { ReplyReading($0) } }
}

/// The commands that are asked or understood, by their byte.
package enum VESCCommand: UInt8, Sendable, CaseIterable {
  case firmwareVersion = 0
  case getValues = 4
  case print = 21
  case forwardCAN = 34
  case customAppData = 36
  case getValuesSetup = 47
  case getValuesSelective = 50
  case getValuesSetupSelective = 51
  case pingCAN = 62
  case getIMUData = 65
  case getMotorLimits = 91
  case batteryGetValues = 96
  case getStatistics = 128
  case lispPrint = 135
  case getGNSS = 150
}

extension VESCReply {
  /// Nil for a command that nobody here understands, or one that claims the impossible.
  fileprivate init?(_ command: VESCCommand?, _ reader: inout PayloadReader) {
    switch command {
    case .firmwareVersion: self = .firmware(FirmwareVersion(&reader))
    case .getValues: self = .values(MotorValues(&reader, mask: .all, isFull: true))
    case .getValuesSelective:
      let mask = MotorValues.Fields(rawValue: reader.integer())
      self = .values(MotorValues(&reader, mask: mask, isFull: false))
    case .getValuesSetup: self = .setup(SetupValues(&reader, mask: .all, isFull: true))
    case .getValuesSetupSelective:
      let mask = SetupValues.Fields(rawValue: reader.integer())
      self = .setup(SetupValues(&reader, mask: mask, isFull: false))
    case .pingCAN: self = .canBus(reader.rest())
    case .getIMUData: self = .inertial(InertialValues(&reader))
    case .getMotorLimits: self = .limits(MotorLimits(&reader))
    case .batteryGetValues:
      guard let battery = BatteryValues(&reader) else {
        reader.refuse()
        return nil
      }
      self = .battery(battery)
    case .getStatistics: self = .statistics(RideStatistics(&reader))
    case .getGNSS: self = .gnss(GNSSValues(&reader))
    case .print, .lispPrint: self = .print(String(decoding: reader.rest(), as: UTF8.self))
    case .customAppData:
      guard let reply = RefloatReply(&reader) else { return nil }
      self = .refloat(reply)
    case .forwardCAN, nil: return nil
    }
  }
}
