import BLEProfiles
package import FlightModel

/// A pulse oximeter: each value of 2A5F, or of 2A5E where there is no other, is one reading.
package struct PulseOximeterDriver: InstrumentDriver {
  package private(set) var counters = DriverCounters()
  private var source = ""
  private var kind = OximeterMeasurement.Kind.continuous

  package init() {}

  package mutating func opened(
    _ traits: LinkTraits, at now: MonotonicInstant, _ output: inout DriverOutput
  ) {
    source = traits.bluetoothAddress ?? ""
    kind = traits.characteristic.flatMap { .init(rawValue: $0) } ?? .continuous
    output.recognised = InstrumentIdentity(kind: .pulseOximeter, product: traits.bluetoothName)
  }

  package mutating func received(
    _ bytes: UnsafeRawBufferPointer, at now: MonotonicInstant, _ output: inout DriverOutput
  ) {
    counters.bytes += bytes.count
    guard let value = try? OximeterMeasurement(kind, bytes) else {
      counters.refused += 1
      return
    }
    counters.note(now)
    let readings: [Sample.Reading?] = [
      value.saturationPercent.map { .oxygenSaturation($0) },
      value.beatsPerMinute.map { .heartRate($0) },
    ]
    for case let reading? in readings {
      output.events.append(.sample(Sample(source: source, receivedAt: now, reading: reading)))
    }
  }

  package mutating func woke(at now: MonotonicInstant, _ output: inout DriverOutput) {}
  package mutating func closed(at now: MonotonicInstant, _ output: inout DriverOutput) {}
}
