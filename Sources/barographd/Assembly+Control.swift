import Configuration
import ControlAPI
import Devices
import FlightModel
import HTTPServer
import Linux
import Log
import Pages
import RecordingModel
import Store

/// How the service is asked: over its socket, and by browsers.
extension Daemon {
  /// What answers questions and takes commands.
  func control(
    _ service: RecordingService, _ store: StoreWriter, _ archive: Archive, _ backup: Backup?,
    _ services: ServiceParts, _ sources: [GPSDSource], _ instruments: Instruments,
    _ logbook: LogbookParts, _ state: SharedState, _ stop: StopRequest, _ reports: EventLoop,
    _ reporter: StatusReporter
  ) -> DaemonControl {
    let folder = folder
    let door = PageDoor(
      configuration.page, tokens: PageTokenFile(path: folder.pageToken, log: log.named("page")),
      log: log.named("page"))
    let inputs = inputs(
      service, archive, backup, services, sources, instruments, logbook, state, door)
    return DaemonControl(
      service: service, store: store, archive: archive, backup: backup, serviceParts: services,
      stop: stop, desk: instruments.desk, folder: folder, configured: configuration.declaration,
      imports: ImportDesk(
        folder: folder,
        rides: RideImporter(
          store: store, archive: archive, folder: folder, isStopping: { state.isStopping }),
        importer: logbook.importer),
      importer: logbook.importer, reporter: reporter, inputs: inputs,
      catchUp: { for source in sources { await source.catchUp() } },
      lookAround: { await instruments.lookAround() },
      hub: EventHub {
        StatusEvent(
          reporter.document(blockingCall(on: service.loop, inputs)),
          build: Pages.recorder.contentHash)
      },
      watchers: .socket, live: LiveTrack(archive: archive, folder: folder),
      reports: ReportDesk(
        loop: reports, folder: folder, ground: logbook.ground, isStopping: { state.isStopping }),
      door: door)
  }

  /// What the parts say of themselves at one moment.
  private func inputs(
    _ service: RecordingService, _ archive: Archive, _ backup: Backup?,
    _ services: ServiceParts, _ sources: [GPSDSource], _ instruments: Instruments,
    _ logbook: LogbookParts, _ state: SharedState, _ door: PageDoor
  ) -> @Sendable () async -> StatusReporter.Inputs {
    let folder = folder
    return {
      var gpsd: [GPSDStatus] = []
      for source in sources {
        await source.catchUp()
        gpsd.append(await source.status)
      }
      let snapshot = await service.snapshot
      var imports = await logbook.facts()
      imports.outdatedFiles = services.mapFiles.outdated.map(\.filename)
      return StatusReporter.Inputs(
        service: snapshot, sources: gpsd, instruments: await instruments.report(),
        isStopping: state.isStopping, databasesSetAside: state.setAside,
        databaseFault: state.databaseFault, pageFault: door.fault,
        lastFlight: await lastFlight(snapshot, archive, folder),
        sync: await backup?.facts() ?? SyncFacts(state: .off), imports: imports,
        serviceProblems: await services.problems(),
        observed: state.observed)
    }
  }

  /// A socket that cannot be opened costs the command, not the flight.
  func controlServer(_ control: DaemonControl) -> UnixHTTPServer? {
    do throws(HTTPServerError) {
      try? Files.makeFolder(Files.folder(of: settled.socketPath))
      return try ControlServer.start(at: settled.socketPath, service: control)
    } catch {
      log.error("the command barograph cannot reach this daemon: \(error)")
      return nil
    }
  }

  /// Opens the page, if one is wanted.
  func openPage(_ control: DaemonControl) {
    var pages = control
    pages.watchers = .page
    let api = PageAPI(service: pages)
    control.door.open { api.answer($0) }
  }
}

/// The newest flight, of this run or of the logbook.
private func lastFlight(
  _ snapshot: RecordingSnapshot, _ archive: Archive, _ folder: StateFolder
) async -> FlightSummary? {
  if let filed = snapshot.lastFiled {
    var flight = LogbookFlight(entry: filed.entry)
    flight.notes.isRecordedHere = true
    return FlightSummary(flight, path: filed.path)
  }
  // While a file is being written the reader is busy; status does not wait for it.
  if snapshot.filing > 0 { return nil }
  let newest = try? await archive.read { (contents) throws(StoreError) in
    try contents.logbook(.newestRecorded)
  }
  return newest?.first.map {
    FlightSummary($0, path: folder.file(named: $0.entry.filename, id: $0.entry.id))
  }
}

extension LogbookQuery {
  /// The newest flight that this box recorded itself.
  static var newestRecorded: LogbookQuery {
    var query = LogbookQuery()
    query.isRecordedHere = true
    query.limit = 1
    return query
  }
}
