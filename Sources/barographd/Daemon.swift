import Configuration
import ControlAPI
import Devices
import Glibc
import HTTPServer
import Keyring
import Linux
import Log
import Store
import Systemd

/// The whole service: puts the parts together, starts them in order, stops them in reverse.
struct Daemon {
  let settled: ConfigurationFiles.Settled
  let reactor: EventLoop
  let log: Logger

  /// The exit code that stands for "begin anew"; no program ends with it.
  static let restartCode: Int32 = -1

  var configuration: DaemonConfiguration { settled.configuration }
  var folder: StateFolder { StateFolder(path: settled.stateDirectory) }

  /// Runs until a signal asks to stop; the exit code of the process.
  func run(until stop: StopRequest) async -> Int32 {
    let manager = ServiceManager()
    do {
      let parts = try await start(manager, stop)
      switch try await stop.wait() {
      case .signal(let signal):
        log.notice("stopping on signal \(signal)")
        return await end(parts, manager)
      case .restart:
        log.notice("starting anew for another account")
        let code = await end(parts, manager)
        // A recording that has begun since the reset was asked for belongs to the account before.
        if await parts.service.isBusy {
          try AccountReset(folder: folder).cancel()
          log.error("a recording has begun meanwhile, so nothing was set aside; ask again after it")
        }
        return code == EX_OK ? Self.restartCode : code
      }
    } catch let failure as StartFailure {
      log.error(failure.message)
      return failure.code
    } catch {
      log.error("cannot start: \(error)")
      return EX_OSERR
    }
  }

  /// Everything that runs.
  private struct Parts {
    var loops: [EventLoop]
    var store: StoreWriter
    var archive: Archive
    var backup: Backup?
    var services: ServiceParts
    var service: RecordingService
    var sources: [GPSDSource]
    var instruments: Instruments
    var logbook: LogbookParts
    var control: DaemonControl
    var server: UnixHTTPServer?
    var background: [Task<Void, Never>]
    var state: SharedState
  }

  // MARK: Start

  private func start(
    _ manager: ServiceManager, _ stop: StopRequest
  ) async throws -> Parts {
    let startedAt = SystemClock.monotonic()
    try await prepareFolder()
    let key = deviceKey()
    let loops =
      try ["store", "reader", "opener", "sync"].map { try EventLoop(name: $0) }
      + ["import", "analysis"].map { try EventLoop(name: $0, givesWay: true) }
    for loop in loops { try loop.start() }
    let store = try await openStore(on: loops[0])
    let archive = Archive(loop: loops[1], databasePath: folder.database)
    let filer = filer(key, store, archive)
    let backup = startBackup(store, on: loops[3])
    let (state, busy) = (SharedState(), BusyProbe())
    let logbook = LogbookParts(
      importLoop: loops[4], analysisLoop: loops[5], store: store, folder: folder,
      inbox: configuration.imports.inbox, ground: ground(backup, on: loops[5]), log: log,
      isBusy: { await busy.isBusy },
      isStopping: { state.isStopping })
    let services = ServiceParts(
      configuration.services, folder: folder, store: store, archive: archive,
      importer: logbook.importer, backup: backup, loop: loops[3], log: log.named("services"))
    let service = try await recordingService(store, archive, filer, backup) {
      logbook.wake()
      services.wakeSoon()
    }
    busy.watch(service)
    let instruments = instruments(service, opener: loops[2], logbook.importer)
    let sources = gpsdSources(
      service, opener: GPSDOpener(loop: loops[2]), instruments: instruments)
    for source in sources { await source.start() }
    await instruments.start()
    let host = HostWatch()
    let reporter = StatusReporter(
      settled: settled, folder: folder, startedAt: startedAt, host: host)
    let control = control(
      service, store, archive, backup, services, sources, instruments, logbook, state, stop,
      loops[5], reporter)
    let server = controlServer(control)
    openPage(control)
    let watch = StatusWatch(
      service: service, sources: sources, instruments: instruments, reporter: reporter,
      state: state)
    logbook.start()
    let watchdog = Watchdog(loop: reactor, manager: manager, log: log) {
      await service.beat()
      let moved = try? await store.perform { (database) throws(StoreError) in database.setAside }
      state.note(setAside: moved ?? [])
    }
    announce(manager)
    await backup?.start()
    await services.start()
    let checker = DatabaseChecker(
      archive: archive, store: store, service: service, reactor: reactor, log: log.named("store"),
      state: state)
    let housekeeper = Housekeeper(
      store: store, service: service, reactor: reactor,
      ages: RetentionAges(configuration.retention), log: log.named("store"))
    return Parts(
      loops: loops, store: store, archive: archive, backup: backup, services: services,
      service: service, sources: sources, instruments: instruments, logbook: logbook,
      control: control, server: server,
      background: [
        Task(executorPreference: reactor) { await watchdog.run() },
        Task(executorPreference: reactor) { await checker.run() },
        Task(executorPreference: reactor) { await housekeeper.run() },
        Task(executorPreference: reactor) { await watch.run() },
        Task(executorPreference: loops[3]) { await services.mapFiles.run() },
        Task(executorPreference: loops[2]) { await host.run(on: loops[2]) },
      ], state: state)
  }

  /// A service manager that cannot be told costs nothing but its own view.
  private func announce(_ manager: ServiceManager) {
    do throws(SystemError) {
      try manager.ready(status: "recording policy \(configuration.recording.policy.rawValue)")
    } catch {
      log.warning("systemd could not be told that the service is up: \(error)")
    }
    log.notice("barographd \(ProductVersion.text) is up", [.state: folder.path])
  }

  // MARK: End

  private func end(_ parts: Parts, _ manager: ServiceManager) async -> Int32 {
    parts.state.stop()
    parts.control.hub.end()
    try? manager.stopping()
    for task in parts.background { task.cancel() }
    parts.logbook.shutdown()
    await parts.instruments.shutdown()
    for source in parts.sources { await source.shutdown() }
    let isSafe = await parts.service.shutdown(within: 45_000)
    if !isSafe {
      log.error("not everything reached the disk in time; the next start finishes what is there")
    }
    await parts.services.shutdown()
    await parts.backup?.shutdown()
    await Self.detached {
      parts.control.door.close()
      parts.server?.shutdown()
      parts.services.stopUplink()
      parts.backup?.stopUplink()
      parts.logbook.ground.stopUplink()
    }
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
