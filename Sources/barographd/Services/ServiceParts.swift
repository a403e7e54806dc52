import Configuration
import ControlAPI
import Linux
import Log
import Store

/// The parts that speak with services: flights that go there, and what they give.
struct ServiceParts: Sendable {
  private let access: ServiceAccess
  /// Nil without the backup's threads.
  let uploads: Uploads?
  let downloads: Downloads
  let mapFiles: MapFileWatch

  /// Everything runs on `loop`.
  init(
    _ configuration: DaemonConfiguration.Services, folder: StateFolder, store: StoreWriter,
    archive: Archive, importer: Importer, backup: Backup?, loop: EventLoop, log: Logger
  ) {
    let access = ServiceAccess(configuration, folder: folder.services)
    self.access = access
    uploads = backup.map { backup in
      let uploads = Uploads(
        access, folder: folder, store: store, reader: backup.reader, loop: loop, log: log)
      backup.share(with: uploads)
      return uploads
    }
    downloads = Downloads(
      access: access, importer: importer, store: store, reader: archive, log: log)
    mapFiles = MapFileWatch(downloads, on: loop, log: log) { isLoopback in
      if isLoopback { return true }
      return await backup?.mayFetch() ?? false
    }
  }

  /// Connects what is known of accounts and begins.
  func start() async { await uploads?.start() }

  /// A flight may have been filed.
  func wakeSoon() { uploads?.wakeSoon() }

  /// What a person should know.
  func problems() async -> [Problem] { await uploads?.problems() ?? [] }

  func shutdown() async { await uploads?.shutdown() }

  /// Ends the network's thread; blocks, so never in a task.
  func stopUplink() { access.stop() }
}
