/// GET_MCCONF_TEMP: the limits in force, and what turns electrical into road speed. Nil is not
/// finite.
package struct MotorLimits: Equatable, Sendable {
  package var currentMinScale: Double?
  package var currentMaxScale: Double?
  package var erpmMin: Double?
  package var erpmMax: Double?
  package var dutyMin: Double?
  package var dutyMax: Double?
  /// W.
  package var wattMin: Double?
  package var wattMax: Double?
  /// A.
  package var inputCurrentMin: Double?
  package var inputCurrentMax: Double?
  /// Poles, twice the pole pairs.
  package var motorPoles: UInt8
  /// Turns of the motor for one of the wheel.
  package var gearRatio: Double?
  /// m.
  package var wheelDiameter: Double?

  init(_ payload: inout PayloadReader) {
    currentMinScale = payload.float32()
    currentMaxScale = payload.float32()
    erpmMin = payload.float32()
    erpmMax = payload.float32()
    dutyMin = payload.float32()
    dutyMax = payload.float32()
    wattMin = payload.float32()
    wattMax = payload.float32()
    inputCurrentMin = payload.float32()
    inputCurrentMax = payload.float32()
    motorPoles = payload.uint8()
    gearRatio = payload.float32()
    wheelDiameter = payload.float32()
  }
}
