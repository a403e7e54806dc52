import Configuration
import ControlAPI
import Devices
import Diagnosis
import FlightModel
import Linux

/// gpsd and the instruments.
extension Examination {
  /// So long a gpsd is listened to; most receivers send each second.
  private static let patienceMs: Int64 = 4000
  private static let mostServers = 4

  var gpsd: GPSDFacts {
    let ports = configuration.configuration.instruments.compactMap { instrument in
      if case .serial(let path, _)? = instrument.address { SystemTree.real(path) } else { nil }
    }
    return GPSDFacts(
      servers: configuration.configuration.gpsd.prefix(Self.mostServers).map(Self.server),
      service: service, listening: Self.listening, settings: Self.settings,
      instrumentPorts: ports, hasOtherPositions: hasOtherPositions)
  }

  private var service: Known<GPSDFacts.Service> {
    guard let daemon = unit("gpsd.service").value, let socket = unit("gpsd.socket").value else {
      return .unknown("systemd does not run here")
    }
    return .known(GPSDFacts.Service(daemon: daemon, socket: socket))
  }

  private var hasOtherPositions: Bool {
    facts?.sources.contains {
      $0.givesPosition && $0.state == .ok && !$0.name.hasPrefix("gpsd://")
    } ?? false
  }

  private static func server(_ source: DaemonConfiguration.GPSDSource) -> GPSDServer {
    var server = GPSDServer(host: source.host, port: source.port, reach: .silent)
    do throws(GPSDProbeError) {
      let probe = try GPSDProbe.look(at: source.host, source.port, milliseconds: patienceMs)
      guard let release = probe.release else { return server }
      server.reach = .answers(release: release, protocolVersion: probe.protocolVersion)
      server.devices = server.isHere ? probe.devices.map(SystemTree.real) : probe.devices
      server.heard = .known(GPSDServer.Heard(probe.heard))
    } catch {
      server.reach = .unreachable(error.description)
    }
    return server
  }

  private static var listening: Known<[ListeningSocket]> {
    let texts = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap(SystemTree.text)
    return texts.isEmpty
      ? .unknown("/proc/net/tcp cannot be read") : .known(texts.flatMap(ListeningSocket.all))
  }

  private static var settings: Known<GPSDSettings> {
    SystemTree.text("/etc/default/gpsd").map { .known(GPSDSettings(text: $0)) }
      ?? .unknown("there is no /etc/default/gpsd")
  }

  // MARK: Instruments

  var instrumentPorts: InstrumentsFacts {
    let rules = ["/usr/lib/udev/rules.d", "/lib/udev/rules.d", "/etc/udev/rules.d"]
    return InstrumentsFacts(
      instruments: instrumentFact { $0.instruments.map(InstrumentsFacts.Instrument.init) },
      modemManager: unit("ModemManager.service"),
      hasRules: rules.contains { Files.exists("\($0)/70-barograph.rules") })
  }
}

extension GPSDServer.Heard {
  fileprivate init(_ heard: GPSDProbe.Heard) {
    self =
      switch heard {
      case .nothing: .nothing
      case .noPosition: .noPosition
      case .position: .position
      }
  }
}

extension InstrumentsFacts.Instrument {
  fileprivate init(_ facts: InstrumentFacts) {
    let place =
      facts.devnode.flatMap { $0.split(separator: "/").last.map(String.init) } ?? facts.address
    self.init(
      name: facts.id, spoken: "\(facts.kind ?? "port") on \(place)", problem: facts.problem,
      remedy: facts.remedy)
    if facts.link == .gone, let devnode = facts.devnode {
      holder = DeviceHolders.first(of: devnode)
    }
  }
}
