/// Bits of a pulse oximeter's Measurement Status (Pulse Oximeter Service 1.0.1, 3.1.1.4).
package enum MeasurementCondition: UInt8, CaseIterable, Sendable {
  case measurementOngoing = 5
  case earlyEstimate, validated, fullyQualified, fromStorage, demonstration, testing
  case calibrationOngoing, unavailable, questionable, invalid

  /// The bits that are set and have a name.
  package static func named(in status: UInt16) -> [MeasurementCondition] {
    allCases.filter { status & 1 << $0.rawValue != 0 }
  }

  /// What must not be recorded as a person's value of now.
  static let unfit: UInt16 =
    [fromStorage, demonstration, testing, calibrationOngoing, unavailable, questionable, invalid]
    .reduce(0) { $0 | 1 << $1.rawValue }
}

/// Bits of a pulse oximeter's Device and Sensor Status (3.1.1.5).
package enum SensorCondition: UInt8, CaseIterable, Sendable {
  case extendedDisplayUpdate, equipmentMalfunction, signalProcessingIrregularity, inadequateSignal
  case poorSignal, lowPerfusion, erraticSignal, nonpulsatileSignal
  case questionablePulse, signalAnalysisOngoing, sensorInterference, sensorUnconnected
  case unknownSensor, sensorDisplaced, sensorMalfunctioning, sensorDisconnected

  /// The bits that are set and have a name.
  package static func named(in status: UInt32) -> [SensorCondition] {
    allCases.filter { status & 1 << $0.rawValue != 0 }
  }

  /// What means that no finger or no sensor is there.
  static let unfit: UInt32 =
    [equipmentMalfunction, sensorUnconnected, sensorMalfunctioning, sensorDisconnected]
    .reduce(0) { $0 | 1 << $1.rawValue }
}
