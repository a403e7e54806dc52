import Configuration
import ControlAPI
import Crypto
import Devices
import FlightModel
import Glibc
import HTTPServer
import IGC
import Keyring
import Linux
import Log
import Logbook
import Recorder
import RecordingModel
import Store
import Systemd

/// The whole service: puts the parts together, starts them in order, stops them in reverse.
struct Daemon {
  let settled: ConfigurationFiles.Settled
  let reactor: EventLoop
  let log: Logger

  private var configuration: DaemonConfiguration { settled.configuration }
  private var folder: StateFolder { StateFolder(path: settled.stateDirectory) }

  /// Runs until a signal asks to stop; the exit code of the process.
  func run(until stop: StopRequest) async -> Int32 {
    let manager = ServiceManager()
    do {
      let parts = try await start(manager)
      let signal = try await stop.wait()
      log.notice("stopping on signal \(signal)")
      return await end(parts, manager)
    } catch let failure as StartFailure {
      log.error(failure.message)
      return failure.code
    } catch {
      log.error("cannot start: \(error)")
      return EX_OSERR
    }
  }

  /// What keeps the service from starting.
  private struct StartFailure: Error {
    var message: String
    var code: Int32
  }

  /// Everything that runs.
  private struct Parts {
    var loops: [EventLoop]
    var store: StoreWriter
    var archive: Archive
    var service: RecordingService
    var sources: [GPSDSource]
    var server: UnixHTTPServer?
    var background: [Task<Void, Never>]
    var state: SharedState
  }

  // MARK: Start

  private func start(_ manager: ServiceManager) async throws -> Parts {
    let startedAt = SystemClock.monotonic()
    try prepareFolder()
    let key = try deviceKey()
    let loops = try ["store", "reader", "opener"].map { try EventLoop(name: $0) }
    for loop in loops { try loop.start() }
    let store = try await openStore(on: loops[0])
    let archive = Archive(loop: loops[1], databasePath: folder.database)
    let filer = filer(key, store, archive)
    let service = try await recordingService(store, archive, filer)
    let sources = gpsdSources(service, opener: GPSDOpener(loop: loops[2]))
    for source in sources { await source.start() }
    let state = SharedState()
    let server = controlServer(service, archive, sources, state, startedAt)
    let watchdog = Watchdog(loop: reactor, manager: manager, log: log) {
      await service.beat()
      let moved = try? await store.perform { (database) throws(StoreError) in database.setAside }
      state.note(setAside: moved ?? [])
    }
    try manager.ready(status: "recording policy \(configuration.recording.policy.rawValue)")
    log.notice("barographd \(ProductVersion.text) is up", ["state": folder.path])
    let checker = DatabaseChecker(
      archive: archive, store: store, service: service, reactor: reactor, log: log.named("store"),
      state: state)
    return Parts(
      loops: loops, store: store, archive: archive, service: service, sources: sources,
      server: server,
      background: [
        Task(executorPreference: reactor) { await watchdog.run() },
        Task(executorPreference: reactor) { await checker.run() },
      ], state: state)
  }

  private func prepareFolder() throws(StartFailure) {
    do throws(SystemError) {
      try Files.makeFolder(folder.path)
      try folder.prepare()
    } catch {
      throw StartFailure(
        message: "the state directory cannot be used: \(error); see storage.directory",
        code: EX_CANTCREAT)
    }
  }

  /// Without a key flights are recorded all the same, unsigned.
  private func deviceKey() throws -> Ed25519.PrivateKey? {
    do throws(KeyringError) {
      return try KeyFolder(path: folder.keys).deviceKey(name: "barograph")
    } catch {
      log.error("IGC files are not signed: \(error)")
      return nil
    }
  }

  private func openStore(on loop: EventLoop) async throws(StartFailure) -> StoreWriter {
    do {
      let settings = StoreSettings(
        path: folder.database, bootID: try SystemClock.bootID(), wallClock: SystemClock.wall,
        monotonicClock: SystemClock.monotonic)
      let store = try await StoreWriter.open(settings, on: loop)
      for path in (try? await store.perform { (db) throws(StoreError) in db.setAside }) ?? [] {
        log.error("a broken database was set aside as \(path); recording begins in a new one")
      }
      return store
    } catch {
      throw StartFailure(message: "the database cannot be opened: \(error)", code: EX_CANTCREAT)
    }
  }

  private func filer(
    _ key: Ed25519.PrivateKey?, _ store: StoreWriter, _ archive: Archive
  ) -> FlightFiler {
    let configured = configuration.igc.serial.flatMap { RecorderIdentity(serial: $0) }
    let identity =
      configured ?? key.map { RecorderIdentity(publicKey: $0.publicKeyBytes) }
      ?? RecorderIdentity(serial: "000")!
    let box = FlightFinisher.Box(
      recorder: identity, firmwareVersion: ProductVersion.text, hardwareVersion: "Linux",
      receiver: "gpsd")
    let rate = configuration.igc.rate
    return FlightFiler(
      folder: folder, archive: archive, store: store,
      makeFinisher: {
        FlightFinisher(
          box: box, rate: rate, digest: SHA256(), key: key, isValid: Ed25519.isValid)
      }, log: log.named("logbook"))
  }

  // MARK: The recorder

