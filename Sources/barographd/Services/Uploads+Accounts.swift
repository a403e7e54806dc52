import Configuration
import ControlAPI
import FlightModel
import HTTPClient
import Linux
import ServicePlan
import Services
import Synchronization

/// Accounts at services: connected, kept, removed.
extension Uploads {
  /// The client of an account, over a thread that begins with the first one.
  private func client(of credential: ServiceCredential) throws(ControlError) -> any UploadClient {
    let service = credential.service
    guard let address = configuration[service],
      let client = service.uploadClient(at: address, credential, over: try transport())
    else {
      throw ControlError(
        .badRequest, message: "\(service.title) takes no flights", hint: "see services.*-url")
    }
    return client
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

  func open(_ credential: ServiceCredential) async throws {
    let isLocal = configuration[credential.service]?.isLoopback ?? false
    await service.connect(credential.service, try client(of: credential), isLocal: isLocal)
  }

  /// Connects an account with what is given, and what is known where that is left out.
  func connect(
    _ service: Service, _ fields: [ServiceField: String]
  ) async throws(ControlError) -> ServiceFacts {
    do {
      let known = try? folder.load(service)
      var values: [ServiceField: String] = [:]
      for (field, value) in known?.fields ?? [] { values[field] = value }
      values.merge(fields) { $1 }
      let credential = try await checked(try ServiceCredential(service, values))
      try folder.save(credential)
      try await open(credential)
      return try await facts(of: service)
    } catch let error as ControlError {
      throw error
    } catch let fault as ServiceFault {
      throw ControlError(fault, service)
    } catch {
      throw ControlError(
        .storageFailed, message: "the account cannot be kept: \(error)", hint: "check the disk")
    }
  }

  /// The credential with what the service tells of it. Where it cannot be asked now, the first upload
  /// will tell.
  private func checked(_ credential: ServiceCredential) async throws -> ServiceCredential {
    let client = try client(of: credential)
    do throws(ServiceFault) {
      let good = try await client.check(on: SystemClock.wall().date)
      faults.withLock { $0[credential.service] = nil }
      return good
    } catch {
      switch error {
      case .unauthorised, .needsInput, .refused: throw error
      case .retryLater, .tryAgain:
        faults.withLock { $0[credential.service] = "\(error)" }
        return credential
      }
    }
  }

  /// Removes everything of an account.
  func disconnect(_ service: Service) async throws(ControlError) -> ServiceFacts {
    do {
      try folder.remove(service)
      faults.withLock { $0[service] = nil }
      try await self.service.disconnect(service)
      return try await facts(of: service)
    } catch let error as ControlError {
      throw error
    } catch {
      throw ControlError(
        .storageFailed, message: "the account cannot be removed: \(error)", hint: "check the disk")
    }
  }

  /// Removes everything of every account: the box changes hands.
  func disconnectAll() async throws(ControlError) {
    for service in Service.takingFlights { _ = try await disconnect(service) }
  }
}
