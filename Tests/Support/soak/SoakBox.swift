import Crypto
import FlightModel
import FlightSimulator
import IGC
import Linux
import Logbook
import Recorder
import RecordingModel
import Store
import Synchronization

/// What went wrong, as a sentence.
struct SoakFailure: Error, CustomStringConvertible {
  var description: String
}

/// A box on board in one process and on a test clock: recorder, database and logbook, all real but
/// for the receiver.
struct SoakBox {
  /// What a card does to the store: it stalls for 3 s and for 20 s, and refuses for 20 s, each once
  /// an hour.
  enum Mood: Equatable {
    case prompt, stalled, refusing

    init(at now: MonotonicInstant) {
      switch now.milliseconds / 1000 % 3600 {
      case 600..<603, 1200..<1220: self = .stalled
      case 2400..<2420: self = .refusing
      default: self = .prompt
      }
    }
  }

  /// The box's UTC clock for the store.
  final class Clock: Sendable {
    private let milliseconds = Atomic<Int64>(0)

    var time: UTCInstant {
      get { UTCInstant(milliseconds: milliseconds.load(ordering: .relaxed)) }
      set { milliseconds.store(newValue.milliseconds, ordering: .relaxed) }
    }
  }

  let folder: String
  let clock = Clock()
  let store: StoreDatabase
  let reader: StoreReader
  let finisher: FlightFinisher
  private(set) var recorder: FlightRecorder
  private(set) var filed: [FinishedFlight] = []
  private(set) var discarded = 0
  private(set) var committed: [RecordingID: Int] = [:]
  private(set) var mostPendingBytes = 0
  private(set) var largestBatch = 0
  private(set) var refusals = 0
  private(set) var stalls = 0
  private var held: (batch: RecordingBatch, sequence: Int64)?
  private var now = MonotonicInstant(nanoseconds: 0)
  private var ticked = MonotonicInstant(nanoseconds: 0)

  init(folder: String) throws {
    self.folder = folder
    try Files.makeFolder(folder)
    let clock = clock
    let path = folder + "/barograph.db"
    store = try StoreDatabase(
      StoreSettings(
        path: path, bootID: "soak", wallClock: { clock.time },
        monotonicClock: { MonotonicInstant(nanoseconds: 0) }))
    reader = StoreReader(path: path)
    let key = try Ed25519.PrivateKey(rawBytes: [UInt8](repeating: 9, count: 32))
    finisher = FlightFinisher(
      box: FlightFinisher.Box(
        recorder: RecorderIdentity(publicKey: key.publicKeyBytes), firmwareVersion: "soak",
        hardwareVersion: "soak", receiver: "simulated", pressureSensor: "simulated"),
      rate: 1, digest: SHA256(), key: key, isValid: Ed25519.isValid)
    recorder = FlightRecorder(
      configuration: RecorderConfiguration(
        boardID: try store.board(minting: nil), bootID: "soak",
        declaration: Declaration(pilot: "Ada Soak", registration: "D-0024"),
        nextRecordingID: try store.nextRecordingID(),
        dateFloor: UTCInstant(CivilDate(year: 2026, month: 1, day: 1))))
  }

  var status: RecorderStatus { recorder.status }

  // MARK: What comes in

  /// Takes what the receiver and the pressure sensor say, and ticks each second.
  mutating func take(_ simulated: SimulatedFix, bootedAt: MonotonicInstant) throws {
    let fix = Fix(simulated, bootedAt: bootedAt)
    clock.time = simulated.trueTime
    try wait(until: fix.receivedAt)
    try drive(.sample(Sample(pressureOf: simulated, bootedAt: bootedAt)))
    try drive(.fix(fix))
    mostPendingBytes = max(mostPendingBytes, recorder.status.pendingBytes)
  }

