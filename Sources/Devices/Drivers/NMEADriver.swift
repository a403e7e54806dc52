package import FlightModel
import NMEA

/// Listens to an instrument that sends sentences, and says what it is: a FLARM, a vario, a GNSS
/// receiver, or several of them on one line. It never sends anything.
package struct NMEADriver: InstrumentDriver {
  /// What the operator has decided of this link.
  package struct Configuration: Equatable, Sendable {
    /// Whether positions of this link are wanted: not where gpsd gives them.
    package var usesPosition = false
    /// Whether an altitude without a reference (`PGRMZ`, `LXWP0`) is above 1013.25 hPa; nil to go
    /// by what is heard on the line.
    package var altitudeIsStandard: Bool?

    package init() {}
  }

  package private(set) var counters = DriverCounters()

  private let receiver: ReceiverID
  private let configuration: Configuration
  private var scanner = SentenceScanner()
  private var reader: InstrumentReader

  package init(receiver: ReceiverID, configuration: Configuration = Configuration()) {
    self.receiver = receiver
    self.configuration = configuration
    reader = InstrumentReader(receiver: receiver, configuration: configuration)
  }

  /// The FLARM on this line; nil if none was heard.
  package var flarmStatus: FLARMStatus? {
    reader.flarm.status(refusedCount: counters.refused)
  }

  /// The FLARM's own story: versions, faults.
  package var flarm: FLARMListener { reader.flarm }

  package mutating func opened(
    _ traits: LinkTraits, at now: MonotonicInstant, _ output: inout DriverOutput
  ) {
    scanner = SentenceScanner()
    reader = InstrumentReader(receiver: receiver, configuration: configuration)
  }

  package mutating func received(
    _ bytes: UnsafeRawBufferPointer, at now: MonotonicInstant, _ output: inout DriverOutput
  ) {
    counters.bytes &+= bytes.count
    bytes.withMemoryRebound(to: UInt8.self) { bytes in
      Self.feed(bytes, &scanner, &reader, &counters, at: now, &output)
    }
    if reader.isHoldingPosition {
      output.wakeAt = now.advanced(byMilliseconds: PositionAssembler.patienceMilliseconds)
    }
  }

  private static func feed(
    _ bytes: UnsafeBufferPointer<UInt8>, _ scanner: inout SentenceScanner,
    _ reader: inout InstrumentReader, _ counters: inout DriverCounters, at now: MonotonicInstant,
    _ output: inout DriverOutput
  ) {
    scanner.feed(bytes) { result in
      switch result {
      case .fault: counters.refused &+= 1
      case .sentence(let sentence):
        guard reader.take(sentence, at: now, &output) else { return counters.unknown &+= 1 }
        counters.messages &+= 1
        counters.lastMessageAt = now
      }
    }
  }

  package mutating func woke(at now: MonotonicInstant, _ output: inout DriverOutput) {
    reader.flushPosition(&output)
  }

  package mutating func closed(at now: MonotonicInstant, _ output: inout DriverOutput) {
    reader.closed(&output)
    scanner = SentenceScanner()
  }
}
