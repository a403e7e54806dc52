/// ALLDATA, modes 1 to 4: each mode says what the one before says, and more. Nil was not sent.
///
/// ERPM is cut to 16 bits and wraps; the motor's temperature is cut to 0…127.5 °C and energies to
/// 16 bits: GET_VALUES has them whole.
package struct RefloatAllData: Equatable, Sendable {
  /// In place of the mode: the firmware has a fault.
  static let faultMode: UInt8 = 69
  /// In place of the d-axis current: there is none.
  private static let noCurrent: UInt8 = 222

  package var mode: UInt8
  /// A, degrees.
  package var balanceCurrent: Double
  package var balancePitch: Double
  package var roll: Double
  package var status: RefloatState
  /// V.
  package var adcLeft: Double
  package var adcRight: Double
  /// Degrees.
  package var setpoint: Double
  package var atrSetpoint: Double
  package var brakeTiltSetpoint: Double
  package var torqueTiltSetpoint: Double
  package var turnTiltSetpoint: Double
  package var remoteSetpoint: Double
  package var pitch: Double
  /// A.
  package var boosterTorque: Double
  /// V.
  package var batteryVoltage: Double
  package var erpm: Int16
  /// m/s.
  package var speed: Double
  /// A.
  package var motorCurrent: Double
  package var batteryCurrent: Double
  /// -1 to 1.
  package var dutyCycle: Double
  /// A, its magnitude.
  package var currentD: Double?
  /// Mode 2: m since the controller's start; °C.
  package var distanceAbsolute: Double?
  package var temperatureMosfet: Double?
  package var temperatureMotor: Double?
  package var temperatureBattery: Double?
  /// Mode 3: m, kept through a power cut; Ah and Wh since the controller's start; percent.
  package var odometer: UInt32?
  package var ampHours: Double?
  package var ampHoursCharged: Double?
  package var wattHours: Double?
  package var wattHoursCharged: Double?
  package var batteryLevel: Double?
  /// Mode 4: A, V.
  package var chargingCurrent: Double?
  package var chargingVoltage: Double?

  /// Reads on behind the mode.
  init(_ payload: inout PayloadReader, mode: UInt8) {
    self.mode = mode
    balanceCurrent = payload.scaled16(10)
    balancePitch = payload.scaled16(10)
    roll = payload.scaled16(10)
    status = RefloatState(&payload)
    adcLeft = Double(payload.uint8()) / 50
    adcRight = Double(payload.uint8()) / 50
    setpoint = Self.setpoint(&payload)
    atrSetpoint = Self.setpoint(&payload)
    brakeTiltSetpoint = Self.setpoint(&payload)
    torqueTiltSetpoint = Self.setpoint(&payload)
    turnTiltSetpoint = Self.setpoint(&payload)
    remoteSetpoint = Self.setpoint(&payload)
    pitch = payload.scaled16(10)
    boosterTorque = Double(payload.uint8()) - 128
    batteryVoltage = payload.scaled16(10)
    erpm = payload.integer()
    speed = payload.scaled16(10)
    motorCurrent = payload.scaled16(10)
    batteryCurrent = payload.scaled16(10)
    dutyCycle = (Double(payload.uint8()) - 128) / 100
    let current = payload.uint8()
    currentD = current == Self.noCurrent ? nil : Double(current) / 3
    readFurtherModes(&payload)
  }

  private static func setpoint(_ payload: inout PayloadReader) -> Double {
    (Double(payload.uint8()) - 128) / 5
  }

  private mutating func readFurtherModes(_ payload: inout PayloadReader) {
    guard mode >= 2 else { return }
    distanceAbsolute = payload.float32()
    temperatureMosfet = Double(payload.uint8()) / 2
    temperatureMotor = Double(payload.uint8()) / 2
    temperatureBattery = Double(payload.uint8()) / 2
    guard mode >= 3 else { return }
    odometer = payload.integer()
    ampHours = payload.scaled16(10)
    ampHoursCharged = payload.scaled16(10)
    wattHours = payload.scaled16(1)
    wattHoursCharged = payload.scaled16(1)
    batteryLevel = Double(payload.uint8()) / 2
    guard mode >= 4 else { return }
    chargingCurrent = payload.scaled16(10)
    chargingVoltage = payload.scaled16(10)
  }
}