  private mutating func wait(until instant: MonotonicInstant) throws {
    if instant.milliseconds(since: ticked) > 3_600_000 {
      ticked = instant.advanced(byMilliseconds: -3_600_000)
    }
    while instant.milliseconds(since: ticked) >= 1000 {
      ticked = ticked.advanced(byMilliseconds: 1000)
      now = max(now, ticked)
      try drive(.tick(ticked))
    }
    now = max(now, instant)
    try answerHeld()
  }

  /// Ends the service and waits for what it still has to commit.
  mutating func shutdown() throws {
    try drive(.shutdown)
    var seconds = 0
    while !recorder.isDrained {
      seconds += 1
      if seconds > 60 { throw SoakFailure(description: "the recorder does not come to its end") }
      try wait(until: now.advanced(byMilliseconds: 1000))
    }
  }

  private mutating func drive(_ event: RecorderEvent) throws {
    for action in recorder.on(event) { try perform(action) }
  }

  // MARK: What goes out

  private mutating func perform(_ action: RecorderAction) throws {
    switch action {
    case .commit(let batch, let sequence): try commit(batch, sequence)
    case .finish(let id): try file(id)
    case .discard: discarded += 1
    case .writeInterim(let id):
      throw SoakFailure(description: "recording \(id) is not over at the end")
    case .accepted, .rejected, .log, .alert, .warning: break
    }
  }

  private mutating func commit(_ batch: RecordingBatch, _ sequence: Int64) throws {
    switch Mood(at: now) {
    case .prompt: try write(batch, sequence)
    case .stalled:
      guard held == nil else {
        throw SoakFailure(description: "a batch was sent while another was under way")
      }
      stalls += 1
      held = (batch, sequence)
    case .refusing:
      refusals += 1
      try drive(.commitFailed(sequence: sequence, reason: "disk full"))
    }
  }

  private mutating func answerHeld() throws {
    guard let waiting = held, Mood(at: now) != .stalled else { return }
    held = nil
    try write(waiting.batch, waiting.sequence)
  }

  private mutating func write(_ batch: RecordingBatch, _ sequence: Int64) throws {
    var numbered = batch
    numbered.sequence = sequence
    let outcome = try store.commit(numbered)
    guard outcome == .stored(refusedRows: 0) else {
      throw SoakFailure(description: "batch \(sequence) was not stored whole")
    }
    largestBatch = max(largestBatch, batch.fixes.count)
    if let id = batch.recording?.id { committed[id, default: 0] += batch.fixes.count }
    try drive(.committed(sequence: sequence))
  }

  /// Writes a Recording's file through a reader's connection, as the service does, and enters it.
  private mutating func file(_ id: RecordingID) throws {
    let flight = try reader.read { (contents) throws(StoreError) in
      Swift.Result { try self.write(id, contents) }
    }.get()
    guard try store.insert(flight: flight.entry) else {
      throw SoakFailure(description: "\(flight.entry.filename) was in the logbook already")
    }
    filed.append(flight)
  }

  private func write(_ id: RecordingID, _ contents: StoreContents) throws -> FinishedFlight {
    guard let recording = try contents.recording(id) else {
      throw StoreError.noSuchRecording(id.rawValue)
    }
    var draft = try FileDraft(for: "\(folder)/recording-\(id)")
    let path = draft.temporaryPath
    let flight = try finisher.finish(
      recording, markers: try contents.markers(of: id),
      existingNames: try contents.flights(limit: 200).map(\.filename), importedAt: clock.time,
      fixes: { body in try contents.replay(id, body) },
      write: { try draft.append($0) },
      reread: { body in
        try draft.synchronise()
        try Files.forEachBlock(of: path, body)
      })
    try draft.commit(as: "\(folder)/\(flight.entry.filename)")
    return flight
  }
}

extension StoreContents {
  /// The fixes of a recording in order; an error of `body` ends it and is passed on.
  func replay(_ id: RecordingID, _ body: (FixRecord) throws -> Void) throws {
    var failure: (any Error)?
    try forEachFix(of: id) { stored in
      do { try body(stored.fix) } catch { failure = error }
      return failure == nil
    }
    if let failure { throw failure }
  }
}
