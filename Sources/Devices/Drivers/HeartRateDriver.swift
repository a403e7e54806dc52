import BLEProfiles
package import FlightModel

/// A heart rate strap: each value of 2A37 is one reading.
package struct HeartRateDriver: InstrumentDriver {
  package private(set) var counters = DriverCounters()
  private var source = ""

  package init() {}

  package mutating func opened(
    _ traits: LinkTraits, at now: MonotonicInstant, _ output: inout DriverOutput
  ) {
    source = traits.bluetoothAddress ?? ""
    output.recognised = InstrumentIdentity(kind: .heartRate, product: traits.bluetoothName)
  }

  package mutating func received(
    _ bytes: UnsafeRawBufferPointer, at now: MonotonicInstant, _ output: inout DriverOutput
  ) {
    counters.bytes += bytes.count
    guard let value = try? HeartRateMeasurement(bytes) else {
      counters.refused += 1
      return
    }
    counters.note(now)
    guard let rate = value.beatsPerMinute else { return }
    output.events.append(
      .sample(Sample(source: source, receivedAt: now, reading: .heartRate(rate))))
  }

  package mutating func woke(at now: MonotonicInstant, _ output: inout DriverOutput) {}
  package mutating func closed(at now: MonotonicInstant, _ output: inout DriverOutput) {}
}

extension DriverCounters {
  /// One message was understood.
  mutating func note(_ now: MonotonicInstant) {
    messages += 1
    lastMessageAt = now
  }
}
