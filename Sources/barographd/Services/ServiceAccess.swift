import Configuration
import ControlAPI
import FlightModel
import HTTPClient
import Linux
import ServicePlan
import Services
import Synchronization
import Waypoints

/// The way to services: where they are, the accounts' files, and the network's thread, which begins
/// with the first request.
final class ServiceAccess: Sendable {
  let folder: ServiceFolder
  private let configuration: DaemonConfiguration.Services
  private let uplink = Mutex<Uplink?>(nil)

  init(_ configuration: DaemonConfiguration.Services, folder: ServiceFolder) {
    self.configuration = configuration
    self.folder = folder
  }

  /// Whether a service is on this machine itself, and so needs no network.
  func isLoopback(_ service: Service) -> Bool { configuration[service]?.isLoopback ?? false }

  /// What takes the flights of an account.
  func uploadClient(
    of credential: ServiceCredential
  ) throws(ControlError) -> any UploadClient {
    let service = credential.service
    let client = service.uploadClient(
      at: try address(of: service), credential, over: try transport())
    if let client { return client }
    throw ControlError(
      .badRequest, message: "\(service.title) takes no flights", hint: "see docs/services.md")
  }

  /// What a service gives, to the account that is connected or is given here.
  func catalogue(
    of service: Service, _ given: ServiceCredential? = nil, zones: ZoneDefaults = ZoneDefaults()
  ) throws(ControlError) -> any Catalogue {
    var known = given
    if known == nil { known = try credential(of: service) }
    let catalogue = service.catalogue(
      at: try address(of: service), known, zones: zones, over: try transport())
    if let catalogue { return catalogue }
    throw ControlError(
      .notSignedIn, message: "\(service.title) gives nothing without an account",
      hint: "barograph services connect \(service.rawValue)")
  }

  private func credential(of service: Service) throws(ControlError) -> ServiceCredential? {
    do {
      return try folder.load(service)
    } catch {
      throw ControlError(
        .failed, message: "the account at \(service.title) cannot be used: \(error)",
        hint: "barograph services connect \(service.rawValue) makes it anew")
    }
  }

  private func address(of service: Service) throws(ControlError) -> ServiceAddress {
    if let address = configuration[service] { return address }
    throw ControlError(
      .badRequest, message: "nobody has said where \(service.title) is reached",
      hint: "set services.\(service.rawValue)-url in barograph.conf")
  }

  private func transport() throws(ControlError) -> any ServiceTransport {
    let file = configuration.caFile
    let opened: Result<Uplink, SystemError> = uplink.withLock { uplink in
      if let uplink { return .success(uplink) }
      var settings = UplinkSettings()
      settings.authorityFile = file
      do throws(SystemError) {
        let made = try Uplink(settings)
        uplink = made
        return .success(made)
      } catch {
        return .failure(error)
      }
    }
    do throws(SystemError) { return try opened.get() } catch {
      throw ControlError(.failed, message: "\(error)", hint: "see journalctl -u barographd")
    }
  }

  /// Ends the network's thread; blocks, so never in a task.
  func stop() { uplink.withLock { $0 }?.stop() }
}

extension DaemonConfiguration.Services {
  /// Where a service is reached.
  fileprivate subscript(service: Service) -> ServiceAddress? {
    switch service {
    case .weglide: weglide
    case .skylines: skylines
    case .charron: charron
    case .soaringspot: soaringspot
    case .xcsoar: xcsoar
    case .openaip: openaip
    }
  }
}
