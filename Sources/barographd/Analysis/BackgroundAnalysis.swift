import Bytes
import FlightAnalysis
import FlightModel
import IGC
import Linux
import Log
import Settings
import Store
import SyncContract
import Waypoints

/// Computes what the logbook tells of each flight, one after another, on a thread that stands behind
/// all others. Recordings of this box come first, then the newest.
actor BackgroundAnalysis {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let store: StoreWriter
  private let folder: StateFolder
  private let ground: GroundService
  private let log: Logger
  private let isBusy: @Sendable () async -> Bool
  private let isStopping: @Sendable () -> Bool
  private let reader: StoreReader
  private var waiter: CheckedContinuation<Void, Never>?
  private var hasNews = true
  private var airfields: ImportedAirfields

  /// While something is recorded, so many times as long is left to it as an analysis has taken.
  private static let busyFactor: Int64 = 4
  private static let longestPauseMs: Int64 = 60_000

  init(
    loop: EventLoop, store: StoreWriter, folder: StateFolder, ground: GroundService, log: Logger,
    isBusy: @escaping @Sendable () async -> Bool, isStopping: @escaping @Sendable () -> Bool
  ) {
    self.loop = loop
    self.store = store
    self.folder = folder
    self.ground = ground
    self.log = log
    self.isBusy = isBusy
    self.isStopping = isStopping
    reader = StoreReader(path: folder.database)
    airfields = ImportedAirfields(folder: folder)
  }

  /// Lets go of the database.
  func close() { try? reader.close() }

  /// There may be something to do; `hasAirfields` that take-offs may have names.
  func wake(hasAirfields: Bool) {
    hasNews = true
    if hasAirfields { airfields.release() }
    waiter?.resume()
    waiter = nil
  }

  /// Runs until the service stops; `wake` makes it look.
  func run() async {
    while !isStopping() {
      hasNews = false
      let began = SystemClock.monotonic()
      let outcome = await step()
      let took = SystemClock.monotonic().milliseconds(since: began)
      if outcome == .failed {
        await loop.pause(milliseconds: Self.longestPauseMs, tolerance: Self.longestPauseMs / 4)
      } else if outcome == .done {
        let factor = await isBusy() ? Self.busyFactor : 1
        let pause = min(Self.longestPauseMs, max(20, took * factor))
        await loop.pause(milliseconds: pause, tolerance: pause / 4)
      } else if !hasNews {
        airfields.release()
        await withCheckedContinuation { waiter = $0 }
      }
    }
  }

  private enum Outcome { case done, nothing, failed }

  /// Analyses one flight, if there is one; it fails where the database refuses.
  private func step() async -> Outcome {
    do {
      let next = try reader.read { (contents) throws(StoreError) in
        try contents.nextFlight(toAnalyse: AnalysedFlight.version, namesAirfields: true)
      }
      guard let next, !isStopping() else { return .nothing }
      if next.isNamingOnly {
        guard try airfields.read(reader).index.count > 0 else { return .nothing }
        try await name(next)
      } else {
        try await analyse(next)
      }
      return .done
    } catch {
      log.warning("the analysis stands still: \(error)")
      return .failed
    }
  }

  private func analyse(_ flight: FlightToAnalyse) async throws {
    let id = flight.id
    let wishes = try reader.read { (contents) throws(StoreError) in try Wishes(contents) }
    let (airfields, edition) = try airfields.read(reader)
    try await store.perform { (database) throws(StoreError) in
      try database.beginAnalysis(of: id, version: AnalysedFlight.version)
    }
    guard let file = read(id) else {
      return try await store.perform { (database) throws(StoreError) in
        try database.failAnalysis(of: id, version: AnalysedFlight.version)
      }
    }
    let fields = analyse(file, wishes, airfields)
    try await store.perform { (database) throws(StoreError) in
      if let fields {
        try database.store(
          analysis: fields, of: id, airfields: airfields.count > 0 ? edition : nil)
      } else {
        try database.abandonAnalysis(of: id, version: AnalysedFlight.version)
      }
    }
    guard fields != nil else { return }
    log.debug("a flight was analysed", [.flight: id])
    // So that its report has the ground once somebody asks for it.
    await ground.want(file.track)
  }

  /// A flight's file; nil with a word in the log if it cannot be read.
  private func read(_ id: String) -> IGCFile? {
    do throws(SystemError) {
      return IGCFile(reading: try Files.read(folder.blob(id), limit: OfferedBytes.longest))
    } catch {
      log.warning("a flight cannot be analysed: \(error)", [.flight: id])
      return nil
    }
  }

  /// What is computed; nil once the service stops.
  private func analyse(
    _ file: IGCFile, _ wishes: Wishes, _ airfields: AirfieldIndex
  ) -> [String: ContractValue]? {
    let track = file.track
    let analysed = AnalysedFlight.analyse(
      track, options: wishes.options, isCancelled: isStopping)
    guard !isStopping() else { return nil }
    let task = DeclaredTask(file, analysed, wishes.zones)
    let place = analysed.takeoff.map { track[$0.index].position }
    return FlightSummaryFields.of(analysed, on: track, shape: wishes.shape)
      .merging(task?.fields(file, analysed) ?? DeclaredTask.none) { $1 }
      .merging(airfields.takeoffFields(at: place)) { $1 }
  }

  /// Looks for the airfield of a take-off that was computed before there were airfields.
  private func name(_ flight: FlightToAnalyse) async throws {
    let id = flight.id
    let time = try reader.read { (contents) throws(StoreError) in
      try contents.takeoff(ofFlight: id)
    }
    let fix = read(id)?.track.first { fix in time.map { fix.time >= $0 } ?? false }
    let (airfields, edition) = try airfields.read(reader)
    // Of a file that cannot be read the name stays as it is.
    let fields = fix.map { airfields.takeoffFields(at: $0.position) } ?? [:]
    try await store.perform { (database) throws(StoreError) in
      try database.store(analysis: fields, of: id, airfields: edition)
    }
  }
}

/// What the account's settings ask of an analysis.
struct Wishes: Equatable, Sendable {
  /// The shape whose distance a flight is listed with.
  let shape: AnalysisOptions.Shape
  /// Only that shape and the best two hours: a triangle that nobody lists may take a while.
  let options: AnalysisOptions
  /// Where a declared task has none.
  let zones: ZoneDefaults

  private static let shapes: [AnalysisOptions.Shape] = [
    .straight, .outAndReturn, .triangle, .threeTurnpoints, .fiveTurnpoints,
  ]

  init(_ contents: StoreContents) throws(StoreError) {
    let settings = try contents.settings()
    var options = AnalysisOptions()
    // The table of settings allows no other number.
    shape = Self.shapes[Int(settings.value(of: .optimisation).integer ?? 4)]
    options.sport = Sport(settings)
    options.shapes = [shape, .bestTwoHours]
    self.options = options
    zones = ZoneDefaults(settings)
  }
}

extension Sport {
  /// What is always flown; nil where the track tells it.
  init?(_ settings: StoredSettings) {
    guard settings.value(of: .detectSport) == .bool(false) else { return nil }
    self.init(rawValue: Int(settings.value(of: .sport).integer ?? 0))
  }
}
