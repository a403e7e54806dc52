import BLEProfiles
import Configuration
import ControlAPI
import Devices
import FlightModel
import Linux
import Recorder
import Udev

/// What is told of an instrument, as the API has it.
struct InstrumentReport {
  let status: InstrumentStatus
  let configuration: DaemonConfiguration
  /// Whose positions are recorded now.
  let activeReceiver: ReceiverID?
  let now: MonotonicInstant

  static func all(
    _ inputs: StatusReporter.Inputs, _ configuration: DaemonConfiguration, _ now: MonotonicInstant
  ) -> [InstrumentReport] {
    inputs.instruments.instruments.map {
      InstrumentReport(
        status: $0, configuration: configuration,
        activeReceiver: inputs.service.recorder.activeReceiver, now: now)
    }
  }

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

  private var state: DataState { DataState(ageS: age, rateHz: status.usualRate) }

  private var link: LinkState {
    switch status.state {
    case .listening, .kept, .silent, .lent: .connected
    case .idle, .opening: .connecting
    case .waiting: status.problem == nil ? .connecting : .gone
    case .absent, .resting, .busy, .notPermitted: .gone
    }
  }

  /// A FLARM sends positions too, and a vario may pass them on. What is configured and has not spoken
  /// yet may turn out to be a receiver. What was found by itself is no receiver of gpsd's.
  private var givesPosition: Bool {
    let settings = configuration.instruments.first { $0.address?.description == status.id }
    let isWanted: Bool =
      switch status.isConfigured ? settings?.position ?? .auto : .yes {
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

extension InstrumentsDocument {
  /// The list as of now.
  init(_ inputs: StatusReporter.Inputs, _ configuration: DaemonConfiguration) {
    let report = inputs.instruments
    self.init(
      generatedAt: SystemClock.wall(),
      instruments: InstrumentReport.all(inputs, configuration, SystemClock.monotonic())
        .map(\.facts),
      ports: report.leftAlone.map { LeftPortFacts($0) },
      nearby: report.bluetooth.map { NearbyFacts.all($0) } ?? [],
      bluetooth: AdapterFacts(report.bluetooth))
  }
}

extension LeftPortFacts {
  fileprivate init(_ port: LeftPort) {
    let (message, remedy): (String, String?) =
      switch port.reason {
      case .gpsd: ("it is left to gpsd", nil)
      case .ignored:
        ("devices.ignore names it", "take it out of devices.ignore and restart barographd")
      case .notListening:
        (
          "nothing is listened to by itself",
          "name it in an [instrument], or set devices.listen = yes"
        )
      }
    self.init(
      id: port.id, devnode: port.device.node, product: port.device.product,
      reason: port.reason.rawValue, message: message, remedy: remedy)
  }
}

extension NearbyFacts {
  /// What is bound and what is not, by address.
  fileprivate static func all(_ report: BluetoothReport) -> [NearbyFacts] {
    let bound = report.bound.filter { $0.rssi != nil }.map {
      NearbyFacts(
        address: $0.address.description, name: $0.name, signalDBm: $0.rssi.map { Int64($0) },
        isConfigured: true)
    }
    let others = report.nearby.map {
      NearbyFacts(
        address: $0.address.description, name: $0.name, kind: $0.service,
        signalDBm: $0.rssi.map { Int64($0) })
    }
    return (bound + others).sorted { $0.address < $1.address }
  }
}

extension AdapterFacts {
  fileprivate init(_ report: BluetoothReport?) {
    guard let report else {
      self.init(state: "off")
      return
    }
    self.init(
      state: report.trouble == nil ? "ready" : "failing", problem: report.trouble,
      remedy: report.trouble.map { _ in
        "see: systemctl status bluetooth, rfkill list; a box without says devices.bluetooth = no"
      })
  }
}
