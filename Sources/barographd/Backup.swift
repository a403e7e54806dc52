import Compression
import Configuration
import ControlAPI
import Crypto
import FlightModel
import HTTPClient
import Linux
import Log
import RecordingModel
import Services
import Store
import SyncEngine
import SyncPlan
import Synchronization
import Systemd

/// The backup to a server: the sync engine with the network, the token's file, the database and the
/// hook that it needs, on a thread of their own.
final class Backup: Sendable {
  let service: SyncService
  let loop: EventLoop
  private let uplink: Uplink
  /// Of the engine's own thread.
  let reader: Archive
  private let network: NetworkWatch
  private let folder: StateFolder
  /// What the operator says of the network; `auto` leaves it to NetworkManager.
  private let metering: DaemonConfiguration.Sync.Metering
  private let latest = Mutex<NetworkState?>(nil)
  private let uploads = Mutex<Uploads?>(nil)

  init(
    configuration: DaemonConfiguration.Sync, folder: StateFolder, store: StoreWriter,
    loop: EventLoop, log: Logger
  ) throws {
    self.loop = loop
    self.folder = folder
    var settings = UplinkSettings()
    settings.authorityFile = configuration.caFile
    uplink = try Uplink(settings)
    reader = Archive(loop: loop, databasePath: folder.database)
    service = SyncService(
      SyncSettings(version: ProductVersion.text) { (try? Gzip.compressTightly($0)) ?? [] },
      store: StoredSync(store: store, reader: reader, folder: folder),
      transport: UplinkTransport(
        uplink: uplink, version: .init(configuration.versionHeader, ProductVersion.text)),
      credentials: folder.credentials, clock: LoopClock(loop: loop),
      listener: PauseCrier(
        hook: configuration.hook.map { Hook(path: $0, log: log) }, log: log),
      log: log, on: loop)
    network = NetworkWatch(loop: loop)
    metering = configuration.metering
  }

  /// What the recording service tells.
  var told: RecordingService.Told {
    let (service, loop) = (service, loop)
    return RecordingService.Told(
      stored: { service.sampleStored() },
      finished: { Task(executorPreference: loop) { await service.recordingStopped() } })
  }

  /// Tells uploads to services of the network too.
  func share(with uploads: Uploads) { self.uploads.withLock { $0 = uploads } }

  /// Reads what was kept and begins.
  func start() async {
    await service.start()
    await network.start()
    Task(executorPreference: loop) { [self] in
      for await state in network.states {
        latest.withLock { $0 = state }
        await applyNetwork()
      }
    }
  }

  /// Tells the engine of the network as it is now. A server on this machine needs none.
  private func applyNetwork() async {
    guard let state = latest.withLock({ $0 }) else { return }
    let uploads = uploads.withLock { $0 }
    await uploads?.service.network(SyncNetwork(state, configured: metering))
    let isHere = await service.origin?.isLoopback ?? false
    await service.network(
      isHere ? .online(.unmetered) : SyncNetwork(state, configured: metering))
  }

  /// Whether the network may be used now for what can wait.
  func mayFetch() async -> Bool {
    guard let state = latest.withLock({ $0 }) else { return false }
    return SyncNetwork(state, configured: metering)
      .mayBeUsedForDownloads(isUnmeteredOnly: await service.isUnmeteredOnly)
  }

  /// Ends what is under way; nothing of it touches the store afterwards.
  func shutdown() async {
    await network.shutdown()
    await service.shutdown()
    await reader.close()
  }

  /// Ends the network's thread; blocks, so never in a task.
  func stopUplink() { uplink.stop() }

  // MARK: Commands

  /// What uploads are doing, for status.
  func facts() async -> SyncFacts { SyncFacts(await service.status(), now: SystemClock.wall()) }

  func account() async -> AccountFacts { AccountFacts(await service.status()) }

  func signIn(server: String, code: String) async throws(ControlError) -> AccountFacts {
    guard let origin = ServerOrigin(server) else {
      throw ControlError(
        .badRequest, message: "\(server) is no address of a server",
        hint: "give https://HOST or https://HOST:PORT; http only for this machine itself")
    }
    do throws(AccountFault) {
      _ = try await service.signIn(origin: origin, code: code)
    } catch {
      throw ControlError(error)
    }
    await applyNetwork()
    return await account()
  }

  func signOut() async throws(ControlError) -> AccountFacts {
    do throws(AccountFault) {
      _ = try await service.signOut()
    } catch {
      throw ControlError(error)
    }
    return await account()
  }

  func verify() async throws(ControlError) -> VerifyResult {
    let folder = folder
    do throws(VerifyFault) {
      let verdict = try await service.verify(by: { SHA256() }) { [reader] kind, id in
        guard kind == .igc, try await reader.isRecordedHere(id) else { return nil }
        return try LocalBlob(file: folder.blob(id))
      }
      return VerifyResult(verdict, pending: await facts().pendingRows)
    } catch {
      throw ControlError(error)
    }
  }
}

/// Tells the journal and the operator's hook of a pause.
struct PauseCrier: SyncListener {
  let hook: Hook?
  let log: Logger

  func shout(_ pause: SyncPause) {
    let facts = SyncPauseFacts(pause)
    var fields: [LogField: String] = [.reason: facts.reason]
    fields[.table] = facts.table
    fields[.field] = facts.field
    fields[.error] = facts.slug
    log.error("uploads are paused: \(facts.remedy)", fields)
    hook?.run([facts.reason, facts.remedy])
  }
}

extension SyncNetwork {
  /// What the watch has found, with the operator's word on metering before it.
  init(_ state: NetworkState, configured: DaemonConfiguration.Sync.Metering) {
    guard state.isOnline else {
      self = .offline
      return
    }
    switch (configured, state.metering) {
    case (.unmetered, _), (.auto, .unmetered): self = .online(.unmetered)
    case (.metered, _), (.auto, .metered): self = .online(.metered)
    case (.auto, .unknown): self = .online(.unknown)
    }
  }
}

extension Archive {
  /// Whether this box has made a flight's file, so that the server's must be the same bytes.
  fileprivate func isRecordedHere(_ id: String) throws(StoreError) -> Bool {
    try read { (contents) throws(StoreError) in try contents.flight(id)?.recordingID != nil }
  }
}

extension LocalBlob {
  /// Of a file on the disk.
  fileprivate init(file: String) throws {
    var digest = SHA256()
    var bytes: Int64 = 0
    try Files.forEachBlock(of: file) { block in
      digest.update(block)
      bytes += Int64(block.count)
    }
    self.init(bytes: bytes, sha256: digest.finish())
  }
}
