import FlightModel
import FlightSimulator
import Glibc
import Linux
import RecordingModel
import Store
import SyncContract
import SyncPlan
import Telemetry

/// Fills a database with frames and minute buckets, through the store's own commits.
@main struct SimulateRide {
  static let usage = """
    usage: simulate-ride DATABASE --frames N     N frames of a ride that ends now, as a backlog
           simulate-ride DATABASE --steps        30 s of a ride for each line of the standard input
           simulate-ride DATABASE --flight       the same of a flight, which knows its positions alone
           simulate-ride DATABASE --looks N      what N looks for rows cost where none wait

    --steps and --flight may go on while a daemon sends from the database. Each prints how many
    frames and buckets it has stored; --looks prints CPU time and pages read of a look.

    """

  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2 else { return fail() }
    switch (words[1], words.dropFirst(2).first.flatMap { Int($0) }) {
    case ("--frames", let frames?): try fill(words[0], frames)
    case ("--steps", nil): try step(words[0], SimulatedRide(startMs: start(seconds: 3600)))
    case ("--flight", nil): try step(words[0], flight())
    case ("--looks", let count?): try IdleLooks(path: words[0]).measure(count)
    default: fail()
    }
  }

  private static func fill(_ path: String, _ frames: Int) throws {
    var box = try RideBox(path: path)
    for sample in SimulatedRide(startMs: start(seconds: frames / 2)) {
      box.take(sample)
      if box.pendingFrames >= 1000 || box.frames >= frames { try box.commit() }
      if box.frames >= frames { break }
    }
    say("\(box.frames) frames \(box.buckets) buckets")
    try box.close()
  }

  /// Stores another 30 s for each line, with the running minute as it then stands.
  private static func step(_ path: String, _ ride: some Sequence<TelemetrySample>) throws {
    var box = try RideBox(path: path)
    say("ready")
    var end: Int64?
    for sample in ride {
      let due = end ?? sample.capturedAtMs
      if sample.capturedAtMs >= due {
        try box.commit()
        if end != nil { say("\(box.frames) frames \(box.buckets) buckets") }
        guard readLine() != nil else { break }
        end = due + 30_000
      }
      box.take(sample)
    }
    try box.close()
  }

  /// The samples that the recorder makes of a receiver at 10 Hz.
  private static func flight() -> some Sequence<TelemetrySample> {
    var plan = FlightPlan.longFlight(hours: 1.2, rate: 10)
    plan.start = UTCInstant(milliseconds: start(seconds: 3600))
    return FlightSimulation(plan).lazy.map { fix in
      var sample = TelemetrySample(
        capturedAtMs: fix.time.milliseconds, elapsedRealtimeMs: 30_000 + fix.elapsedMs)
      sample.climbCmPerS = fix.climbCmPerS
      sample.location = LocationColumns(
        latitudeE7: fix.position.latitudeE7, longitudeE7: fix.position.longitudeE7,
        gpsSpeedCentiMps: fix.groundSpeedCmPerS, bearingCentiDeg: fix.trackCentiDeg,
        accuracyCm: Int32(clamping: fix.hdopHundredths * 5),
        altitudeCm: fix.ellipsoidAltitudeCm, locationTimestampMs: fix.time.milliseconds)
      return sample
    }
  }

  /// The whole minute from which a ride of so many seconds ends by now.
  private static func start(seconds: Int) -> Int64 {
    let ms = SystemClock.wall().milliseconds - Int64(seconds + 120) * 1000
    return ms - ms % 60_000
  }

  static func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  private static func fail() {
    _ = Array(usage.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(EX_USAGE)
  }
}

/// One board whose samples become frames at 2 Hz and minute buckets in a database.
struct RideBox {
  static let board = "8f14e45f-ceea-467f-a9d0-6a1c2f3b4d5e"

  private let store: StoreDatabase
  private var encoder = FrameEncoder(boardID: board)
  private var builder = MinuteBucketBuilder(boardID: board)
  private var batch = RecordingBatch()
  private(set) var frames = 0
  private var closedBuckets = 0

  /// Those of whole minutes, and the running one.
  var buckets: Int { closedBuckets + (builder.current == nil ? 0 : 1) }

  var pendingFrames: Int { batch.frames.count }

  init(path: String) throws {
    store = try StoreDatabase(
      StoreSettings(
        path: path, bootID: "ride", wallClock: { SystemClock.wall() },
        monotonicClock: { SystemClock.monotonic() }))
    if try store.contents.board(Self.board) == nil {
      try store.insert(Board(id: Self.board, name: "Simulated", origin: .met))
    }
  }

  mutating func take(_ sample: TelemetrySample) {
    if let frame = encoder.encode(sample) {
      batch.frames.append(frame)
      frames += 1
    }
    if let closed = builder.add(sample) {
      batch.buckets.append(closed)
      closedBuckets += 1
    }
  }

  /// Stores what has come, and the running minute so far.
  mutating func commit() throws {
    guard !batch.frames.isEmpty else { return }
    if let open = builder.current { batch.buckets.append(open) }
    guard try store.commit(batch) == .stored(refusedRows: 0) else {
      fatalError("a batch was not stored whole")
    }
    batch = RecordingBatch()
  }

  func close() throws { try store.close() }
}

/// What a look for rows costs where none wait, as the daemon does it on its query-only connection.
struct IdleLooks {
  let path: String

  func measure(_ count: Int) throws {
    let reader = StoreReader(path: path)
    try look(reader)
    let quiet = try cost(count, of: reader) { _ in }
    let store = try StoreDatabase(
      StoreSettings(
        path: path, bootID: "looks", wallClock: { SystemClock.wall() },
        monotonicClock: { SystemClock.monotonic() }))
    let busy = try cost(count, of: reader) { try store.keep(successAtMs: Int64($0)) }
    SimulateRide.say("\(quiet.nanoseconds) \(quiet.pages) \(busy.nanoseconds) \(busy.pages)")
    try reader.close()
    try store.close()
  }

  /// CPU nanoseconds and pages of a look, each after `change`.
  private func cost(
    _ count: Int, of reader: StoreReader, after change: (Int) throws -> Void
  ) throws -> (nanoseconds: Int, pages: Int) {
    var used = 0
    var bytes = 0
    for number in 1...count {
      try change(number)
      let before = (try bytesRead(), cpu())
      try look(reader)
      used += cpu() - before.1
      bytes += try bytesRead() - before.0
    }
    return (used / count, bytes / count / 1024)
  }

  private func look(_ reader: StoreReader) throws {
    let work = try reader.read { (contents) throws(StoreError) in
      try contents.work(in: .extended, ContractLimits())
    }
    guard case .batch(let batch) = work.next, batch.rowCount == 0, batch.passedOver == 0 else {
      fatalError("rows wait")
    }
  }

  private func cpu() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// What read calls have given; that file itself is less than a page of the database.
  private func bytesRead() throws -> Int {
    let text = String(decoding: try Files.read("/proc/self/io", limit: 4096), as: UTF8.self)
    let first = text.split(separator: "\n").first.map { $0.dropFirst("rchar: ".count) }
    return first.flatMap { Int($0) } ?? 0
  }
}
