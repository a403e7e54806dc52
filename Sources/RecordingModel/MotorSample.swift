package import FlightModel
package import Telemetry

/// A board as its motor controller names it, the same whatever port or radio it comes through.
package struct BoardIdentity: Hashable, Sendable {
  /// `vesc:` and the 24 hexadecimal digits of the controller's UUID.
  package var key: String
  /// What it calls itself, for a board that is not known yet.
  package var name: String
  /// `serial`, `tcp` or `bluetooth`.
  package var transport: String
  /// The peer's address of a Bluetooth link.
  package var bluetoothAddress: String?

  package init(key: String, name: String, transport: String, bluetoothAddress: String? = nil) {
    self.key = key
    self.name = name
    self.transport = transport
    self.bluetoothAddress = bluetoothAddress
  }
}

/// What a board's motor controllers said at one instant, joined: currents of all of them, the rest of
/// the one on the link.
package struct MotorSample: Equatable, Sendable {
  /// ``BoardIdentity/key``.
  package var boardKey: String
  package var receivedAt: MonotonicInstant
  /// CAN id of the controller that answered, once known.
  package var canID: Int32?
  package var motion: MotionColumns
  /// Charge of the battery, permille, where the controller knows it.
  package var batteryPermille: Int32?
  /// Whether somebody rides, where the board's own package says so.
  package var isRiding: Bool?

  package init(
    boardKey: String, receivedAt: MonotonicInstant, canID: Int32? = nil,
    motion: MotionColumns = MotionColumns(), batteryPermille: Int32? = nil, isRiding: Bool? = nil
  ) {
    self.boardKey = boardKey
    self.receivedAt = receivedAt
    self.canID = canID
    self.motion = motion
    self.batteryPermille = batteryPermille
    self.isRiding = isRiding
  }
}

/// What a board tells seldom, and what its warnings are judged by.
package struct BoardFacts: Equatable, Sendable {
  /// ``BoardIdentity/key``.
  package var boardKey: String
  package var receivedAt: MonotonicInstant
  /// Voltages of the battery's cells, mV; empty where no battery management answers.
  package var cellMillivolts: [Int32]
  /// Charge and health by the battery management, permille.
  package var stateOfChargePermille: Int32?
  package var stateOfHealthPermille: Int32?
  /// The odometer that the controller keeps through a power cut, m.
  package var odometerM: Int64?
  /// How long the controller has been up, ms: going back means that it restarted.
  package var uptimeMs: Int64?
  /// Names of the alerts that the board's package has active.
  package var activeAlerts: [String]

  package init(
    boardKey: String, receivedAt: MonotonicInstant, cellMillivolts: [Int32] = [],
    stateOfChargePermille: Int32? = nil, stateOfHealthPermille: Int32? = nil,
    odometerM: Int64? = nil, uptimeMs: Int64? = nil, activeAlerts: [String] = []
  ) {
    self.boardKey = boardKey
    self.receivedAt = receivedAt
    self.cellMillivolts = cellMillivolts
    self.stateOfChargePermille = stateOfChargePermille
    self.stateOfHealthPermille = stateOfHealthPermille
    self.odometerM = odometerM
    self.uptimeMs = uptimeMs
    self.activeAlerts = activeAlerts
  }
}
