package import FlightModel

/// What is told of one instrument, or of a port where one may be; ages are the reader's to compute.
package struct InstrumentStatus: Equatable, Sendable {
  /// The name that it keeps: a stable link to its port, `host:port`, or its Bluetooth address.
  package var id: String
  /// Where it is at the moment: `/dev/ttyUSB0`; like `id` where that does not change.
  package var address: String
  /// Whether the configuration names it.
  package var isConfigured: Bool
  package var state: PortMachine.State
  /// What it was recognised as.
  package var identity: InstrumentIdentity?
  /// What its adapter calls itself, for ports where nothing is recognised yet.
  package var adapter: String?
  /// Bits a second at the moment; nil where there is no such thing.
  package var speed: Int?
  /// Messages understood a second, over the last ten.
  package var messagesPerSecond: Double?
  /// The same while they came last.
  package var usualRate: Double?
  package var counters: DriverCounters
  /// Times that it was lost, and that it fell silent.
  package var lossCount: Int
  package var silenceCount: Int
  /// The TCP port at which others read along.
  package var sharePort: UInt16?
  /// Programs that read along.
  package var readerCount: Int
  /// What is wrong and what can be done; nil when all is well.
  package var problem: String?
  /// The FLARM that speaks here.
  package var flarm: FLARMStatus?
}

extension PortMachine {
  /// What is wrong with this port, for a person at the airfield.
  func problem(at address: String) -> String? {
    switch state {
    case .silent:
      "the instrument at \(address) says nothing any more: is it switched on, is the cable in?"
    case .resting:
      "something speaks at \(address) that is no instrument known here; it is looked at again later"
    case .busy, .notPermitted, .waiting, .absent: lastFailure?.problem(at: address)
    case .listening: nil
    case .idle, .opening, .kept, .lent: nil
    }
  }
}

extension LinkFailure {
  /// What has happened and what can be done.
  package func problem(at address: String) -> String {
    switch self {
    case .absent: "\(address) is not there: is it plugged in, switched on, in range?"
    case .busy(let owner?): "\(address) is in use by \(owner): stop it, or let it have the port"
    case .busy(nil):
      "\(address) is in use by another program, most likely gpsd or ModemManager: "
        + "`fuser -v \(address)` as root tells"
    case .notPermitted(let text), .gone(let text), .failed(let text): text
    case .timedOut: "\(address) does not answer: is it switched on, is its network connected?"
    }
  }
}

/// Messages a second over the last ten whole seconds.
package struct MessageRate {
  private static let window = 10
  /// Seconds after which a new beginning is not averaged with what was before.
  private static let longestPause: Int64 = 20
  private var marks: [(second: Int64, messages: Int)] = []

  package init() {}

  /// After messages were counted.
  package mutating func note(_ messages: Int, at now: MonotonicInstant) {
    let second = now.milliseconds / 1000
    if let last = marks.last {
      if last.second == second { return }
      if second - last.second > Self.longestPause { marks.removeAll() }
    }
    marks.append((second, messages))
    if marks.count > Self.window + 1 { marks.removeFirst() }
  }

  /// Nil until something was counted for a second; falls to 0 while nothing comes.
  package func perSecond(_ messages: Int, at now: MonotonicInstant) -> Double? {
    let second = now.milliseconds / 1000
    guard let first = marks.first(where: { $0.second >= second - Int64(Self.window) }) else {
      return marks.isEmpty ? nil : 0
    }
    guard second > first.second else { return nil }
    return Double(messages - first.messages) / Double(second - first.second)
  }

  /// The same while they came last, which silence is judged by: it does not fall. Nil until it is
  /// known.
  package var usual: Double? {
    guard let first = marks.first, let last = marks.last, last.second > first.second else {
      return nil
    }
    return Double(last.messages - first.messages) / Double(last.second - first.second)
  }
}
