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
  let configuration: DaemonConfiguration.Services
  let folder: ServiceFolder
  let reader: Archive
  let loop: EventLoop
  let log: Logger
  let uplink = Mutex<Uplink?>(nil)
  /// Why a service could not be checked, or its file not be read.
  let faults = Mutex<[Service: String]>([:])

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
      (
        try contents.value(of: .syncWifiOnly).bool ?? false,
        try contents.value(of: .skylinesPublish).bool ?? false
      )
    }
    guard let (isUnmeteredOnly, publishes) = settings else { return }
    await service.unmeteredOnly(isUnmeteredOnly)
    await service.publish(publishes ? [.skylines] : [])
  }

  func shutdown() async { await service.shutdown() }

  /// Ends the network's thread; blocks, so never in a task.
  func stopUplink() { uplink.withLock { $0 }?.stop() }
}

extension DaemonConfiguration.Services {
  /// Where a service is reached.
  subscript(service: Service) -> ServiceAddress? {
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
