import ControlAPI
import Elevation
import FlightAnalysis
import FlightModel
import FlightReport
import IGC
import Linux
import Log
import RecordingModel
import Store
import Synchronization
import Terrain
import Waypoints

/// Makes flights' reports for browsers, one at a time on the thread that stands behind all others,
/// and keeps the newest few.
actor ReportDesk {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Who may wait at once, and how many reports are kept, below 400 kB each.
  private static let mostWaiting = 4
  private static let mostKept = 4

  private let folder: StateFolder
  private let ground: GroundService
  private let reader: StoreReader
  private let isStopping: @Sendable () -> Bool
  private var airfields: ImportedAirfields
  private var kept: [(flight: LogbookFlight, page: [UInt8])] = []
  private nonisolated let waiting = Mutex(0)

  init(
    loop: EventLoop, folder: StateFolder, ground: GroundService,
    isStopping: @escaping @Sendable () -> Bool
  ) {
    self.loop = loop
    self.folder = folder
    self.ground = ground
    self.isStopping = isStopping
    reader = StoreReader(path: folder.database)
    airfields = ImportedAirfields(folder: folder)
  }

  /// The report of a flight; blocks the calling thread, which must be its own.
  nonisolated func page(of flight: LogbookFlight) throws(ControlError) -> [UInt8] {
    let hasRoom = waiting.withLock { count in
      guard count < Self.mostWaiting else { return false }
      count += 1
      return true
    }
    guard hasRoom else {
      throw ControlError(
        .busy, message: "other reports are being made", hint: "try again in a moment")
    }
    defer { waiting.withLock { $0 -= 1 } }
    return try blockingCall(on: loop) { await self.made(flight) }.get()
  }

  private func made(_ flight: LogbookFlight) async -> Result<[UInt8], ControlError> {
    if let known = kept.first(where: { $0.flight == flight }) { return .success(known.page) }
    let path = folder.blob(flight.entry.id)
    do throws(SystemError) {
      let file = IGCFile(reading: try Files.read(path, limit: OfferedBytes.longest))
      guard let facts = facts(flight, file) else { return .failure(.ending) }
      let page = ReportPage.html(facts)
      kept.removeAll { $0.flight.entry.id == flight.entry.id }
      await ground.want(facts.fixes)
      // A report that may get more of the ground soon is made anew then.
      if await !ground.isExpected(TileName.all(of: facts.fixes)) {
        kept = (kept + [(flight, page)]).suffix(Self.mostKept)
      }
      return .success(page)
    } catch {
      return .failure(
        ControlError(
          .storageFailed, message: "the flight's file cannot be read: \(error)",
          hint: "check the disk"))
    }
  }

  /// What the report tells; nil once the service stops.
  private func facts(_ flight: LogbookFlight, _ file: IGCFile) -> ReportFacts? {
    defer { airfields.release() }
    let track = file.track
    let analysed = AnalysedFlight.analyse(track, isCancelled: isStopping)
    guard !isStopping() else { return nil }
    let zones = try? reader.read { (contents) throws(StoreError) in try ZoneDefaults(contents) }
    let task = DeclaredTask(file, analysed, zones ?? ZoneDefaults())?.task
    let whole = FlightPart(takeoff: analysed.takeoff, landing: analysed.landing)
    var facts = ReportFacts(
      title: flight.entry.filename, declaration: flight.entry.declaration, fixes: track,
      analysis: analysed, task: task,
      taskResult: task.map { TaskEvaluation.evaluate($0, on: track, part: whole) },
      comments: flight.notes.comments, ground: ground.shelf.ground(below: analysed, in: file))
    if let index = try? airfields.read(reader).index {
      facts.takeoffPlace = index.name(of: analysed.takeoff, in: track)
      facts.landingPlace = index.name(of: analysed.landing, in: track)
    }
    return facts
  }
}

extension AirfieldIndex {
  /// The nearest airfield of a moment; empty without one near.
  fileprivate func name(of moment: FlightMoment?, in fixes: [TrackFix]) -> String {
    moment.flatMap { nearest(to: fixes[$0.index].position)?.name } ?? ""
  }
}

extension ControlError {
  fileprivate static let ending = ControlError(
    .busy, message: "the service ends", hint: "try again when it has started")
}
