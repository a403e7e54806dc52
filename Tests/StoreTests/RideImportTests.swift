import FlightModel
import RecordingModel
import Store
import Telemetry
import Testing

@Suite struct RideImportTests {
  private let fixture = StoreFixture()
  private let store: StoreDatabase
  private static let start: Int64 = 1_783_209_600_000

  init() throws { store = try fixture.open() }

  private func minute(_ index: Int64, board: String = "b", speed: Int32 = 1000) -> ImportedMinute {
    let at = Self.start + index * 60_000
    var encoder = FrameEncoder(boardID: board)
    var builder = MinuteBucketBuilder(boardID: board)
    var frames: [TelemetryFrame] = []
    for second in Int64(0)..<60 {
      var sample = TelemetrySample(
        capturedAtMs: at + second * 1000, elapsedRealtimeMs: index * 60_000 + second * 1000)
      sample.motion.speedCentiKmh = speed + Int32(second) * 10
      if let frame = encoder.encode(sample) { frames.append(frame) }
      _ = builder.add(sample)
    }
    return ImportedMinute(
      bucket: builder.current!, frames: frames,
      markers: [
        TelemetryMarker(
          occurredAtMs: at, elapsedRealtimeMs: index * 60_000, kind: .gap, boardID: board, gapMs: 9)
      ])
  }

  private func speeds(_ board: String = "b") throws -> [Int32?] {
    var decoder = FrameDecoder()
    var speeds: [Int32?] = []
    let all = UTCInstant(milliseconds: 0)..<UTCInstant(milliseconds: .max)
    try store.contents.forEachFrame(board: board, in: all) {
      speeds.append(decoder.decode($0.frame)?.motion.speedCentiKmh)
      return true
    }
    return speeds
  }

  @Test func minutesComeOutAsTheyWentIn() throws {
    let minutes = [minute(0), minute(1)]
    #expect(try store.importMinutes(minutes) == ImportedMinutes(stored: 2, known: 0))
    let all = UTCInstant(milliseconds: 0)..<UTCInstant(milliseconds: .max)
    #expect(try store.contents.buckets(board: "b", in: all).map(\.bucket) == minutes.map(\.bucket))
    #expect(try speeds() == (0..<2).flatMap { _ in (0..<60).map { 1000 + $0 * 10 } })
  }

  @Test func aMinuteThatIsThereIsLeftAsItIs() throws {
    _ = try store.importMinutes([minute(1)])
    let again = [minute(0, speed: 2000), minute(1, speed: 2000), minute(2, speed: 2000)]
    #expect(try store.importMinutes(again) == ImportedMinutes(stored: 2, known: 1))
    let due = [2000, 1000, 2000].flatMap { base in (0..<60).map { Int32(base + $0 * 10) } }
    #expect(try speeds() == due)
    #expect(try store.importMinutes(again) == ImportedMinutes(stored: 0, known: 3))
    #expect(try speeds() == due)
  }

  @Test func anotherBoardsMinutesAreItsOwn() throws {
    _ = try store.importMinutes([minute(0)])
    #expect(
      try store.importMinutes([minute(0, board: "c")]) == ImportedMinutes(stored: 1, known: 0))
    #expect(try speeds("c").count == 60)
  }

  @Test func anImportIsRememberedByFileAndBoard() throws {
    let hash = String(repeating: "ab", count: 32)
    let ride = RideImport(
      sha256: hash, boardID: "b", importedAt: UTCInstant(milliseconds: 5), minutes: 2)
    #expect(try store.contents.rideImport(sha256: hash, boardID: "b") == nil)
    try store.note(ride)
    try store.note(ride)
    #expect(try store.contents.rideImport(sha256: hash, boardID: "b") == ride)
    #expect(try store.contents.rideImport(sha256: hash, boardID: "c") == nil)
  }

  @Test func aRecordingInBetweenGoesOn() throws {
    var stream = BatchStream()
    _ = try store.commit(stream.next())
    _ = try store.importMinutes([minute(0)])
    _ = try store.commit(stream.next())
    var fixes = 0
    var frames = 0
    try store.contents.forEachFix(of: RecordingID(1)) { _ in
      fixes += 1
      return true
    }
    try store.contents.forEachFrame(of: RecordingID(1)) { _ in
      frames += 1
      return true
    }
    #expect(fixes == 20)
    #expect(frames == 4, "none of the import's")
    var check = IntegrityCheck()
    while try check.step(store.contents) == .running {}
    #expect(check.state == .sound)
  }

  /// A ride whose time is not known, before, during and after which logs are taken in.
  @Test func aRideWithoutItsTimeIsNotMixedWithWhatIsTakenIn() throws {
    let offset = Self.start + 3_600_000
    func untimed(_ seconds: Range<Int64>, _ encoder: inout FrameEncoder) -> RecordingBatch {
      var batch = RecordingBatch()
      for second in seconds {
        var sample = TelemetrySample(
          capturedAtMs: second * 1000, elapsedRealtimeMs: second * 1000)
        sample.motion.speedCentiKmh = 2000 + Int32(second)
        var frame = encoder.encode(sample)
        frame?.capturedAtMs = nil
        if let frame { batch.frames.append(frame) }
      }
      return batch
    }
    var encoder = FrameEncoder(boardID: "ride")
    _ = try store.importMinutes([minute(0)])
    try store.commit(untimed(0..<30, &encoder))
    _ = try store.importMinutes([minute(1), minute(2, board: "c")])
    try store.commit(untimed(30..<60, &encoder))
    _ = try store.importMinutes([minute(3)])
    let before = try store.contents.buckets(board: "b", in: Self.always).map(\.bucket)
    let begun = UTCInstant(milliseconds: offset)
    var recording = Recording(
      id: RecordingID(1), kind: .ride, boardID: "ride", bootID: "boot", startedAt: begun,
      declaration: Declaration(), progress: .init(lastFixAt: begun))
    var batch = RecordingBatch(recording: recording)
    batch.timeOffsetMs = offset
    try store.commit(batch)
    recording.progress.lastFixAt = begun.advanced(byMilliseconds: 61_000)
    batch = RecordingBatch(recording: recording)
    batch.fixes = [
      FixRecord(
        recordedAt: recording.progress.lastFixAt, mode: .threeDimensional,
        position: Coordinate(latitudeE7: 473_000_000, longitudeE7: 85_000_000))
    ]
    try store.commit(batch)
    var times: [Int64?] = []
    try store.contents.forEachFrame(of: RecordingID(1)) {
      times.append($0.frame.boardID == "ride" ? $0.frame.capturedAtMs : nil)
      return true
    }
    #expect(times == (0..<60).map { offset + $0 * 1000 })
    #expect(try store.contents.fixes(of: RecordingID(1), limit: 9).count == 1)
    #expect(try store.contents.buckets(board: "b", in: Self.always).map(\.bucket) == before)
    let own = try store.contents.buckets(board: "ride", in: Self.always).map(\.bucket)
    #expect(own.map(\.sampleCount) == [60])
  }

  private static let always = UTCInstant(milliseconds: 0)..<UTCInstant(milliseconds: .max)
}
