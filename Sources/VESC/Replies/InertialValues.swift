/// GET_IMU_DATA: the inertial sensor. Nil was not asked for, or is not finite.
package struct InertialValues: Equatable, Sendable {
  package var mask: UInt16
  /// rad.
  package var roll: Double?
  package var pitch: Double?
  package var yaw: Double?
  /// g.
  package var accelerationX: Double?
  package var accelerationY: Double?
  package var accelerationZ: Double?
  /// Degrees a second.
  package var gyroX: Double?
  package var gyroY: Double?
  package var gyroZ: Double?
  /// µT.
  package var magneticX: Double?
  package var magneticY: Double?
  package var magneticZ: Double?
  package var quaternion0: Double?
  package var quaternion1: Double?
  package var quaternion2: Double?
  package var quaternion3: Double?
  /// Newer firmware appends it, whatever the mask.
  package var controllerID: UInt8?

  init(_ payload: inout PayloadReader) {
    mask = payload.integer()
    var fields = MaskedReader(payload, mask: UInt32(mask))
    readMotion(&fields)
    readField(&fields)
    payload = fields.payload
    controllerID = payload.optional { $0.uint8() }
  }

  private mutating func readMotion(_ fields: inout MaskedReader) {
    roll = fields.float32(0)
    pitch = fields.float32(1)
    yaw = fields.float32(2)
    accelerationX = fields.float32(3)
    accelerationY = fields.float32(4)
    accelerationZ = fields.float32(5)
    gyroX = fields.float32(6)
    gyroY = fields.float32(7)
    gyroZ = fields.float32(8)
  }

  private mutating func readField(_ fields: inout MaskedReader) {
    magneticX = fields.float32(9)
    magneticY = fields.float32(10)
    magneticZ = fields.float32(11)
    quaternion0 = fields.float32(12)
    quaternion1 = fields.float32(13)
    quaternion2 = fields.float32(14)
    quaternion3 = fields.float32(15)
  }
}
