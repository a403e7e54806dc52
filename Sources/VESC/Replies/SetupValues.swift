/// GET_VALUES_SETUP and its selective form: the whole vehicle, summed over the CAN bus by the
/// controller. Nil was not sent.
package struct SetupValues: Equatable, Sendable {
  /// The fields of a request, as bits of the mask.
  package struct Fields: OptionSet, Sendable, Hashable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    static let all = Fields(rawValue: 0x3F_FFFF)
    /// Where full replies of older firmware end: before the energy left, the odometer, the uptime.
    static let laterAdditions = Fields(rawValue: 1 << 19 | 1 << 20 | 1 << 21)
  }

  /// The fields that were asked for.
  package var mask: Fields
  /// °C.
  package var temperatureMosfet: Double?
  package var temperatureMotor: Double?
  /// A, of all controllers.
  package var currentMotorTotal: Double?
  package var currentInputTotal: Double?
  /// -1 to 1.
  package var dutyCycle: Double?
  package var erpm: Int32?
  /// m/s, forward positive.
  package var speed: Double?
  /// V.
  package var voltageInput: Double?
  /// 0 to 1.
  package var batteryLevel: Double?
  /// Ah and Wh of all controllers since their start.
  package var ampHoursTotal: Double?
  package var ampHoursChargedTotal: Double?
  package var wattHoursTotal: Double?
  package var wattHoursChargedTotal: Double?
  /// m since the controller's start: signed, and every one counted.
  package var distance: Double?
  package var distanceAbsolute: Double?
  /// Degrees.
  package var pidPosition: Double?
  package var faultCode: UInt8?
  package var controllerID: UInt8?
  /// Motor controllers on the CAN bus, this one included.
  package var controllerCount: UInt8?
  package var batteryWattHoursLeft: Double?
  /// m, kept through a power cut.
  package var odometer: UInt32?
  /// s since the controller's start; wraps at 49.7 days.
  package var uptime: Double?

  /// Reads the fields of `mask`; `isFull` allows the ends of older firmware.
  init(_ payload: inout PayloadReader, mask: Fields, isFull: Bool) {
    self.mask = mask
    var fields = MaskedReader(
      payload, mask: mask.rawValue, mayEndBefore: isFull ? Fields.laterAdditions.rawValue : 0)
    readCurrentState(&fields)
    readCounters(&fields)
    payload = fields.payload
  }

  private mutating func readCurrentState(_ fields: inout MaskedReader) {
    temperatureMosfet = fields.scaled16(0, 10)
    temperatureMotor = fields.scaled16(1, 10)
    currentMotorTotal = fields.scaled32(2, 100)
    currentInputTotal = fields.scaled32(3, 100)
    dutyCycle = fields.scaled16(4, 1000)
    erpm = fields.integer(5)
    speed = fields.scaled32(6, 1000)
    voltageInput = fields.scaled16(7, 10)
    batteryLevel = fields.scaled16(8, 1000)
  }

  private mutating func readCounters(_ fields: inout MaskedReader) {
    ampHoursTotal = fields.scaled32(9, 10_000)
    ampHoursChargedTotal = fields.scaled32(10, 10_000)
    wattHoursTotal = fields.scaled32(11, 10_000)
    wattHoursChargedTotal = fields.scaled32(12, 10_000)
    distance = fields.scaled32(13, 1000)
    distanceAbsolute = fields.scaled32(14, 1000)
    pidPosition = fields.scaled32(15, 1_000_000)
    faultCode = fields.integer(16)
    controllerID = fields.integer(17)
    controllerCount = fields.integer(18)
    batteryWattHoursLeft = fields.scaled32(19, 1000)
    odometer = fields.integer(20)
    uptime = fields.integer(21, UInt32.self).map { Double($0) / 1000 }
  }
}
