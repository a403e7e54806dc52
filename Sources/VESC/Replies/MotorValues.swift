/// GET_VALUES and GET_VALUES_SELECTIVE: what one motor controller measures. Nil was not sent.
package struct MotorValues: Equatable, Sendable {
  /// The fields of a request, as bits of the mask.
  package struct Fields: OptionSet, Sendable, Hashable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// What a sample is made of: temperatures, currents, duty, speed, voltage, both tachometers,
    /// fault and the controller that answers.
    package static let sample = Fields(rawValue: 0b10_1110_0001_1100_1111)
    /// All that a full reply holds.
    static let all = Fields(rawValue: 0x3F_FFFF)
    /// Where full replies of older firmware end: before the position, the controller's id, the three
    /// temperatures, the voltages, the status.
    static let laterAdditions = Fields(rawValue: 1 << 16 | 1 << 17 | 1 << 18 | 1 << 19 | 1 << 21)
  }

  /// The fields that were asked for.
  package var mask: Fields
  /// °C.
  package var temperatureMosfet: Double?
  package var temperatureMotor: Double?
  /// A, averages since anybody's last request.
  package var currentMotor: Double?
  package var currentInput: Double?
  package var currentD: Double?
  package var currentQ: Double?
  /// -1 to 1.
  package var dutyCycle: Double?
  /// Electrical revolutions a minute.
  package var erpm: Int32?
  /// V.
  package var voltageInput: Double?
  /// Ah and Wh since the controller's start.
  package var ampHours: Double?
  package var ampHoursCharged: Double?
  package var wattHours: Double?
  package var wattHoursCharged: Double?
  /// Commutation steps since the controller's start: signed, and every one counted.
  package var tachometer: Int32?
  package var tachometerAbsolute: Int32?
  /// 0 none to 33, as sent.
  package var faultCode: UInt8?
  /// Degrees.
  package var pidPosition: Double?
  /// The CAN id of the controller that answers.
  package var controllerID: UInt8?
  package var temperatureMosfet1: Double?
  package var temperatureMosfet2: Double?
  package var temperatureMosfet3: Double?
  package var voltageD: Double?
  package var voltageQ: Double?
  /// Bit 0 time-out, bit 1 kill switch.
  package var statusFlags: UInt8?

  /// Reads the fields of `mask`; `isFull` allows the ends of older firmware.
  init(_ payload: inout PayloadReader, mask: Fields, isFull: Bool) {
    self.mask = mask
    var fields = MaskedReader(
      payload, mask: mask.rawValue, mayEndBefore: isFull ? Fields.laterAdditions.rawValue : 0)
    readCurrentState(&fields)
    readCounters(&fields)
    readLaterAdditions(&fields)
    payload = fields.payload
  }

  private mutating func readCurrentState(_ fields: inout MaskedReader) {
    temperatureMosfet = fields.scaled16(0, 10)
    temperatureMotor = fields.scaled16(1, 10)
    currentMotor = fields.scaled32(2, 100)
    currentInput = fields.scaled32(3, 100)
    currentD = fields.scaled32(4, 100)
    currentQ = fields.scaled32(5, 100)
    dutyCycle = fields.scaled16(6, 1000)
    erpm = fields.integer(7)
    voltageInput = fields.scaled16(8, 10)
  }

  private mutating func readCounters(_ fields: inout MaskedReader) {
    ampHours = fields.scaled32(9, 10_000)
    ampHoursCharged = fields.scaled32(10, 10_000)
    wattHours = fields.scaled32(11, 10_000)
    wattHoursCharged = fields.scaled32(12, 10_000)
    tachometer = fields.integer(13)
    tachometerAbsolute = fields.integer(14)
    faultCode = fields.integer(15)
  }

  private mutating func readLaterAdditions(_ fields: inout MaskedReader) {
    pidPosition = fields.scaled32(16, 1_000_000)
    controllerID = fields.integer(17)
    if fields.has(18) {
      temperatureMosfet1 = fields.payload.scaled16(10)
      temperatureMosfet2 = fields.payload.scaled16(10)
      temperatureMosfet3 = fields.payload.scaled16(10)
    }
    voltageD = fields.scaled32(19, 1000)
    voltageQ = fields.scaled32(20, 1000)
    statusFlags = fields.integer(21)
  }
}
