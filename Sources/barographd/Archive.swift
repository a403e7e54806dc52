import FlightModel
import IGC
import Linux
import Log
import Logbook
import RecordingModel
import Store
import Waypoints

/// The query-only half of the database and the files beside it, on a thread of its own: long reads
/// that hold up neither the recorder nor the writer. The `reader` thread has one for files and
/// exports, the `sync` thread one for uploads.
actor Archive {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let reader: StoreReader

  init(loop: EventLoop, databasePath: String) {
    self.loop = loop
    reader = StoreReader(path: databasePath)
  }

  /// Runs a query; what comes out must be sendable.
  func read<Result: Sendable>(
    _ body: @Sendable (StoreContents) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try reader.read(body)
  }

  /// The same for a caller that takes failures as values.
  func result<Result: Sendable>(
    of body: @Sendable (StoreContents) throws(StoreError) -> Result
  ) -> Swift.Result<Result, StoreError> {
    do throws(StoreError) {
      return .success(try reader.read(body))
    } catch {
      return .failure(error)
    }
  }

  /// Lets go of the database.
  func close() {
    // A query-only connection has nothing to lose.
    try? reader.close()
  }

  /// Whether a file is the last word on its recording.
  enum Draft { case final, interim }

  /// A file that was written and found right.
  struct WrittenFile: Sendable {
    var flight: FinishedFlight
    /// Where an interim file of the same recording lies, or would.
    var interimPath: String
  }

  /// Writes the IGC file of a recording and reads it back; nil when it has no fix.
  func write(
    _ id: RecordingID, as kind: Draft, with filer: FlightFiler
  ) throws -> WrittenFile? {
    try reader.read { (contents) throws(StoreError) in
      Swift.Result { try self.write(id, as: kind, with: filer, from: contents) }
    }.get()
  }

  private func write(
    _ id: RecordingID, as kind: Draft, with filer: FlightFiler, from contents: StoreContents
  ) throws -> WrittenFile? {
    guard let recording = try contents.recording(id) else {
      throw StoreError.noSuchRecording(id.rawValue)
    }
    let folder = filer.folder
    let interimPath = folder.interim(of: recording)
    var draft = try FileDraft(
      for: kind == .final ? "\(folder.blobs)/recording-\(id)" : interimPath)
    let path = draft.temporaryPath
    let names =
      try Files.names(in: folder.flights) + contents.flights(limit: 200).map(\.filename)
    var finished: FinishedFlight
    do throws(LogbookError) {
      finished = try filer.makeFinisher().finish(
        recording, markers: (try? contents.markers(of: id)) ?? [], existingNames: names,
        importedAt: SystemClock.wall(), task: Self.task(of: recording, contents),
        fixes: { body in try Self.replay(id, contents, body) },
        write: { try draft.append($0) },
        reread: { body in
          try draft.synchronise()
          try Files.forEachBlock(of: path, body)
        })
    } catch {
      if error.cause == .noFixes { return nil }
      throw error
    }
    try draft.commit(as: kind == .final ? folder.blob(finished.entry.id) : interimPath)
    return WrittenFile(flight: finished, interimPath: interimPath)
  }

  /// What was declared for a flight; nil for a ride. One that cannot be read must not keep the flight from
  /// its file.
  private static func task(of recording: Recording, _ contents: StoreContents) -> FlightTask? {
    guard recording.kind == .flight else { return nil }
    let progress = recording.progress
    let declared = try? contents.declaredTask(
      takeoff: progress.takeoffAt ?? recording.startedAt, end: progress.lastFixAt)
    return declared.flatMap { try? FlightTask($0) }
  }

  /// The fixes in order; an error of `body` ends it and is passed on.
  private static func replay(
    _ id: RecordingID, _ contents: StoreContents, _ body: (FixRecord) throws -> Void
  ) throws {
    var failure: (any Error)?
    try contents.forEachFix(of: id) { stored in
      do { try body(stored.fix) } catch { failure = error }
      return failure == nil
    }
    if let failure { throw failure }
  }

  /// Gives a flight's file its IGC name beside its id, and returns the path for people. A name that
  /// is taken by something else stays what it is.
  func publish(_ entry: FlightEntry, folder: StateFolder, log: Logger) -> String {
    let name = "\(folder.flights)/\(entry.filename)"
    if !Files.exists(name) {
      do throws(SystemError) {
        try Files.link(folder.blob(entry.id), as: name)
      } catch {
        log.warning("\(entry.filename) is to be found by its id only: \(error)")
      }
    }
    return folder.file(named: entry.filename, id: entry.id)
  }
}