  private func recordingService(
    _ store: StoreWriter, _ archive: Archive, _ filer: FlightFiler
  ) async throws -> RecordingService {
    let past = try await Past.read(store, glider: configuration.declaration.glider)
    for entry in past.unpublished(in: folder) {
      _ = await archive.publish(entry, folder: folder, log: log)
    }
    let setup = RecorderConfiguration(
      policy: configuration.recording.policy.recorded, boardID: past.boardID,
      bootID: try SystemClock.bootID(), declaration: configuration.declaration,
      nextRecordingID: past.nextRecordingID, dateFloor: Build.earliestPlausibleTime)
    let service = RecordingService(
      recorder: FlightRecorder(configuration: setup, resuming: past.resume),
      past: past, store: store, filer: filer, loop: reactor,
      log: log.named("recorder"))
    await service.begin(leftovers: past.leftovers)
    return service
  }

  private func gpsdSources(_ service: RecordingService, opener: GPSDOpener) -> [GPSDSource] {
    configuration.gpsd.map { source in
      let only = source.device.map { ReceiverID($0) }
      return GPSDSource(
        .init(address: GPSDAddress(host: source.host, port: String(source.port))),
        loop: reactor, opener: opener, log: log.named("gpsd")
      ) { events in
        service.take(only.map { id in events.filter { $0.concerns(id) } } ?? events)
      }
    }
  }

  // MARK: The socket

  /// A socket that cannot be opened costs the command, not the flight.
  private func controlServer(
    _ service: RecordingService, _ archive: Archive, _ sources: [GPSDSource],
    _ state: SharedState, _ startedAt: MonotonicInstant
  ) -> UnixHTTPServer? {
    let folder = folder
    let control = DaemonControl(
      service: service, archive: archive, folder: folder,
      reporter: StatusReporter(settled: settled, folder: folder, startedAt: startedAt),
      inputs: {
        var gpsd: [GPSDStatus] = []
        for source in sources {
          await source.catchUp()
          gpsd.append(await source.status)
        }
        let snapshot = await service.snapshot
        return StatusReporter.Inputs(
          service: snapshot, sources: gpsd, isStopping: state.isStopping,
          databasesSetAside: state.setAside,
          databaseFault: state.databaseFault,
          lastFlight: await lastFlight(snapshot, archive, folder))
      },
      catchUp: { for source in sources { await source.catchUp() } })
    do throws(HTTPServerError) {
      try? Files.makeFolder(Files.folder(of: settled.socketPath))
      return try ControlServer.start(at: settled.socketPath, service: control)
    } catch {
      log.error("the command barograph cannot reach this daemon: \(error)")
      return nil
    }
  }

  // MARK: End

  private func end(_ parts: Parts, _ manager: ServiceManager) async -> Int32 {
    parts.state.stop()
    try? manager.stopping()
    for task in parts.background { task.cancel() }
    for source in parts.sources { await source.shutdown() }
    let isSafe = await parts.service.shutdown(within: 45_000)
    if !isSafe {
      log.error("not everything reached the disk in time; the next start finishes what is there")
    }
    await Self.detached { parts.server?.shutdown() }
    do {
      // A file that is still being written would hold up the end; the next start writes it anew, and
      // a query-only connection has nothing to lose.
      if isSafe { await parts.archive.close() }
      try await parts.store.close()
    } catch {
      log.error("closing the database: \(error)")
    }
    for loop in parts.loops { loop.stop() }
    log.notice("barographd has stopped")
    return isSafe ? EX_OK : EX_IOERR
  }

  /// Runs what blocks on a thread of its own.
  private static func detached(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in
      do throws(SystemError) {
        try Threads.spawn(name: "closing") {
          body()
          done.resume()
        }
      } catch {
        done.resume()
      }
    }
  }
}

/// The newest flight, of this run or of the logbook.
private func lastFlight(
  _ snapshot: RecordingSnapshot, _ archive: Archive, _ folder: StateFolder
) async -> FlightSummary? {
  if let filed = snapshot.lastFiled { return FlightSummary(filed.entry, path: filed.path) }
  // While a file is being written the reader is busy; status does not wait for it.
  if snapshot.filing > 0 { return nil }
  let newest = try? await archive.read { (contents) throws(StoreError) in
    try contents.flights(limit: 1)
  }
  return newest?.first.map {
    FlightSummary($0, path: folder.file(named: $0.filename, id: $0.id))
  }
}

extension DaemonConfiguration.Recording.Policy {
  fileprivate var recorded: RecordingPolicy {
    switch self {
    case .auto: .auto
    case .always: .always
    case .manual: .manual
    }
  }
}

extension Declaration {
  /// The board that this declaration records with: the registration names it, else the type.
  fileprivate var glider: ConfiguredGlider? {
    let key = registration.isEmpty ? gliderType : registration
    guard !key.isEmpty else { return nil }
    let name = [gliderType, registration].filter { !$0.isEmpty }.joined(separator: " ")
    return ConfiguredGlider(key: key, name: name)
  }
}

extension SourceEvent {
  /// Whether an event belongs to a receiver, or to no receiver in particular.
  fileprivate func concerns(_ id: ReceiverID) -> Bool {
    switch self {
    case .fix(let fix): fix.receiver == id
    case .sample(let sample): sample.source == id.name
    case .receiverAppeared(let receiver), .receiverGone(let receiver): receiver == id
    case .traffic, .linkState: true
    }
  }
}
