import BoardRules
import Configuration
import ControlAPI
import Crypto
import Devices
import FlightModel
import Glibc
import IGC
import Keyring
import Linux
import Log
import Logbook
import Recorder
import RecordingModel
import Store

/// How each part of the service is made.
extension Daemon {
  func prepareFolder() async throws(StartFailure) {
    do throws(SystemError) {
      try Files.makeFolder(folder.path)
      if let path = try await AccountReset(folder: folder).perform() {
        let isThere = Files.exists(path)
        log.notice(
          isThere
            ? "the former account's data were set aside" : "the former account's data are gone",
          isThere ? [.path: path] : [:])
      }
      try folder.prepare()
    } catch {
      throw StartFailure(
        message: "the state directory cannot be used: \(error); see storage.directory",
        code: EX_CANTCREAT)
    }
  }

  /// Without a key flights are recorded all the same, unsigned.
  func deviceKey() -> Ed25519.PrivateKey? {
    do throws(KeyringError) {
      return try KeyFolder(path: folder.keys).deviceKey(name: "barograph")
    } catch {
      log.error("IGC files are not signed: \(error)")
      return nil
    }
  }

  func openStore(on loop: EventLoop) async throws(StartFailure) -> StoreWriter {
    do {
      var settings = StoreSettings(
        path: folder.database, bootID: try SystemClock.bootID(), wallClock: SystemClock.wall,
        monotonicClock: SystemClock.monotonic)
      settings.startTokenPath = folder.sync + "/start-token"
      settings.isClockSynchronised = SystemClock.isSynchronised
      let store = try await StoreWriter.open(settings, on: loop)
      for path in (try? await store.perform { (db) throws(StoreError) in db.setAside }) ?? [] {
        log.error("a broken database was set aside as \(path); recording begins in a new one")
      }
      if (try? await store.perform { (db) throws(StoreError) in db.wasRestored }) == true {
        log.notice("the database was put back from a copy: the server is offered all of it again")
      }
      return store
    } catch {
      throw StartFailure(message: "the database cannot be opened: \(error)", code: EX_CANTCREAT)
    }
  }

  func filer(
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

  /// A backup that cannot be started costs the backup, not the flight.
  func startBackup(_ store: StoreWriter, on loop: EventLoop) -> Backup? {
    do {
      return try Backup(
        configuration: configuration.sync, folder: folder, store: store, loop: loop,
        log: log.named("sync"))
    } catch {
      log.error("nothing is uploaded: \(error)")
      return nil
    }
  }

  /// The ground below flights; a server on this machine needs no network.
  func ground(_ backup: Backup?, on loop: EventLoop) -> GroundService {
    GroundService(configuration, folder: folder, loop: loop, log: log.named("analysis")) {
      isLoopback in
      if isLoopback { return true }
      return await backup?.mayFetch() ?? false
    }
  }

  // MARK: The recorder

  func recordingService(
    _ store: StoreWriter, _ archive: Archive, _ filer: FlightFiler, _ backup: Backup?,
    _ logbook: @escaping @Sendable () -> Void
  ) async throws -> RecordingService {
    let past = try await Past.read(store, configured: configuration.declaration)
    for entry in past.unpublished(in: folder) {
      _ = await archive.publish(entry, folder: folder, log: log)
    }
    let setup = RecorderConfiguration(
      policy: configuration.recording.policy.recorded,
      kind: configuration.recording.kind == .flight ? .flight : nil, boardID: past.boardID,
      bootID: try SystemClock.bootID(), declaration: past.declaration,
      nextRecordingID: past.nextRecordingID, dateFloor: Build.earliestPlausibleTime,
      untimed: past.untimed)
    let service = RecordingService(
      recorder: FlightRecorder(configuration: setup, resuming: past.resume),
      past: past, store: store, filer: filer, loop: reactor,
      log: log.named("recorder"),
      hook: configuration.alerts.hook.map { Hook(path: $0, log: log.named("alerts")) },
      told: told(backup, logbook))
    // A zone that cannot be read must not become a zone that is recorded, so this may fail the start.
    await service.use(try await archive.read(PrivacyZone.enabled))
    // Rules that cannot be read cost alerts, not the recording.
    await service.use((try? await archive.read(AlertRule.enabled)) ?? [])
    await service.begin(leftovers: past.leftovers)
    return service
  }

  /// The backup hears of what is durable, and the logbook of what has ended.
  private func told(
    _ backup: Backup?, _ logbook: @escaping @Sendable () -> Void
  ) -> RecordingService.Told {
    guard let told = backup?.told else { return .init(stored: {}, finished: logbook) }
    return .init(stored: told.stored) {
      told.finished()
      logbook()
    }
  }

  /// What is found and reached beside gpsd.
  func instruments(
    _ service: RecordingService, opener: EventLoop, _ importer: Importer
  ) -> Instruments {
    let takes = configuration.imports.takesDownloads
    return Instruments(
      configuration, service: service, opener: opener, log: log.named("instruments")
    ) { name, bytes in
      guard takes else { return }
      Task(executorPreference: importer.loop) {
        await importer.take(bytes, named: name, from: .logger)
      }
    }
  }

  func gpsdSources(
    _ service: RecordingService, opener: GPSDOpener, instruments: Instruments
  ) -> [GPSDSource] {
    configuration.gpsd.map { source in
      let only = source.device.map { ReceiverID($0) }
      return GPSDSource(
        .init(address: GPSDAddress(host: source.host, port: String(source.port))),
        loop: reactor, opener: opener, log: log.named("gpsd")
      ) { events in
        if source.isLocal { instruments.follow(events) }
        service.take(only.map { id in events.filter { $0.concerns(id) } } ?? events)
      }
    }
  }
}

/// What keeps the service from starting.
struct StartFailure: Error {
  var message: String
  var code: Int32
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

extension SourceEvent {
  /// Whether an event belongs to a receiver, or to no receiver in particular.
  fileprivate func concerns(_ id: ReceiverID) -> Bool {
    switch self {
    case .fix(let fix): fix.receiver == id
    case .sample(let sample): sample.source == id.name
    case .receiverAppeared(let receiver), .receiverGone(let receiver): receiver == id
    case .traffic, .linkState, .boardAppeared, .motor, .boardFacts, .boardGone: true
    }
  }
}
