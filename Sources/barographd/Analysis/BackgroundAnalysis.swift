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
  private let log: Logger
  private let isBusy: @Sendable () async -> Bool
  private let isStopping: @Sendable () -> Bool
  private let reader: StoreReader
  private var waiter: CheckedContinuation<Void, Never>?
  private var hasNews = true

  /// While something is recorded, so many times as long is left to it as an analysis has taken.
  private static let busyFactor: Int64 = 4
  private static let longestPauseMs: Int64 = 60_000

  init(
    loop: EventLoop, store: StoreWriter, folder: StateFolder, log: Logger,
    isBusy: @escaping @Sendable () async -> Bool, isStopping: @escaping @Sendable () -> Bool
  ) {
    self.loop = loop
    self.store = store
    self.folder = folder
    self.log = log
    self.isBusy = isBusy
    self.isStopping = isStopping
    reader = StoreReader(path: folder.database)
  }

  /// Lets go of the database.
  func close() { try? reader.close() }

  /// There may be something to do; `hasAirfields` that take-offs may have names.
  func wake(hasAirfields: Bool) {
    hasNews = true
    waiter?.resume()
    waiter = nil
  }

  /// Runs until the service stops; `wake` makes it look.
  func run() async {
    while !isStopping() {
      hasNews = false
      let began = SystemClock.monotonic()
      let didSomething = await step()
      let took = SystemClock.monotonic().milliseconds(since: began)
      if didSomething {
        let factor = await isBusy() ? Self.busyFactor : 1
        let pause = min(Self.longestPauseMs, max(20, took * factor))
        await loop.pause(milliseconds: pause, tolerance: pause / 4)
      } else if !hasNews {
        await withCheckedContinuation { waiter = $0 }
      }
    }
  }

  /// Analyses one flight; false when there is none, or the database refuses.
  private func step() async -> Bool {
    do {
      let next = try reader.read { (contents) throws(StoreError) in
        try contents.nextFlight(toAnalyse: AnalysedFlight.version, namesAirfields: false)
      }
      guard let next, !isStopping() else { return false }
      try await analyse(next)
      return true
    } catch {
      log.warning("the analysis stands still: \(error)")
      return false
    }
  }

  private func analyse(_ flight: FlightToAnalyse) async throws {
    let id = flight.id
    let wishes = try reader.read { (contents) throws(StoreError) in try Wishes(contents) }
    try await store.perform { (database) throws(StoreError) in
      try database.beginAnalysis(of: id, version: AnalysedFlight.version)
    }
    let fields: [String: ContractValue]?
    do throws(SystemError) {
      let bytes = try Files.read(folder.blob(id), limit: OfferedBytes.longest)
      fields = analyse(IGCFile(reading: bytes), wishes)
    } catch {
      log.warning("a flight cannot be analysed: \(error)", ["flight": id])
      return try await store.perform { (database) throws(StoreError) in
        try database.failAnalysis(of: id, version: AnalysedFlight.version)
      }
    }
    try await store.perform { (database) throws(StoreError) in
      if let fields {
        try database.store(analysis: fields, of: id, isNamed: false)
      } else {
        try database.abandonAnalysis(of: id, version: AnalysedFlight.version)
      }
    }
    if fields != nil { log.debug("a flight was analysed", ["flight": id]) }
  }

  /// What is computed; nil once the service stops.
  private func analyse(_ file: IGCFile, _ wishes: Wishes) -> [String: ContractValue]? {
    let analysed = AnalysedFlight.analyse(
      file.track, options: wishes.options, isCancelled: isStopping)
    guard !isStopping() else { return nil }
    let task = DeclaredTask(file, analysed, wishes.zones)
    let figures = task?.fields(file, analysed) ?? DeclaredTask.none
    return FlightSummaryFields.of(analysed, shape: wishes.shape).merging(figures) { $1 }
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
    var options = AnalysisOptions()
    var shape = AnalysisOptions.Shape.fiveTurnpoints
    if case .integer(let number) = try contents.value(of: .optimisation),
      Self.shapes.indices.contains(Int(number))
    {
      shape = Self.shapes[Int(number)]
    }
    if case .bool(false) = try contents.value(of: .detectSport),
      case .integer(let number) = try contents.value(of: .sport)
    {
      options.sport = Sport(rawValue: Int(number))
    }
    options.shapes = [shape, .bestTwoHours]
    self.shape = shape
    self.options = options
    zones = try ZoneDefaults(contents)
  }
}
