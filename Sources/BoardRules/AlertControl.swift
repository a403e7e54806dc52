import Telemetry

/// What an alert rule can watch (`controlId`), by its name in the table and on the command line.
package enum AlertControl: String, CaseIterable, Sendable {
  case speed
  case duty
  case batteryVoltageLow = "battery-voltage-low"
  case batteryVoltageHigh = "battery-voltage-high"
  case batteryPercentLow = "battery-percent-low"
  case batteryCurrent = "battery-current"
  case regenCurrent = "regen-current"
  case motorCurrent = "motor-current"
  case mosfetTemperature = "mosfet-temperature"
  case motorTemperature = "motor-temperature"
  case fault

  /// Every name, for a person.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The unit of threshold and value.
  package var unit: String {
    switch self {
    case .speed: "km/h"
    case .duty, .batteryPercentLow: "%"
    case .batteryVoltageLow, .batteryVoltageHigh: "V"
    case .batteryCurrent, .regenCurrent, .motorCurrent: "A"
    case .mosfetTemperature, .motorTemperature: "°C"
    case .fault: "(fault code)"
    }
  }

  /// Whether it fires at or below its threshold instead of at or above.
  package var isFalling: Bool { self == .batteryVoltageLow || self == .batteryPercentLow }

  /// How far outside its range a value must be before the rule is armed again.
  var margin: Double {
    switch self {
    case .speed, .duty, .batteryPercentLow, .mosfetTemperature, .motorTemperature: 2
    case .batteryVoltageLow, .batteryVoltageHigh: 0.5
    case .batteryCurrent, .regenCurrent, .motorCurrent: 3
    case .fault: 0
    }
  }

  /// The value in a sample; nil when it is unknown.
  func value(of motion: MotionColumns, batteryPermille: Int32?) -> Double? {
    func scaled(_ value: Int32?, by divisor: Double) -> Double? {
      value.map { Double($0) / divisor }
    }
    return switch self {
    case .speed: scaled(motion.speedCentiKmh, by: 100).map(abs)
    case .duty: scaled(motion.dutyPermille, by: 10).map(abs)
    case .batteryVoltageLow, .batteryVoltageHigh: scaled(motion.batteryVoltageMv, by: 1000)
    case .batteryPercentLow: scaled(batteryPermille, by: 10)
    case .batteryCurrent: scaled(motion.batteryCurrentMa, by: 1000).map { max(0, $0) }
    case .regenCurrent: scaled(motion.batteryCurrentMa, by: 1000).map { max(0, -$0) }
    case .motorCurrent: scaled(motion.motorCurrentMa, by: 1000).map(abs)
    case .mosfetTemperature: scaled(motion.tempMosfetDeciC, by: 10)
    case .motorTemperature: scaled(motion.tempMotorDeciC, by: 10)
    case .fault: scaled(motion.faultCode, by: 1)
    }
  }
}

/// A row of `alerts` that is on.
package struct AlertRule: Equatable, Sendable {
  package var boardID: String
  package var id: String
  package var control: AlertControl
  /// In the control's unit.
  package var threshold: Double
  /// With it the rule fires from the threshold up to here, whatever the control.
  package var thresholdMax: Double?
  /// Fires again after so many seconds while it lasts; nil or 0 does not.
  package var repeatEverySeconds: Int64?

  package init(
    boardID: String, id: String, control: AlertControl, threshold: Double,
    thresholdMax: Double? = nil, repeatEverySeconds: Int64? = nil
  ) {
    self.boardID = boardID
    self.id = id
    self.control = control
    self.threshold = threshold
    self.thresholdMax = thresholdMax
    self.repeatEverySeconds = repeatEverySeconds
  }

  /// Whether a value, or one that is better by `margin` only, is in the rule's range.
  func covers(_ value: Double, margin: Double = 0) -> Bool {
    if let thresholdMax { return value >= threshold - margin && value <= thresholdMax + margin }
    return control.isFalling ? value <= threshold + margin : value >= threshold - margin
  }
}
