/// A value of a pulse oximeter: Spot-Check, 2A5E, or Continuous, 2A5F (Pulse Oximeter Service 1.0.1,
/// 3.1 and 3.2).
package struct OximeterMeasurement: Equatable, Sendable {
  /// Which characteristic the value is of; their flags differ.
  package enum Kind: UInt16, CaseIterable, Sendable {
    case spotCheck = 0x2A5E
    case continuous = 0x2A5F
  }

  /// Oxygen saturation in percent and pulse rate in beats a minute.
  package struct Pair: Equatable, Sendable {
    package var saturation: ShortFloat
    package var pulseRate: ShortFloat

    init(_ reader: inout ValueReader) throws(ValueFault) {
      saturation = try reader.shortFloat()
      pulseRate = try reader.shortFloat()
    }
  }

  package var normal: Pair
  /// Averages over less and more time; of a continuous value alone.
  package var fast: Pair?
  package var slow: Pair?
  /// Of a spot check alone, by the device's own clock.
  package var time: DeviceTime?
  /// The device says that its clock was never set.
  package var isClockUnset = false
  package var measurementStatus: UInt16?
  package var sensorStatus: UInt32?
  /// Percent.
  package var pulseAmplitudeIndex: ShortFloat?
  /// Bytes behind the known fields.
  package var trailing: Int

  package init(_ kind: Kind, _ bytes: UnsafeRawBufferPointer) throws(ValueFault) {
    var reader = ValueReader(bytes)
    let flags = try reader.byte()
    normal = try Pair(&reader)
    var optional = flags
    switch kind {
    case .spotCheck:
      time = flags & 1 == 0 ? nil : try DeviceTime(&reader)
      isClockUnset = flags & 16 != 0
    case .continuous:
      fast = flags & 1 == 0 ? nil : try Pair(&reader)
      slow = flags & 2 == 0 ? nil : try Pair(&reader)
      optional >>= 1
    }
    measurementStatus = optional & 2 == 0 ? nil : try reader.uint16()
    sensorStatus = optional & 4 == 0 ? nil : try reader.uint24()
    pulseAmplitudeIndex = optional & 8 == 0 ? nil : try reader.shortFloat()
    trailing = reader.count
  }

  /// Whether the device itself stands by the values as measured now, on a person.
  package var isFit: Bool {
    (measurementStatus ?? 0) & MeasurementCondition.unfit == 0
      && (sensorStatus ?? 0) & SensorCondition.unfit == 0
  }

  /// Whole percent; nil where nothing was measured.
  package var saturationPercent: Int16? {
    guard isFit, let value = normal.saturation.value, value >= 1, value <= 100 else { return nil }
    return Int16(value.rounded())
  }

  /// Beats a minute; nil where nothing was measured.
  package var beatsPerMinute: Int16? {
    guard isFit, let value = normal.pulseRate.value, value >= 1, value <= 300 else { return nil }
    return Int16(value.rounded())
  }
}
