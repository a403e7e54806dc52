package import FlightModel

/// How one kind of instrument is spoken with: a value that takes bytes and gives events and requests,
/// whatever the link. No descriptor, clock or thread.
package protocol InstrumentDriver {
  /// A link was opened; everything held from an earlier one is forgotten.
  mutating func opened(_ traits: LinkTraits, at now: MonotonicInstant, _ output: inout DriverOutput)

  /// Bytes came, cut anywhere.
  mutating func received(
    _ bytes: UnsafeRawBufferPointer, at now: MonotonicInstant, _ output: inout DriverOutput)

  /// The instant asked for by `DriverOutput.wakeAt` has come.
  mutating func woke(at now: MonotonicInstant, _ output: inout DriverOutput)

  /// The link is gone.
  mutating func closed(at now: MonotonicInstant, _ output: inout DriverOutput)

  /// What was read and refused so far.
  var counters: DriverCounters { get }
}

/// What a driver wants done; filled by it, emptied by whoever performs it.
package struct DriverOutput {
  /// For the recorder, in order.
  package var events: [SourceEvent] = []
  /// To be sent, each in one piece, in order.
  package var requests: [[UInt8]] = []
  /// When to call `woke`, instead of what was asked before; nil leaves that as it is.
  package var wakeAt: MonotonicInstant?
  /// What the instrument turned out to be; told again when more is known.
  package var recognised: InstrumentIdentity?
  /// Whoever should answer is silent: close the link and open it anew. The driver does nothing more
  /// until it is told of both.
  package var wantsReopening = false

  package init() {}
}

/// What an instrument was recognised as.
package struct InstrumentIdentity: Equatable, Sendable, CustomStringConvertible {
  package var kind: InstrumentKind
  /// Maker and model, as far as it says them: `LXNAV S80`, `PowerFLARM`.
  package var product: String?
  package var serialNumber: String?
  package var firmware: String?

  package init(
    kind: InstrumentKind, product: String? = nil, serialNumber: String? = nil,
    firmware: String? = nil
  ) {
    self.kind = kind
    self.product = product
    self.serialNumber = serialNumber
    self.firmware = firmware
  }

  /// `flarm PowerFLARM 7.24, serial number 123456`.
  package var description: String {
    let name = [kind.rawValue, product, firmware].compactMap(\.self).joined(separator: " ")
    return name + (serialNumber.map { ", serial number \($0)" } ?? "")
  }
}

/// The kinds of instruments.
package enum InstrumentKind: String, CaseIterable, Sendable {
  /// A GNSS receiver that sends NMEA 0183.
  case receiver
  case flarm
  /// Pressure altitude, vertical speed, air speed.
  case vario
  case vesc
  case heartRate = "heart-rate"
  case pulseOximeter = "pulse-oximeter"
}

/// What a driver has read since the start.
package struct DriverCounters: Equatable, Sendable {
  package var bytes = 0
  /// Sentences, packets or notifications that were understood.
  package var messages = 0
  /// Well-formed and of no use here.
  package var unknown = 0
  /// Broken ones, and bytes between them counted as one each time.
  package var refused = 0
  /// When a message was last understood.
  package var lastMessageAt: MonotonicInstant?

  package init() {}
}
