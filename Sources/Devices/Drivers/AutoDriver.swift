package import FlightModel

/// Finds out by listening what speaks: sentences. Only over the Nordic UART, where nobody speaks for a
/// while, it asks whether there is a VESC, which is silent until it is asked; a FLARM is never sent
/// anything.
package struct AutoDriver: InstrumentDriver {
  /// What speaks by itself does so every second.
  static let patienceMs: Int64 = 3_000

  private var listener: NMEADriver
  private var asker: VESCDriver?
  private var traits = LinkTraits(transport: .serial)
  private var askAt: MonotonicInstant?

  package init(listener: NMEADriver) { self.listener = listener }

  package var counters: DriverCounters { asker?.counters ?? listener.counters }

  /// The FLARM that speaks; nil if none was heard.
  package var flarmStatus: FLARMStatus? { asker == nil ? listener.flarmStatus : nil }

  package mutating func opened(
    _ traits: LinkTraits, at now: MonotonicInstant, _ output: inout DriverOutput
  ) {
    self.traits = traits
    if asker != nil {
      asker?.opened(traits, at: now, &output)
      return
    }
    listener.opened(traits, at: now, &output)
    let mayAsk = traits.isNordicUART && listener.counters.messages == 0
    askAt = mayAsk ? now.advanced(byMilliseconds: Self.patienceMs) : nil
    output.wakeAt = askAt ?? output.wakeAt
  }

  package mutating func received(
    _ bytes: UnsafeRawBufferPointer, at now: MonotonicInstant, _ output: inout DriverOutput
  ) {
    if asker != nil {
      asker?.received(bytes, at: now, &output)
      return
    }
    listener.received(bytes, at: now, &output)
    if listener.counters.messages > 0 { askAt = nil }
    if let askAt { output.wakeAt = min(askAt, output.wakeAt ?? askAt) }
  }

  package mutating func woke(at now: MonotonicInstant, _ output: inout DriverOutput) {
    if asker != nil {
      asker?.woke(at: now, &output)
    } else if let askAt, askAt <= now {
      self.askAt = nil
      asker = VESCDriver()
      asker?.opened(traits, at: now, &output)
    } else {
      listener.woke(at: now, &output)
    }
  }

  package mutating func closed(at now: MonotonicInstant, _ output: inout DriverOutput) {
    askAt = nil
    asker?.closed(at: now, &output)
    if asker == nil { listener.closed(at: now, &output) }
    // Who answered before is asked again at once; who did not may be something else next time.
    if asker?.counters.messages == 0 { asker = nil }
  }
}
