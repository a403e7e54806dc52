import Configuration
import ControlAPI
import Devices
import FlightModel

/// What is told of an instrument, as the API has it.
struct InstrumentReport {
  let status: InstrumentStatus
  let configuration: DaemonConfiguration
  /// Whose positions are recorded now.
  let activeReceiver: ReceiverID?
  let now: MonotonicInstant

  /// For the list of instruments.
  var facts: InstrumentFacts {
    var facts = InstrumentFacts(
      id: status.id, isConfigured: status.isConfigured, kind: status.identity?.kind.rawValue,
      address: status.id, devnode: devnode, transport: transport, link: link, state: state,
      ageS: age)
    facts.product = status.identity?.product ?? status.adapter
    facts.serialNumber = status.identity?.serialNumber
    facts.firmware = status.identity?.firmware
    facts.speed = status.speed.map { Int64($0) }
    facts.rateHz = status.messagesPerSecond
    facts.messages = Int64(status.counters.messages)
    facts.unknown = Int64(status.counters.unknown)
    facts.refused = Int64(status.counters.refused)
    facts.bytes = Int64(status.counters.bytes)
    facts.reconnects = Int64(status.lossCount)
    facts.givesPosition = givesPosition
    facts.problem = status.problem
    facts.sharedPort = status.sharePort.map { Int64($0) }
    facts.clients = Int64(status.readerCount)
    return facts
  }

  /// For the status document; nil where nothing is configured and nothing was recognised.
  var source: SourceStatus? {
    guard status.isConfigured || status.identity != nil else { return nil }
    return SourceStatus(
      name: status.id, title: title, kind: status.identity?.kind.rawValue,
      isConfigured: status.isConfigured, link: link, state: state, ageS: age,
      rateHz: status.messagesPerSecond, messages: Int64(status.counters.messages),
      reconnects: Int64(status.lossCount), errors: ["refused": Int64(status.counters.refused)],
      givesPosition: givesPosition, note: status.problem)
  }

  /// `flarm on ttyUSB0`.
  private var title: String {
    let kind = status.identity?.kind.rawValue ?? "instrument"
    let place = devnode?.split(separator: "/").last.map { String($0) } ?? status.address
    return "\(kind) on \(place)"
  }

  private var devnode: String? {
    guard case .serial(let path, _)? = try? LinkAddress(status.address) else { return nil }
    return path
  }

  private var transport: String {
    switch try? LinkAddress(status.address) {
    case .serial, nil: "serial"
    case .tcp: "tcp"
    case .bluetooth: "bluetooth"
    }
  }

  private var age: Double? {
    status.counters.lastMessageAt.map { Double(max(0, now.milliseconds(since: $0))) / 1000 }
  }

  private var state: DataState { DataState(ageS: age, rateHz: status.messagesPerSecond) }

  private var link: LinkState {
    switch status.state {
    case .listening, .kept, .silent, .lent: .connected
    case .idle, .opening: .connecting
    case .waiting: status.problem == nil ? .connecting : .gone
    case .absent, .resting, .busy, .notPermitted: .gone
    }
  }

  /// A FLARM sends positions too, and a vario may pass them on. What is configured and has not spoken
  /// yet may turn out to be a receiver.
  private var givesPosition: Bool {
    let settings = configuration.instruments.first { $0.address?.description == status.id }
    let isWanted: Bool =
      switch settings?.position ?? .auto {
      case .auto: configuration.gpsd.isEmpty
      case .yes: true
      case .no: false
      }
    guard isWanted else { return false }
    switch status.identity?.kind {
    case .receiver, .flarm: return true
    case .vario, .vesc, .heartRate, .pulseOximeter: return activeReceiver?.name == status.id
    case nil: return settings.map { $0.driver == .auto || $0.driver == .nmea } ?? false
    }
  }
}
