import FlightModel
import Linux
import RecordingModel
import SQLite
import SeededRandom
import Store
import TestSupport
import Testing

@Suite struct DurabilityTests {
  private func copy(_ fixture: StoreFixture, to name: String) throws -> String {
    let target = fixture.folder.file(name)
    for suffix in ["", "-wal"] where Files.exists(fixture.path + suffix) {
      try Files.replace(
        target + suffix, with: try Files.read(fixture.path + suffix, limit: 1 << 28))
    }
    return target
  }

  @Test func aCopyAtAnyMomentHoldsEveryCommittedBatch() throws {
    var fixture = StoreFixture()
    fixture.checkpointBytes = 100_000
    let store = try fixture.open()
    var stream = BatchStream()
    var batches: [RecordingBatch] = []
    for second in 0..<60 {
      batches.append(stream.next())
      try store.commit(batches.last!)
      guard second.isMultiple(of: 7) else { continue }
      let path = try copy(fixture, to: "copy-\(second).db")
      let copied = try StoreDatabase(fixture.settings(at: path))
      #expect(copied.setAside == [])
      #expect(copied.lastSequence == Int64(second + 1))
      #expect(try copied.contents.allFixes(of: RecordingID(1)) == batches.flatMap(\.fixes))
      #expect(try copied.contents.recording(RecordingID(1))?.progress.isAirborne == (second > 60))
    }
    #expect(store.checkpointFailure == nil)
  }

