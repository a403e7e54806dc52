/// The realtime data of the package's first versions (its command 1). Nil is not finite, or not sent
/// in this state.
package struct RefloatOldRealtime: Equatable, Sendable {
  /// A, degrees.
  package var balanceCurrent: Double?
  package var balancePitch: Double?
  package var roll: Double?
  package var status: RefloatState
  /// V.
  package var adcLeft: Double?
  package var adcRight: Double?
  /// Degrees.
  package var setpoint: Double?
  package var atrSetpoint: Double?
  package var brakeTiltSetpoint: Double?
  package var torqueTiltSetpoint: Double?
  package var turnTiltSetpoint: Double?
  package var remoteSetpoint: Double?
  package var pitch: Double?
  /// A.
  package var filteredCurrent: Double?
  package var accelerationDifference: Double?
  /// A; while charging two others are sent in their place.
  package var boosterTorque: Double?
  package var directionalCurrent: Double?
  /// A, V.
  package var chargingCurrent: Double?
  package var chargingVoltage: Double?
  /// -1 to 1.
  package var remoteInput: Double?

  init(_ payload: inout PayloadReader) {
    balanceCurrent = payload.float32()
    balancePitch = payload.float32()
    roll = payload.float32()
    status = RefloatState(&payload)
    adcLeft = payload.float32()
    adcRight = payload.float32()
    setpoint = payload.float32()
    atrSetpoint = payload.float32()
    brakeTiltSetpoint = payload.float32()
    torqueTiltSetpoint = payload.float32()
    turnTiltSetpoint = payload.float32()
    remoteSetpoint = payload.float32()
    pitch = payload.float32()
    filteredCurrent = payload.float32()
    accelerationDifference = payload.float32()
    readPower(&payload)
    remoteInput = payload.float32()
  }

  private mutating func readPower(_ payload: inout PayloadReader) {
    let (first, second) = (payload.float32(), payload.float32())
    if status.isCharging {
      (chargingCurrent, chargingVoltage) = (first, second)
    } else {
      (boosterTorque, directionalCurrent) = (first, second)
    }
  }
}
