/// The gpsd servers that are configured, and how this box's own gpsd is set up.
package struct GPSDFacts: Sendable {
  /// Whether gpsd of this box can be started at all.
  package struct Service: Equatable, Sendable {
    package var daemon: UnitState
    package var socket: UnitState

    package init(daemon: UnitState, socket: UnitState) {
      self.daemon = daemon
      self.socket = socket
    }
  }

  package var servers: [GPSDServer]
  /// Of this box; unknown without systemd.
  package var service: Known<Service>
  /// Who listens on TCP here.
  package var listening: Known<[ListeningSocket]>
  package var settings: Known<GPSDSettings>
  /// Serial ports of instruments that the configuration names.
  package var instrumentPorts: [String]
  /// Whether positions come from elsewhere, so that recording does not hang on gpsd.
  package var hasOtherPositions: Bool

  package init(
    servers: [GPSDServer], service: Known<Service>, listening: Known<[ListeningSocket]>,
    settings: Known<GPSDSettings>, instrumentPorts: [String] = [], hasOtherPositions: Bool = false
  ) {
    self.servers = servers
    self.service = service
    self.listening = listening
    self.settings = settings
    self.instrumentPorts = instrumentPorts
    self.hasOtherPositions = hasOtherPositions
  }

  package var findings: [Finding] {
    var found = Findings(.gpsd)
    if servers.isEmpty { found.ok("gpsd-reachable", "not used by the configuration") }
    for server in servers {
      reach(server, &found)
      receivers(server, &found)
      heldPorts(server, &found)
    }
    if servers.contains(where: \.isHere) { ownGPSD(&found) }
    return found.all
  }

  // MARK: A server

  private func reach(_ server: GPSDServer, _ found: inout Findings) {
    switch server.reach {
    case .answers(let release, let proto):
      found.ok("gpsd-reachable", "gpsd \(release) (protocol \(proto)) at \(server.place)")
    case .silent:
      found.warn(
        "gpsd-reachable", "something listens at \(server.place) but does not speak as gpsd does",
        fix: "sudo systemctl restart gpsd; see which program it is: sudo ss -tlnp",
        about: server.name)
    case .unreachable(let cause): unreachable(server, cause, &found)
    }
  }

  private func unreachable(_ server: GPSDServer, _ cause: String, _ found: inout Findings) {
    let (message, fix) =
      server.isHere
      ? causeHere(server, cause)
      : (
        "gpsd at \(server.place) cannot be reached: \(cause)",
        "see that this box is on its network and gpsd there was started with -G"
      )
    hasOtherPositions
      ? found.warn("gpsd-reachable", message, fix: fix, about: server.name, optional: true)
      : found.warn("gpsd-reachable", message, fix: fix, about: server.name)
  }

  private func causeHere(_ server: GPSDServer, _ cause: String) -> (String, String) {
    let without = "without one, name an [instrument] and set use = no in [gpsd]"
    if let service = service.value, !service.socket.isInstalled, !service.daemon.isInstalled {
      return ("gpsd is not installed", "sudo apt install gpsd; \(without)")
    }
    if let service = service.value, !service.socket.isActive, !service.daemon.isActive {
      return ("gpsd is switched off", "sudo systemctl enable --now gpsd.socket; \(without)")
    }
    let elsewhere = listening.value?.filter { $0.port == server.port && !$0.isLoopback } ?? []
    if !elsewhere.isEmpty {
      return (
        "gpsd listens on port \(server.port), but not on this box's loopback address",
        "see ListenStream in: systemctl cat gpsd.socket"
      )
    }
    return (
      "nobody answers as gpsd at \(server.place): \(cause)",
      "see systemctl status gpsd.socket gpsd, and host and port in [gpsd]; \(without)"
    )
  }

  private func receivers(_ server: GPSDServer, _ found: inout Findings) {
    guard case .answers = server.reach else { return }
    guard !server.devices.isEmpty else {
      return found.warn(
        "gpsd-receivers", "gpsd at \(server.place) has no receiver",
        fix: "plug the receiver in; if it is, name its port in DEVICES in /etc/default/gpsd and: "
          + "sudo systemctl restart gpsd", about: server.name, optional: hasOtherPositions)
    }
    switch server.heard {
    case .unknown(let reason): found.skip("gpsd-receivers", reason)
    case .known(.position): found.ok("gpsd-receivers", "\(server.deviceList) sends positions")
    case .known(.noPosition):
      found.ok("gpsd-receivers", "\(server.deviceList) sends, without a position yet")
    case .known(.nothing):
      found.warn(
        "gpsd-receivers", "\(server.deviceList) is open in gpsd and sends nothing",
        fix: "see that it has power and its cable is in; cgps or gpspipe -r show what comes",
        about: server.name, optional: hasOtherPositions)
    }
  }

  private func heldPorts(_ server: GPSDServer, _ found: inout Findings) {
    guard server.isHere else { return }
    for device in server.devices where instrumentPorts.contains(device) {
      found.warn(
        "gpsd-holds-port", "gpsd has taken \(device), which an [instrument] names",
        fix: "set USBAUTO=\"false\" and take it out of DEVICES in /etc/default/gpsd, then: "
          + "sudo systemctl restart gpsd", about: device)
    }
  }

  // MARK: The gpsd of this box

  private func ownGPSD(_ found: inout Findings) {
    let ports = Set(servers.filter(\.isHere).map(\.port))
    found.judge("gpsd-open-to-network", listening) { found, sockets in
      guard sockets.contains(where: { ports.contains($0.port) && !$0.isLoopback }) else { return }
      found.warn(
        "gpsd-open-to-network", "gpsd gives positions to everyone on the network",
        fix: "if that is not wanted: take -G out of GPSD_OPTIONS, see systemctl cat gpsd.socket",
        optional: true)
    }
    // The settings are those of the service alone.
    guard let service = service.value, service.daemon.isInstalled, ports.contains(2947) else {
      return
    }
    found.judge("gpsd-settings", settings) { found, settings in
      guard !settings.waitsForClients else {
        return found.warn(
          "gpsd-settings",
          "gpsd opens its receiver only once somebody asks: "
            + "the first positions after a start are late",
          fix: "GPSD_OPTIONS=\"-n -b\" in /etc/default/gpsd (docs/gpsd.md), then: "
            + "sudo systemctl restart gpsd", optional: true)
      }
    }
  }
}
