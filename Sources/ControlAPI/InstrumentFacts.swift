/// One instrument, or one port that is listened to for one.
package struct InstrumentFacts: Equatable, Sendable {
  /// Stays the same when ports are renumbered: the name of a port's `by-id` or `by-path` link,
  /// `host:port`, a Bluetooth address.
  package var id: String
  /// Whether the configuration names it.
  package var isConfigured: Bool
  /// `receiver`, `flarm`, `vario`, `vesc`, `heart-rate`, `pulse-oximeter`; nil while nothing is
  /// recognised.
  package var kind: String?
  /// Maker and model.
  package var product: String?
  package var serialNumber: String?
  package var firmware: String?
  /// How it is named in a configuration.
  package var address: String
  /// The port's name at present: `/dev/ttyUSB0`.
  package var devnode: String?
  /// `serial`, `tcp` or `bluetooth`.
  package var transport: String
  package var link: LinkState
  package var state: DataState
  /// Since its last message.
  package var ageS: Double?
  /// Bits a second of a serial port.
  package var speed: Int64?
  /// Messages a second.
  package var rateHz: Double?
  package var messages: Int64
  /// Well-formed messages of no use here.
  package var unknown: Int64
  /// Broken messages.
  package var refused: Int64
  package var bytes: Int64
  /// How often it was opened again since the start.
  package var reconnects: Int64
  /// Whether its positions are recorded.
  package var givesPosition: Bool
  /// What is wrong, one sentence.
  package var problem: String?
  /// What to do about it.
  package var remedy: String?
  /// The TCP port on loopback at which other programs read along.
  package var sharedPort: Int64?
  /// How many do at present.
  package var clients: Int64

  package init(
    id: String, isConfigured: Bool = false, kind: String? = nil, address: String,
    devnode: String? = nil, transport: String, link: LinkState, state: DataState,
    ageS: Double? = nil
  ) {
    self.id = id
    self.isConfigured = isConfigured
    self.kind = kind
    self.address = address
    self.devnode = devnode
    self.transport = transport
    self.link = link
    self.state = state
    self.ageS = ageS
    messages = 0
    unknown = 0
    refused = 0
    bytes = 0
    reconnects = 0
    givesPosition = false
    clients = 0
  }
}

/// A Bluetooth LE device that was heard within the last half minute. Nothing is connected to that is not configured.
package struct NearbyFacts: Equatable, Sendable {
  package var address: String
  /// As it calls itself.
  package var name: String?
  /// What its services say that it is; nil if they are of no use here.
  package var kind: String?
  package var signalDBm: Int64?
  package var isConfigured: Bool

  package init(
    address: String, name: String? = nil, kind: String? = nil, signalDBm: Int64? = nil,
    isConfigured: Bool = false
  ) {
    self.address = address
    self.name = name
    self.kind = kind
    self.signalDBm = signalDBm
    self.isConfigured = isConfigured
  }
}

/// A port that is left alone.
package struct LeftPortFacts: Equatable, Sendable {
  package var id: String
  package var devnode: String
  /// Maker and product of its USB device.
  package var product: String?
  /// Stable: `gpsd`, `ignored`, `not-listening`.
  package var reason: String
  /// The program that has it, where that can be known: `gpsd (412)`.
  package var owner: String?
  /// One sentence.
  package var message: String
  /// What to do to use it all the same.
  package var remedy: String?

  package init(
    id: String, devnode: String, product: String? = nil, reason: String, owner: String? = nil,
    message: String, remedy: String? = nil
  ) {
    self.id = id
    self.devnode = devnode
    self.product = product
    self.reason = reason
    self.owner = owner
    self.message = message
    self.remedy = remedy
  }
}

/// The Bluetooth adapter.
package struct AdapterFacts: Equatable, Sendable {
  /// `off` (by configuration), `failing` (no adapter, BlueZ does not answer), `ready`.
  package var state: String
  package var problem: String?
  package var remedy: String?

  package init(state: String, problem: String? = nil, remedy: String? = nil) {
    self.state = state
    self.problem = problem
    self.remedy = remedy
  }
}

extension DataState {
  /// Fresh within three updates (at least 1.5 s), lost after ten seconds or four updates, the longer
  /// of both; `rate` is that of the time before the silence in Hz, 1 where unknown, and is taken as
  /// 0.2 to 20.
  package init(ageS: Double?, rateHz: Double?) {
    guard let ageS else {
      self = .absent
      return
    }
    let interval = 1 / min(20, max(0.2, rateHz ?? 1))
    if ageS <= max(1.5, 3 * interval) {
      self = .ok
    } else {
      self = ageS > max(10, 4 * interval) ? .lost : .late
    }
  }
}
