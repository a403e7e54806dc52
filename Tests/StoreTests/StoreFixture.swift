import FlightModel
import Linux
import RecordingModel
import SeededRandom
import Store
import Synchronization
import Telemetry
import TestSupport

/// A clock that tests set; it may go back.
final class SettableClock: Sendable {
  private let value: Mutex<Int64>

  init(_ milliseconds: Int64) { value = Mutex(milliseconds) }

  var milliseconds: Int64 {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}

/// A store in a folder of its own.
struct StoreFixture {
  let folder = TemporaryFolder()
  let clock = SettableClock(1_800_000_000_000)
  var bootID = "11111111-2222-3333-4444-555555555555"
  var pageSize: Int?
  var maximumPages: Int?
  var checkpointBytes: Int?

  var path: String { folder.file("barograph.db") }

  func settings(at path: String? = nil) -> StoreSettings {
    let clock = clock
    var settings = StoreSettings(
      path: path ?? self.path, bootID: bootID,
      wallClock: { UTCInstant(milliseconds: clock.milliseconds) },
      monotonicClock: { MonotonicInstant(nanoseconds: 5_000_000_000) })
    if let pageSize { settings.pageSize = pageSize }
    if let checkpointBytes { settings.checkpointBytes = checkpointBytes }
    settings.maximumPages = maximumPages
    settings.busyTimeoutMs = 0
    return settings
  }

  func open() throws -> StoreDatabase { try StoreDatabase(settings()) }
}

/// A made-up flight at 10 Hz, a batch a second, as the recorder offers it.
struct BatchStream {
  static let start: Int64 = 1_800_000_000_000
  var recordingID = RecordingID(1)
  var board = "glider:D-1234"
  var second = 0
  var sequence: Int64? = 0
  /// A multiple of two, at most ten.
  var fixesPerSecond = 10
  var hasPressure = false
  private var random = SeededGenerator(seed: 7)
  private var east = 85_000_000.0
  private var north = 473_000_000.0
  private var altitude = 45_000
  private var speed = 2500
  private var vario = 100
  private var bearing = 9000

  init() {}

  mutating func next() -> RecordingBatch {
    var batch = RecordingBatch(recording: recording)
    for index in 0..<fixesPerSecond {
      let time = Self.start + Int64(second * 1000 + index * 1000 / fixesPerSecond)
      let fix = nextFix(at: time)
      batch.fixes.append(fix)
      if index % max(1, fixesPerSecond / 2) == 0 { batch.frames.append(frame(of: fix)) }
    }
    batch.buckets = [bucket]
    if let number = sequence {
      sequence = number + 1
      batch.sequence = number + 1
    }
    second += 1
    return batch
  }

  private var recording: Recording {
    Recording(
      id: recordingID, kind: .flight, boardID: board, bootID: "boot",
      startedAt: UTCInstant(milliseconds: Self.start),
      declaration: Declaration(pilot: "Test Pilot", registration: "D-1234"),
      progress: .init(
        lastFixAt: UTCInstant(milliseconds: Self.start + Int64(second) * 1000 + 900),
        isAirborne: second > 60))
  }

  private mutating func nextFix(at time: Int64) -> FixRecord {
    bearing = (bearing + 36_000 + .random(in: -300...330, using: &random)) % 36_000
    vario = min(500, max(-500, vario + .random(in: -30...30, using: &random)))
    speed = min(5000, max(1500, speed + .random(in: -20...20, using: &random)))
    altitude += vario / 10
    north += Double(bearing < 18_000 ? speed : -speed) / 15
    east += Double(bearing < 9000 || bearing > 27_000 ? speed : -speed) / 11
    var fix = FixRecord(
      recordedAt: UTCInstant(milliseconds: time), mode: .threeDimensional,
      position: Coordinate(latitudeE7: Int32(north), longitudeE7: Int32(east)))
    fix.gnssAltitudeCm = Int32(altitude)
    fix.pressureAltitudeCm = hasPressure ? Int32(altitude - 4700) : nil
    fix.groundSpeedCmPerS = Int32(speed)
    fix.varioCmPerS = Int32(vario)
    fix.bearingCentiDeg = Int32(bearing)
    fix.horizontalErrorCm = .random(in: 20...45, using: &random) * 10
    fix.verticalErrorCm = .random(in: 30...70, using: &random) * 10
    fix.satellitesUsed = 12
    return fix
  }

  private func frame(of fix: FixRecord) -> TelemetryFrame {
    let time = fix.recordedAt.milliseconds
    return TelemetryFrame(
      boardID: board, capturedAtMs: time, elapsedRealtimeMs: time - Self.start + 500_000,
      flags: .hasLocation, changedMask2: 1,
      location: LocationColumns(
        latitudeE7: fix.position.latitudeE7, longitudeE7: fix.position.longitudeE7,
        gpsSpeedCentiMps: fix.groundSpeedCmPerS, bearingCentiDeg: fix.bearingCentiDeg,
        accuracyCm: fix.horizontalErrorCm, altitudeCm: fix.gnssAltitudeCm,
        locationTimestampMs: time))
  }

  private var bucket: MinuteBucket {
    let minute = Self.start + Int64(second / 60) * 60_000
    let count = Int32(second % 60 + 1)
    var bucket = MinuteBucket(
      boardID: board, bucketStartMs: minute, firstSampleAtMs: minute,
      lastSampleAtMs: Self.start + Int64(second) * 1000 + 900)
    bucket.sampleCount = count * Int32(fixesPerSecond)
    bucket.sumAbsSpeedCentiKmh = Int64(count) * 90_000
    bucket.maxAbsSpeedCentiKmh = 9000
    bucket.gpsPointCount = bucket.sampleCount
    bucket.preciseGpsPointCount = bucket.sampleCount
    bucket.gpsDistanceCm = Int64(count) * 2500
    bucket.maxGpsSpeedCentiMps = 2500
    bucket.firstLatitudeE7 = 473_000_000
    bucket.firstLongitudeE7 = 85_000_000
    return bucket
  }
}

extension StoreDatabase {
  /// Says what time it was in the frames that have none.
  func assignTime(offsetMs: Int64) throws {
    var batch = RecordingBatch()
    batch.timeOffsetMs = offsetMs
    try commit(batch)
  }
}

extension StoreContents {
  /// Every fix of a recording.
  func allFixes(of recording: RecordingID) throws -> [FixRecord] {
    try fixes(of: recording, limit: .max).map(\.fix)
  }

  /// Every frame of a recording.
  func allFrames(of recording: RecordingID) throws -> [TelemetryFrame] {
    var frames: [TelemetryFrame] = []
    try forEachFrame(of: recording) {
      frames.append($0.frame)
      return true
    }
    return frames
  }
}
