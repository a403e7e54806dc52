import ControlAPI
import FlightModel
import Linux
import Log
import ServicePlan
import Services
import Settings
import Store
import SyncPlan
import Synchronization

/// Flights on their way to services, and the accounts there: the queue with what it needs of the
/// network and the database, on the thread of the backup.
final class Uploads: Sendable {
  let service: UploadService
  let access: ServiceAccess
  let reader: Archive
  let loop: EventLoop
  let log: Logger
  /// Why a service could not be checked, or its file not be read.
  let faults = Mutex<[Service: String]>([:])

  init(
    _ access: ServiceAccess, folder: StateFolder, store: StoreWriter, reader: Archive,
    loop: EventLoop, log: Logger
  ) {
    self.access = access
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
        if let credential = try access.folder.load(service) { try await open(credential) }
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
}
