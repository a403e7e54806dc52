import Configuration
import ControlAPI
import FlightModel
import HTTPClient
import Linux
import Log
import ServicePlan
import Services
import Settings
import Store
import SyncPlan
import Synchronization

/// Flights on their way to services: the queue with the network, the accounts' files and the database
/// that it needs, on the thread of the backup.
final class Uploads: Sendable {
  let service: UploadService
  private let configuration: DaemonConfiguration.Services
  private let folder: ServiceFolder
  private let reader: Archive
  private let loop: EventLoop
  private let log: Logger
  private let uplink = Mutex<Uplink?>(nil)
  /// Why a service could not be checked, or its file not be read.
  private let faults = Mutex<[Service: String]>([:])

  init(
    _ configuration: DaemonConfiguration.Services, folder: StateFolder, store: StoreWriter,
    reader: Archive, loop: EventLoop, log: Logger
  ) {
    self.configuration = configuration
    self.folder = folder.services
    self.reader = reader
    self.loop = loop
    self.log = log
    service = UploadService(
      store: StoredUploads(store: store, reader: reader, folder: folder),
      clock: LoopClock(loop: loop), listener: UploadCrier(log: log), on: loop)
  }

  /// Connects what is known of accounts and begins.
  func start() async {
    await noteSettings()
    for service in Service.takingFlights {
      do {
        if let credential = try folder.load(service) { try await open(credential) }
      } catch {
        log.error("\(service.title) cannot be used: \(error)")
        faults.withLock { $0[service] = "\(error)" }
      }
    }
    await service.look()
  }

  /// A flight may have been filed.
  func wakeSoon() {
    Task(executorPreference: loop) { [service] in await service.look() }
  }

  /// Reads the settings that matter here.
  func noteSettings() async {
    let settings = try? await reader.read { (contents) throws(StoreError) in
      let publishes = try SettingKey.all.first { $0.name == "skylinesPublish" }.map {
        (key) throws(StoreError) in try contents.value(of: key).bool ?? false
      }
      return (try contents.value(of: .syncWifiOnly).bool ?? false, publishes ?? false)
    }
    guard let (isUnmeteredOnly, publishes) = settings else { return }
    await service.unmeteredOnly(isUnmeteredOnly)
    await service.publish(publishes ? [.skylines] : [])
  }

  func shutdown() async { await service.shutdown() }

  /// Ends the network's thread; blocks, so never in a task.
  func stopUplink() { uplink.withLock { $0 }?.stop() }

  // MARK: Accounts

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

  private func open(_ credential: ServiceCredential) async throws {
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

  // MARK: What is known

  func facts() async throws(ControlError) -> [ServiceFacts] {
    var all: [ServiceFacts] = []
    for service in Service.takingFlights { all.append(try await facts(of: service)) }
    return all
  }

  private func facts(of service: Service) async throws(ControlError) -> ServiceFacts {
    let (open, isAutomatic) = try await stored(service)
    let obstacle = await self.service.obstacle(to: service)
    var facts = ServiceFacts(name: service.rawValue, title: service.title, state: .init(obstacle))
    (facts.open, facts.isAutomatic) = (open, isAutomatic)
    facts.unchecked = faults.withLock { $0[service] }
    if let credential = try? folder.load(service) {
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
}

extension DaemonConfiguration.Services {
  /// Where a service is reached.
  subscript(service: Service) -> ServiceAddress? {
    switch service {
    case .weglide: weglide
    case .skylines: skylines
    case .charron: charron
    }
  }
}

/// Tells the journal of flights that have arrived, and of what needs a person.
struct UploadCrier: UploadListener {
  let log: Logger

  func tell(_ record: UploadRecord) {
    let facts = UploadFacts(record, nil, waitMs: nil)
    let text = "\(record.key.service.title): uploaded \(facts.line)"
    if record.stage == .done {
      log.notice(text, [.flight: record.key.flight])
    } else {
      log.warning(
        [text, facts.fix].compactMap { $0 }.joined(separator: "; "), [.flight: record.key.flight])
    }
  }

  func tellLogin(_ service: Service) {
    log.error(
      "\(service.title) does not accept the login; barograph services connect \(service.rawValue)")
  }
}
