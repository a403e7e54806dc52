package import FlightModel
package import Log

/// Everything that an operator can decide about `barographd`.
///
/// Its keys are in `ConfigurationKey.swift`.
package struct DaemonConfiguration: OperatorConfiguration {
  /// The gpsd servers to read from; empty where positions come from an instrument.
  package var gpsd: [GPSDSource] = [GPSDSource()]
  /// The instruments that are named; others are found by themselves.
  package var instruments: [Instrument] = []
  package var devices = Devices()
  package var recording = Recording()
  package var igc = IGCOutput()
  /// What goes into IGC headers and the logbook.
  package var declaration = Declaration()
  package var storage = Storage()
  package var retention = Retention()
  package var sync = Sync()
  package var alerts = Alerts()
  package var imports = Imports()
  package var services = Services()
  package var elevation = ElevationConfiguration()
  package var page = PageConfiguration()
  /// Messages less severe than this are not written.
  package var logLevel = LogLevel.info
  /// The Unix socket on which `barograph` reaches the daemon.
  package var socket = ConfiguredPath("")

  /// One gpsd server.
  package struct GPSDSource: Hashable, Sendable {
    /// Host name or address.
    package var host = ""
    package var port: UInt16 = 0
    /// The only receiver of that server to read; nil reads all it has.
    package var device: String?
    /// Whether it is read at all; only while a section is being read is this ever false.
    var isUsed = true
  }

  /// When to record, and as what.
  package struct Recording: Equatable, Sendable {
    package var policy = Policy.auto
    package var kind = Kind.auto

    /// When a Recording starts and ends.
    package enum Policy: String, CaseIterable, Sendable { case auto, always, manual }
    /// What a Recording is taken for.
    package enum Kind: String, CaseIterable, Sendable { case auto, flight }
  }

  /// How IGC files are written.
  package struct IGCOutput: Equatable, Sendable {
    /// Fixes a second (Hz).
    package var rate = 0
    /// Three characters that name this recorder; nil takes them from the device key.
    package var serial: String?
  }

  /// Where and how much.
  package struct Storage: Equatable, Sendable {
    package var directory = ConfiguredPath("")
    /// MiB below which status raises the alarm.
    package var minimumFreeMiB = 0
    /// Percent of its partition above which the database raises the alarm.
    package var databaseShare = 0
  }

  /// After how many days rows may go; what a server is to have goes only once it has it.
  package struct Retention: Equatable, Sendable {
    package var fixes = 0
    package var frames = 0
    package var buckets = 0
    package var markers = 0
    package var ranges = 0
    package var events = 0
    package var actions = 0
  }

  /// What the logbook takes in by itself.
  package struct Imports: Equatable, Sendable {
    /// The folder whose files are taken in; nil is `inbox` in the state directory.
    package var inbox: String?
    /// Whether flights that are fetched from a logger enter the logbook.
    package var takesDownloads = true
  }

  /// What is done when an alert rule fires.
  package struct Alerts: Equatable, Sendable {
    /// A program that is run each time.
    package var hook: String?
  }

  /// How uploads reach their server; whether and to which is decided with `barograph account` and
  /// `barograph sync`.
  package struct Sync: Equatable, Sendable {
    package var metering = Metering.auto
    /// Name of the header that tells the server this program's version.
    package var versionHeader = ""
    /// PEM file with the authorities to trust instead of the system's.
    package var caFile: String?
    /// A program that is run when uploads pause.
    package var hook: String?

    /// Whether the network in use is metered.
    package enum Metering: String, CaseIterable, Sendable {
      /// NetworkManager says it.
      case auto
      case unmetered, metered
    }
  }

  package init() {}

  /// What an empty configuration means.
  package static let defaults = madeFromDefaults()

  package static let repeatable: Set<String> = ["gpsd", "instrument"]

  package static let exampleHead = """
    # Barograph's configuration. Each key stands here with its default; remove the '#' before
    # one to change it. Files in barograph.conf.d/*.conf are read after this one and override it.
    # Check with: barographd --check-config

    """

  package mutating func begin(_ section: String, isFirst: Bool) {
    if section == "instrument" {
      if isFirst { instruments = [] }
      instruments.append(Instrument())
    } else {
      if isFirst { gpsd = [] }
      gpsd.append(Self.defaults.gpsd[0])
    }
  }

  package mutating func end(_ section: String) -> String? {
    section == "instrument" ? endInstrument() : endSource()
  }

  private mutating func endSource() -> String? {
    if !newestSource.isUsed {
      gpsd.removeLast()
      return nil
    }
    return gpsd.dropLast().contains(newestSource)
      ? "this [gpsd] section names the same host, port and device as one above" : nil
  }

  package var conflicts: [ConfigurationConflict] {
    noSourceConflicts + bluetoothConflicts + page.conflicts
  }

  private var bluetoothConflicts: [ConfigurationConflict] {
    guard !devices.usesBluetooth else { return [] }
    return instruments.compactMap { instrument in
      guard case .bluetooth(let address)? = instrument.address else { return nil }
      return ConfigurationConflict(
        key: "devices.bluetooth", message: "leaves the instrument \(address) out of reach")
    }
  }

  private var noSourceConflicts: [ConfigurationConflict] {
    guard gpsd.isEmpty, instruments.isEmpty, !devices.listens else { return [] }
    return [
      ConfigurationConflict(
        key: "gpsd.use",
        message: "leaves nothing to record from; name an [instrument], or set devices.listen = yes")
    ]
  }

  /// The source that a `[gpsd]` section being read fills.
  var newestSource: GPSDSource {
    get { gpsd.last ?? GPSDSource() }
    set { if !gpsd.isEmpty { gpsd[gpsd.count - 1] = newValue } }
  }

  /// The instrument that an `[instrument]` section being read fills.
  var newestInstrument: Instrument {
    get { instruments.last ?? Instrument() }
    set { if !instruments.isEmpty { instruments[instruments.count - 1] = newValue } }
  }
}
