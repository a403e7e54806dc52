/// REALTIME_DATA of Refloat 1.3 and newer: the fields that two masks name, as 16-bit or 32-bit
/// floats. Nil was not asked for, or is not finite.
package struct RefloatRealtime: Equatable, Sendable {
  /// Bit 0: 32-bit floats.
  package var controlFlags: UInt8
  package var mask1: UInt32
  package var mask2: UInt32
  /// Ticks of the package's clock; ``RefloatInfo/tickRate`` says how long they are.
  package var time: UInt32
  package var extraFlags: UInt8?
  package var flags: Flags?
  /// km/h.
  package var speed: Double?
  package var erpm: Double?
  /// A.
  package var current: Double?
  package var directionalCurrent: Double?
  package var filteredCurrent: Double?
  /// -1 to 1.
  package var dutyCycle: Double?
  /// V, A.
  package var batteryVoltage: Double?
  package var batteryCurrent: Double?
  /// 0 to 1.
  package var batteryLevel: Double?
  /// °C.
  package var temperatureMosfet: Double?
  package var temperatureMotor: Double?
  /// Degrees.
  package var pitch: Double?
  package var balancePitch: Double?
  package var roll: Double?
  /// V.
  package var adcLeft: Double?
  package var adcRight: Double?
  /// -1 to 1.
  package var remoteInput: Double?
  /// Degrees.
  package var setpoint: Double?
  package var atrSetpoint: Double?
  package var brakeTiltSetpoint: Double?
  package var torqueTiltSetpoint: Double?
  package var turnTiltSetpoint: Double?
  package var remoteSetpoint: Double?
  /// A.
  package var balanceCurrent: Double?
  /// Hz.
  package var loopFrequency: Double?
  /// m.
  package var odometer: UInt32?
  package var distanceAbsolute: Double?
  /// V, A.
  package var chargingVoltage: Double?
  package var chargingCurrent: Double?
  package var ampHours: Double?
  package var ampHoursCharged: Double?
  package var wattHours: Double?
  package var wattHoursCharged: Double?
  /// A.
  package var currentD: Double?
  /// Degrees, m, km/h.
  package var gnssLatitude: Double?
  package var gnssLongitude: Double?
  package var gnssAltitude: Double?
  package var gnssSpeed: Double?
  package var gnssHdop: Double?
  /// Ticks.
  package var gnssLastUpdate: UInt32?

  init(_ payload: inout PayloadReader) {
    controlFlags = payload.uint8()
    mask1 = payload.integer()
    mask2 = payload.integer()
    time = payload.integer()
    let isWide = controlFlags & 1 != 0
    var fields = RefloatFields(MaskedReader(payload, mask: mask1), isWide: isWide)
    readMotion(&fields)
    readAttitude(&fields)
    fields = RefloatFields(MaskedReader(fields.masked.payload, mask: mask2), isWide: isWide)
    readCounters(&fields)
    readPosition(&fields)
    payload = fields.masked.payload
  }

  private mutating func readMotion(_ fields: inout RefloatFields) {
    extraFlags = fields.masked.integer(0)
    flags = fields.masked.integer(1).map { Flags(stateFlags: $0) }
    speed = fields.float(6)
    erpm = fields.float(7)
    current = fields.float(8)
    directionalCurrent = fields.float(9)
    filteredCurrent = fields.float(10)
    dutyCycle = fields.float(11)
    batteryVoltage = fields.float(12)
    batteryCurrent = fields.float(13)
    batteryLevel = fields.float(14)
    temperatureMosfet = fields.float(15)
    temperatureMotor = fields.float(16)
  }

  private mutating func readAttitude(_ fields: inout RefloatFields) {
    pitch = fields.float(17)
    balancePitch = fields.float(18)
    roll = fields.float(19)
    adcLeft = fields.float(20)
    adcRight = fields.float(21)
    remoteInput = fields.float(22)
    setpoint = fields.float(23)
    atrSetpoint = fields.float(24)
    brakeTiltSetpoint = fields.float(25)
    torqueTiltSetpoint = fields.float(26)
    turnTiltSetpoint = fields.float(27)
    remoteSetpoint = fields.float(28)
    balanceCurrent = fields.float(29)
    loopFrequency = fields.float(30)
  }

  private mutating func readCounters(_ fields: inout RefloatFields) {
    odometer = fields.masked.integer(0)
    distanceAbsolute = fields.float(1)
    chargingVoltage = fields.float(2)
    chargingCurrent = fields.float(3)
    ampHours = fields.float(4)
    ampHoursCharged = fields.float(5)
    wattHours = fields.float(6)
    wattHoursCharged = fields.float(7)
    currentD = fields.float(8)
  }

  private mutating func readPosition(_ fields: inout RefloatFields) {
    if fields.masked.has(9) { gnssLatitude = fields.masked.payload.float64() }
    if fields.masked.has(10) { gnssLongitude = fields.masked.payload.float64() }
    gnssAltitude = fields.float(11)
    gnssSpeed = fields.float(12)
    gnssHdop = fields.float(13)
    gnssLastUpdate = fields.masked.integer(14)
  }
}

extension RefloatRealtime {
  /// How the board is, in 32 bits.
  package struct Flags: Equatable, Sendable {
    package var stateFlags: UInt32
    /// 0 normal, 1 hand test, 2 flywheel.
    package var mode: UInt8
    /// 0 disabled, 1 starting up, 2 ready, 3 running.
    package var runState: UInt8
    /// 0 none, 1 left, 2 right, 3 both.
    package var footpadState: UInt8
    package var charging: Bool
    package var fatalError: Bool
    package var darkride: Bool
    package var wheelslip: Bool
    package var setpointAdjustmentType: UInt8
    /// Why it stopped; 0 it did not.
    package var stopCondition: UInt8
    package var beepReason: UInt8

    init(stateFlags bits: UInt32) {
      stateFlags = bits
      mode = UInt8(bits >> 28)
      runState = UInt8(bits >> 24 & 0xF)
      footpadState = UInt8(bits >> 22 & 3)
      charging = bits & 1 << 21 != 0
      fatalError = bits & 1 << 20 != 0
      darkride = bits & 1 << 17 != 0
      wheelslip = bits & 1 << 16 != 0
      setpointAdjustmentType = UInt8(bits >> 12 & 0xF)
      stopCondition = UInt8(bits >> 8 & 0xF)
      beepReason = UInt8(bits & 0xFF)
    }
  }
}

/// The masked fields with the width of float that the reply announces.
private struct RefloatFields {
  var masked: MaskedReader
  let isWide: Bool

  init(_ masked: MaskedReader, isWide: Bool) {
    self.masked = masked
    self.isWide = isWide
  }

  mutating func float(_ bit: Int) -> Double? {
    guard masked.has(bit) else { return nil }
    return isWide ? masked.payload.float32() : masked.payload.float16()
  }
}