  @Test(arguments: 0..<20)
  func aLogCutOrDamagedAnywhereHoldsWholeBatches(seed: UInt64) throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    var stream = BatchStream()
    let batches = (0..<20).map { _ in stream.next() }
    for batch in batches { try store.commit(batch) }
    let path = try copy(fixture, to: "copy.db")
    var random = SeededGenerator(seed: seed)
    var log = try Files.read(path + "-wal", limit: 1 << 28)
    if seed.isMultiple(of: 2) {
      log.removeLast(.random(in: 0..<log.count, using: &random))
    } else {
      log[.random(in: 0..<log.count, using: &random)] ^= 0x40
    }
    try Files.replace(path + "-wal", with: log)
    // The log's index is rebuilt from the log; what a crash left of it counts for nothing.
    try Files.replace(
      path + "-shm", with: (0..<32_768).map { _ in UInt8.random(in: 0...255, using: &random) })
    let copied = try StoreDatabase(fixture.settings(at: path))
    #expect(copied.setAside == [])
    let kept = Int(copied.lastSequence)
    #expect(
      try copied.contents.allFixes(of: RecordingID(1)) == batches.prefix(kept).flatMap(\.fixes))
    for batch in batches { try copied.commit(batch) }
    #expect(try copied.contents.allFixes(of: RecordingID(1)) == batches.flatMap(\.fixes))
  }

  @Test func aLockedDatabaseIsOfferedTheBatchAgain() throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    let batch = BatchStream().firstOfCopy()
    let other = try Connection(path: fixture.path, access: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    do throws(StoreError) {
      try store.commit(batch)
      Issue.record("the lock was not felt")
    } catch {
      #expect(error.isTransient)
    }
    try other.execute("ROLLBACK")
    #expect(try store.commit(batch) == .stored(refusedRows: 0))
    #expect(try store.contents.allFixes(of: RecordingID(1)) == batch.fixes)
  }

  @Test func aFullDiskLosesNothingThatIsOfferedAgain() throws {
    var fixture = StoreFixture()
    fixture.maximumPages = 160
    var stream = BatchStream()
    var committed: [RecordingBatch] = []
    var refused: RecordingBatch?
    do {
      let store = try fixture.open()
      while refused == nil {
        let batch = stream.next()
        do throws(StoreError) {
          try store.commit(batch)
          committed.append(batch)
        } catch {
          #expect(error.isFull && error.isTransient && !error.isCorruption)
          refused = batch
        }
      }
      #expect(committed.count > 3)
      #expect(throws: StoreError.self) { try store.commit(refused!) }
      #expect(try store.contents.allFixes(of: RecordingID(1)) == committed.flatMap(\.fixes))
      #expect(store.setAside == [])
    }
    fixture.maximumPages = nil
    let store = try fixture.open()
    #expect(try store.commit(refused!) == .stored(refusedRows: 0))
    #expect(
      try store.contents.allFixes(of: RecordingID(1))
        == committed.flatMap(\.fixes) + refused!.fixes)
  }

  @Test func aLargeDatabaseOpensAndCommitsByAFewPages() throws {
    let fixture = StoreFixture()
    var stream = BatchStream()
    do {
      let store = try fixture.open()
      for _ in 0..<3 { try store.commit(stream.next()) }
      try store.close()
    }
    try grow(fixture.path, toMegabytes: 300)
    #expect(try #require(Files.size(fixture.path)) > 300_000_000)
    let store = try fixture.open()
    #expect(store.pagesRead < 200)
    let atOpen = store.pagesRead
    try store.commit(stream.next())
    #expect(store.pagesRead - atOpen < 60)
    #expect(try store.contents.counts().fixes > 1_000_000)
    _ = try store.contents.unfinishedRecordings()
    _ = try store.contents.sizes()
    #expect(store.pagesRead < 300)
    #expect(store.setAside == [])
  }

  /// Adds a million fixes and long messages, without a journal.
  private func grow(_ path: String, toMegabytes megabytes: Int) throws {
    let connection = try Connection(path: path, access: .readWrite)
    try connection.execute(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -20000;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
      INSERT INTO fix_record (offset_ms, latitude_e7, longitude_e7, gnss_altitude_cm,
          ground_speed_cm_s, vario_cm_s, bearing_centideg, horizontal_error_dm,
          vertical_error_dm, solution)
        SELECT i, 473000000, 85000000, 45000, 2500, 200, 9000, 33, 44, 55 FROM n;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(megabytes - 40))
      INSERT INTO diagnostic_events (occurred_at_ms, elapsed_realtime_ms, boot_key, event_name,
          message, properties_json)
        SELECT 0, 0, 1, 'filler', printf('%.*c', 1000000, 'x'), '{}' FROM n;
      PRAGMA journal_mode = WAL;
      """)
    try connection.close()
  }

  @Test func aReaderSeesCommitsAndNeverHoldsUpTheWriter() throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    var stream = BatchStream()
    let first = stream.next()
    try store.commit(first)
    let reader = StoreReader(path: fixture.path)
    let second = stream.next()
    let seen = try reader.read { (contents) throws(StoreError) in
      try store.commit(second)
      try store.checkpoint()
      return try contents.fixCount(of: RecordingID(1))
    }
    #expect(seen == 10)
    #expect(
      try reader.read { (contents) throws(StoreError) in
        try contents.fixCount(of: RecordingID(1))
      } == 20)
    #expect(throws: StoreError.noSuchRecording(3)) {
      try reader.read { (_) throws(StoreError) in throw .noSuchRecording(3) }
    }
    try reader.close()
  }

  @Test func aReaderFollowsToTheNewDatabaseAndSparesItsLog() throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    var stream = BatchStream()
    try store.commit(stream.next())
    let reader = StoreReader(path: fixture.path)
    let count = { () throws -> Int in
      try reader.read { (contents) throws(StoreError) in
        try contents.fixCount(of: RecordingID(1))
      }
    }
    #expect(try count() == 10)
    try store.setAside(because: "a test")
    let batch = stream.next()
    try store.commit(batch)
    try store.commit(stream.next())
    #expect(try count() == 20)
    #expect((Files.size(fixture.path + "-wal") ?? 0) > 0)
    let copied = try StoreDatabase(fixture.settings(at: try copy(fixture, to: "copy.db")))
    #expect(try copied.contents.fixCount(of: RecordingID(1)) == 20)
    let old = try Connection(path: store.setAside[0], access: .query)
    #expect(try old.number("SELECT count(*) FROM fix_record") == 10)
  }

  @Test func aReaderOfNothingSaysSo() {
    let fixture = StoreFixture()
    let reader = StoreReader(path: fixture.path)
    #expect(throws: StoreError.self) { try reader.read { (_) throws(StoreError) in } }
    #expect(!Files.exists(fixture.path))
  }

  @Test func theCheckWorksInBoundedSlices() throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    var stream = BatchStream()
    for _ in 0..<50 { try store.commit(stream.next()) }
    let reader = StoreReader(path: fixture.path)
    var check = IntegrityCheck()
    var slices = 0
    while check.state == .running {
      let before = check.rowsChecked
      try reader.read { (contents) throws(StoreError) in
        _ = try check.step(contents, rows: 64)
      }
      #expect(check.rowsChecked - before <= 64)
      try store.commit(stream.next())
      slices += 1
    }
    #expect(check.state == .sound)
    #expect(slices > 10)
    #expect(check.rowsChecked >= 600)
  }

  @Test func theCheckFindsAnIndexThatDisagrees() throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    var stream = BatchStream()
    for _ in 0..<10 { try store.commit(stream.next()) }
    try store.close()
    let connection = try Connection(path: fixture.path, access: .query)
    let page = try #require(
      try connection.number(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'telemetry_frames_by_time'"))
    try connection.close()
    var bytes = try Files.read(fixture.path, limit: 1 << 28)
    // One cell less in the index's root page (file format, 1.6: cell count at offset 3).
    let at = (Int(page) - 1) * 1024 + 3
    #expect(bytes[at + 1] > 1)
    bytes[at + 1] -= 1
    try Files.replace(fixture.path, with: bytes)
    let damaged = try fixture.open()
    var check = IntegrityCheck()
    while try check.step(damaged.contents) == .running {}
    guard case .broken = check.state else {
      Issue.record("\(check.state)")
      return
    }
  }

  @Test func theActorWorksOnItsThread() async throws {
    let fixture = StoreFixture()
    let loop = try EventLoop(name: "store")
    try loop.start()
    defer {
      loop.stop()
      loop.join()
    }
    let settings = fixture.settings()
    let writer = try await StoreWriter.open(settings, on: loop)
    var stream = BatchStream()
    let batch = stream.next()
    #expect(try await writer.commit(batch) == .stored(refusedRows: 0))
    #expect(try await writer.commit(batch) == .alreadyStored)
    let isOnLoop = try await writer.perform { _ in loop.isCurrent }
    #expect(isOnLoop)
    let count = try await writer.perform { (store) throws(StoreError) in
      try store.contents.fixCount(of: RecordingID(1))
    }
    #expect(count == 10)
    try await writer.close()
  }
}
