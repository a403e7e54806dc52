import ControlAPI
import FlightModel
import Linux
import ServicePlan
import Services
import Synchronization

/// Accounts at services: connected, kept, removed.
extension Uploads {
  func open(_ credential: ServiceCredential) async throws {
    guard credential.service.takesFlights else { return }
    await service.connect(
      credential.service, try access.uploadClient(of: credential),
      isLocal: access.isLoopback(credential.service))
  }

  /// Connects an account with what is given, and what is known where that is left out.
  func connect(
    _ service: Service, _ fields: [ServiceField: String]
  ) async throws(ControlError) -> ServiceFacts {
    do {
      let known = try? access.folder.load(service)
      var values: [ServiceField: String] = [:]
      for (field, value) in known?.fields ?? [] { values[field] = value }
      values.merge(fields) { $1 }
      let credential = try await checked(try ServiceCredential(service, values))
      try access.folder.save(credential)
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
    do {
      let good = try await answered(credential, on: SystemClock.wall().date)
      faults.withLock { $0[credential.service] = nil }
      return good
    } catch let fault as ServiceFault {
      switch fault {
      case .unauthorised, .needsInput, .refused: throw fault
      case .retryLater, .tryAgain:
        faults.withLock { $0[credential.service] = "\(fault)" }
        return credential
      }
    }
  }

  /// Asks a service whether it knows an account.
  private func answered(
    _ credential: ServiceCredential, on day: CivilDate
  ) async throws -> ServiceCredential {
    let service = credential.service
    if service.takesFlights { return try await access.uploadClient(of: credential).check(on: day) }
    let catalogue = try access.catalogue(of: service, credential)
    do throws(CatalogueFault) {
      _ = try await catalogue.list([], page: 1, today: day)
      return credential
    } catch {
      if case .service(let fault) = error { throw fault }
      throw ServiceFault.tryAgain("it has no list to begin with")
    }
  }

  /// Removes everything of an account.
  func disconnect(_ service: Service) async throws(ControlError) -> ServiceFacts {
    do {
      try access.folder.remove(service)
      faults.withLock { $0[service] = nil }
      if service.takesFlights { try await self.service.disconnect(service) }
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
    for service in Service.withAccounts { _ = try await disconnect(service) }
  }
}
