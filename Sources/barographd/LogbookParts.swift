import ControlAPI
import FlightAnalysis
import Linux
import Log
import Store

/// The parts that keep the logbook: what takes files in, what watches the inbox, and what computes.
struct LogbookParts: Sendable {
  let importer: Importer
  let inbox: Inbox
  let analysis: BackgroundAnalysis
  let ground: GroundService

  /// On a thread for files and one for computing; both stand behind all others.
  init(
    importLoop: EventLoop, analysisLoop: EventLoop, store: StoreWriter, folder: StateFolder,
    inbox inboxPath: String?, ground: GroundService, log: Logger,
    isBusy: @escaping @Sendable () async -> Bool,
    isStopping: @escaping @Sendable () -> Bool
  ) {
    let analysis = BackgroundAnalysis(
      loop: analysisLoop, store: store, folder: folder, ground: ground,
      log: log.named("analysis"), isBusy: isBusy, isStopping: isStopping)
    importer = Importer(
      loop: importLoop, store: store, folder: folder, log: log.named("import")
    ) { hasAirfields in
      Task(executorPreference: analysisLoop) { await analysis.wake(hasAirfields: hasAirfields) }
    }
    inbox = Inbox(path: inboxPath ?? folder.inbox, importer: importer, log: log.named("import"))
    self.analysis = analysis
    self.ground = ground
  }

  /// Completes what a power cut left, then begins to watch and to compute.
  func start() {
    let (importer, inbox, analysis, ground) = (importer, inbox, analysis, ground)
    Task(executorPreference: importer.loop) {
      await importer.publishAll()
      await inbox.start()
    }
    Task(executorPreference: analysis.loop) { await analysis.run() }
    Task(executorPreference: analysis.loop) { await ground.run() }
  }

  /// A flight was recorded.
  func wake() {
    let analysis = analysis
    Task(executorPreference: analysis.loop) { await analysis.wake(hasAirfields: false) }
  }

  /// Ends what can be ended, and waits for none of it: the recorder's end comes first. A file that is
  /// being taken in is taken in again after the next start.
  func shutdown() {
    let (inbox, ground) = (inbox, ground)
    Task(executorPreference: inbox.loop) { await inbox.shutdown() }
    Task(executorPreference: analysis.loop) { await ground.shutdown() }
    wake()
  }

  /// What the status tells.
  func facts() async -> ImportFacts {
    var facts = await importer.facts(analysisVersion: AnalysedFlight.version)
    facts.waiting = Int64(await inbox.waiting)
    facts.inboxFault = await inbox.fault
    return facts
  }
}
