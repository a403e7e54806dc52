import ControlAPI
import Elevation
import FlightAnalysis
import FlightModel
import FlightReport
import IGC
import Linux
import Log
import RecordingModel
import Settings
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
  /// With the tiles of the ground that were not there.
  private var kept: [(subject: Subject, page: [UInt8], missing: [TileName])] = []
  private nonisolated let waiting = Mutex(0)

  /// What a report is made of; as long as it stays, so does the report.
  private struct Subject: Equatable {
    let flight: LogbookFlight
    let settings: StoredSettings

    /// That somebody looked at the flight is nothing that the report tells.
    init(_ flight: LogbookFlight, _ settings: StoredSettings) {
      var flight = flight
      flight.notes.lastOpenedAt = nil
      self.flight = flight
      self.settings = settings
    }
  }

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
    let settings = try? reader.read { (contents) throws(StoreError) in try contents.settings() }
    let subject = Subject(flight, settings ?? StoredSettings())
    if let known = kept.first(where: { $0.subject == subject }),
      !known.missing.contains(where: ground.shelf.has)
    {
      return .success(known.page)
    }
    let path = folder.blob(flight.entry.id)
    do throws(SystemError) {
      let file = IGCFile(reading: try Files.read(path, limit: OfferedBytes.longest))
      guard let facts = facts(subject, file) else { return .failure(.ending) }
      let page = ReportPage.html(facts)
      let missing = await ground.want(facts.fixes)
      kept.removeAll { $0.subject.flight.entry.id == flight.entry.id }
      kept = (kept + [(subject, page, missing)]).suffix(Self.mostKept)
      return .success(page)
    } catch {
      return .failure(
        ControlError(
          .storageFailed, message: "the flight's file cannot be read: \(error)",
          hint: "check the disk"))
    }
  }

  /// What the report tells; nil once the service stops.
  private func facts(_ subject: Subject, _ file: IGCFile) -> ReportFacts? {
    defer { airfields.release() }
    let (track, flight) = (file.track, subject.flight)
    var options = AnalysisOptions()
    options.sport = Sport(subject.settings)
    let analysed = AnalysedFlight.analyse(track, options: options, isCancelled: isStopping)
    guard !isStopping() else { return nil }
    let task = DeclaredTask(file, analysed, ZoneDefaults(subject.settings))?.task
    let whole = FlightPart(takeoff: analysed.takeoff, landing: analysed.landing)
    var facts = ReportFacts(
      title: flight.entry.filename, declaration: flight.entry.declaration, fixes: track,
      analysis: analysed, task: task,
      taskResult: task.map { TaskEvaluation.evaluate($0, on: track, part: whole) },
      comments: flight.notes.comments, units: subject.settings.units,
      ground: ground.shelf.ground(below: analysed, in: file))
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
