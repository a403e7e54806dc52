import Configuration
import ControlAPI
import FlightModel
import Glibc

/// Names and numbers that this box knows to be somebody's own.
enum PrivateWords {
  /// Names that every box has.
  private static let common: Set<String> = [
    "root", "barograph", "localhost", "raspberrypi", "debian", "admin", "user", "gpsd",
  ]

  static func all(_ examination: Examination) -> [String] {
    let declaration = examination.configuration.configuration.declaration
    let flight = examination.facts?.lastFlight?.declaration
    let people = [declaration, examination.declaration, flight].compactMap(\.self).flatMap {
      [$0.pilot, $0.crew, $0.registration, $0.competitionID]
    }
    let sync = examination.facts?.sync
    let server = sync?.server?.split(separator: "/").last.map(String.init)
    let instruments = (try? examination.instruments.get())?.instruments ?? []
    let words =
      people + hosts(examination.configuration.configuration) + [sync?.accountID, server, hostName]
      + instruments.map(\.serialNumber) + users
    return words.compactMap(\.self).filter { !common.contains($0.lowercased()) }
  }

  /// Servers that are named.
  private static func hosts(_ configuration: DaemonConfiguration) -> [String?] {
    let instruments = configuration.instruments.map { instrument -> String? in
      if case .tcp(let host, _)? = instrument.address { host } else { nil }
    }
    let servers = configuration.gpsd.map { $0.host } + instruments + proxies(configuration.services)
    return servers.filter { $0?.hasPrefix("127.") != true }
  }

  /// Hosts of one's own in place of a service's.
  private static func proxies(_ services: DaemonConfiguration.Services) -> [String?] {
    let usual = DaemonConfiguration.defaults.services
    return [
      (services.weglide, usual.weglide), (services.skylines, usual.skylines),
      (services.charron, usual.charron),
    ].map {
      $0 == $1 ? nil : $0?.description.split(separator: "/").dropFirst().first.map(String.init)
    }
  }

  /// Who is logged in.
  private static var users: [String?] {
    let variables: [String] = ["USER", "LOGNAME", "SUDO_USER"]
    return [SystemTree.userName(getuid())]
      + variables.map { name in getenv(name).map { String(cString: $0) } }
  }

  private static var hostName: String? {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
