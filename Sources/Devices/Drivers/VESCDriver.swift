package import FlightModel
import VESC

/// Asks a VESC over any link, and hands its samples to the recorder.
///
/// It sends as soon as the link is open, so it is given only links of which somebody has decided that
/// a VESC is there: by its USB identity, its Nordic UART, or the configuration. What it sends only
/// reads (``VESCRequest``).
package struct VESCDriver: InstrumentDriver {
  private let floorMs: Int64?
  private var conversation = VESCConversation()
  private var bytes = 0

  /// `floorMs` is the least time from one sample to the next; nil for what suits the link: 50 ms,
  /// over Bluetooth 100 ms.
  package init(floorMs: Int64? = nil) { self.floorMs = floorMs }

  package var counters: DriverCounters {
    let (talk, packets) = (conversation.counters, conversation.packetCounters)
    var counters = DriverCounters()
    counters.bytes = bytes
    counters.messages = talk.answers
    counters.unknown = talk.unexpected
    counters.refused = talk.truncated &+ packets.skippedRuns
    counters.lastMessageAt = talk.lastAnswerAt
    return counters
  }

  package mutating func opened(
    _ traits: LinkTraits, at now: MonotonicInstant, _ output: inout DriverOutput
  ) {
    let link = link(traits)
    perform(&output) { $0.opened(link, at: now, &$1) }
  }

  package mutating func received(
    _ bytes: UnsafeRawBufferPointer, at now: MonotonicInstant, _ output: inout DriverOutput
  ) {
    self.bytes &+= bytes.count
    perform(&output) { $0.received(bytes, at: now, &$1) }
  }

  package mutating func woke(at now: MonotonicInstant, _ output: inout DriverOutput) {
    perform(&output) { $0.woke(at: now, &$1) }
  }

  package mutating func closed(at now: MonotonicInstant, _ output: inout DriverOutput) {
    perform(&output) { $0.closed(at: now, &$1) }
  }

  private func link(_ traits: LinkTraits) -> VESCLink {
    var link: VESCLink =
      traits.transport == .bluetooth
      ? .bluetooth(address: traits.bluetoothAddress) : .wired(traits.transport.rawValue)
    link.floorMs = floorMs ?? link.floorMs
    return link
  }

  private mutating func perform(
    _ output: inout DriverOutput,
    _ step: (inout VESCConversation, inout VESCConversation.Output) -> Void
  ) {
    var found = VESCConversation.Output()
    step(&conversation, &found)
    output.events += found.events.map(SourceEvent.init)
    output.requests += found.requests.map(\.bytes)
    output.wakeAt = found.wakeAt ?? output.wakeAt
    output.recognised = found.identity.map(InstrumentIdentity.init) ?? output.recognised
    output.wantsReopening = output.wantsReopening || found.isSilent
  }
}

extension SourceEvent {
  fileprivate init(_ event: VESCConversation.Event) {
    switch event {
    case .board(let board): self = .boardAppeared(board)
    case .motor(let sample): self = .motor(sample)
    case .facts(let facts): self = .boardFacts(facts)
    case .gone(let key, let at): self = .boardGone(key: key, at: at)
    }
  }
}

extension InstrumentIdentity {
  fileprivate init(_ identity: VESCIdentity) {
    self.init(
      kind: .vesc, product: identity.product, serialNumber: identity.serialNumber,
      firmware: identity.firmware)
  }
}
