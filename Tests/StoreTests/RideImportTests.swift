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
}
