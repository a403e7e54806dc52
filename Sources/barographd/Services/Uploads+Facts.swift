import ControlAPI
import FlightModel
import ServicePlan
import Services
import Settings
import Store
import Synchronization

/// What is known of services and uploads.
extension Uploads {
  func facts() async throws(ControlError) -> [ServiceFacts] {
    var all: [ServiceFacts] = []
    for service in Service.withAccounts { all.append(try await facts(of: service)) }
    return all
  }

  func facts(of service: Service) async throws(ControlError) -> ServiceFacts {
    let (open, isAutomatic) = try await stored(service)
    let credential = try? access.folder.load(service)
    let state: ServiceFacts.State =
      service.takesFlights
      ? .init(await self.service.obstacle(to: service))
      : credential == nil ? .notConnected : .ready
    var facts = ServiceFacts(name: service.rawValue, title: service.title, state: state)
    facts.takesFlights = service.takesFlights
    (facts.open, facts.isAutomatic) = (open, isAutomatic)
    facts.unchecked = faults.withLock { $0[service] }
    if let credential {
      facts.missing = credential.missingForUploads.map(\.rawValue)
      for (field, value) in credential.fields where !field.isSecret {
        facts.fields[field.rawValue] = value
      }
    }
    return facts
  }

  private func stored(_ service: Service) async throws(ControlError) -> (Int64, Bool) {
    let result = await reader.result { (contents) throws(StoreError) in
      let open = try contents.openUploads().count { $0.isOpen && $0.key.service == service }
      let name = "\(service.rawValue)Upload"
      let key = SettingKey.all.first { $0.name == name }
      return (
        Int64(open),
        try key.map { (key) throws(StoreError) in
          try contents.value(of: key).bool ?? false
        } ?? false
      )
    }
    switch result {
    case .success(let stored): return stored
    case .failure(let error): throw ControlError(error)
    }
  }

  /// Puts a flight in the queue.
  func upload(_ key: UploadKey) async throws(ControlError) -> UploadFacts {
    guard await service.obstacle(to: key.service) != .notConnected else {
      throw ControlError(
        .notSignedIn, message: "there is no account at \(key.service.title)",
        hint: "barograph services connect \(key.service.rawValue)")
    }
    do {
      return await facts(of: try await service.ask(for: key))
    } catch {
      throw ControlError(
        .storageFailed, message: "the upload cannot be noted: \(error)", hint: "check the disk")
    }
  }

  func uploads(ofFlight id: String) async throws(ControlError) -> [UploadFacts] {
    let result = await reader.result { (contents) throws(StoreError) in
      try contents.uploads(ofFlight: id)
    }
    var all: [UploadFacts] = []
    switch result {
    case .failure(let error): throw ControlError(error)
    case .success(let records):
      for record in records { all.append(await facts(of: record)) }
    }
    return all
  }

  private func facts(of stored: UploadRecord) async -> UploadFacts {
    let record = await service.record(stored.key) ?? stored
    let obstacle = record.isOpen ? await service.obstacle(to: record.key.service) : nil
    return UploadFacts(record, obstacle, waitMs: await service.waitMs(of: record.key))
  }

  /// What a person should know: logins that are not accepted, flights that a service does not take.
  func problems() async -> [Problem] {
    var problems: [Problem] = []
    for service in Service.takingFlights where await self.service.obstacle(to: service) == .login {
      problems.append(
        Problem(
          id: "service-login", subject: service.rawValue, severity: .warning,
          message: "\(service.title) does not accept the login",
          fix: "barograph services connect \(service.rawValue)"))
    }
    let stuck = await self.service.stuck
    guard !stuck.isEmpty else { return problems }
    let inLogbook = try? await reader.read { (contents) throws(StoreError) in
      var kept: [UploadRecord] = []
      for record in stuck where try contents.standing(ofFlight: record.key.flight) == .inLogbook {
        kept.append(record)
      }
      return kept
    }
    let byService = Dictionary(grouping: inLogbook ?? stuck, by: \.key.service)
    for service in Service.takingFlights {
      if let records = byService[service] { problems.append(Problem(records, service)) }
    }
    return problems
  }
}

extension Problem {
  /// Flights that a service does not take.
  fileprivate init(_ records: [UploadRecord], _ service: Service) {
    let first = UploadFacts(records[0], nil, waitMs: nil)
    let count = records.count == 1 ? "a flight" : "\(records.count) flights"
    self.init(
      id: "upload-stuck", subject: service.rawValue, severity: .warning,
      message: "\(service.title) does not take \(count): \(first.detail ?? "no reason is known")",
      fix: first.fix ?? "barograph flights show \(records[0].key.flight.prefix(12)) tells more")
  }
}
