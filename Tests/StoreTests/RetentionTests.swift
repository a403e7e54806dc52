import FlightModel
import Linux
import RecordingModel
import SQLite
import Store
import SyncContract
import SyncPlan
import Telemetry
import TestSupport
import Testing

@Suite struct RetentionTests {
  private let fixture = StoreFixture()
  private static let day: Int64 = 86_400_000
  private static let start = BatchStream.start - BatchStream.start % 86_400_000

  /// Minutes of two frames a second with a keyframe each minute, a bucket and a marker.
  private func ride(
    _ store: StoreDatabase, _ board: String = "vesc:1", day: Int64, minutes: Int = 10,
    recording: Int64? = nil, end: RecordingEnd? = .stopped
  ) throws {
    for minute in 0..<minutes {
      let time = Self.start + day * Self.day + Int64(minute) * 60_000
      var batch = RecordingBatch()
      for index in 0..<120 {
        batch.frames.append(
          .made(
            board, at: time + Int64(index) * 500, elapsed: time + Int64(index) * 500,
            isKeyframe: index == 0))
      }
      var bucket = MinuteBucket(
        boardID: board, bucketStartMs: time, firstSampleAtMs: time, lastSampleAtMs: time + 59_500)
      bucket.sampleCount = 120
      batch.buckets = [bucket]
      batch.markers = [
        TelemetryMarker(occurredAtMs: time, elapsedRealtimeMs: time, kind: .connected)
      ]
      if let recording {
        batch.recording = Recording(
          id: RecordingID(recording), kind: .flight, boardID: board, bootID: "boot",
          startedAt: UTCInstant(milliseconds: time), declaration: Declaration(),
          progress: .init(
            lastFixAt: UTCInstant(milliseconds: time), end: minute + 1 == minutes ? end : nil))
        batch.fixes = (0..<60).map {
          FixRecord(
            recordedAt: UTCInstant(milliseconds: time + $0 * 1000), mode: .threeDimensional,
            position: Coordinate(latitudeE7: 1, longitudeE7: 2))
        }
      }
      try store.commit(batch)
    }
  }

  private func ages(_ days: Int) -> RetentionAges {
    var ages = RetentionAges()
    for table in RetainedTable.allCases { ages[table] = days }
    return ages
  }

  /// Prunes until nothing is left to do.
  @discardableResult
  private func prune(_ store: StoreDatabase, days: Int = 30) throws -> [RetainedTable: Int] {
    var removed: [RetainedTable: Int] = [:]
    for _ in 0..<10_000 {
      let outcome = try store.prune(ages(days))
      guard let table = outcome.table else { return removed }
      #expect(outcome.rows <= 4000)
      removed[table, default: 0] += outcome.rows
    }
    throw SyncTestFailure.isStuck
  }

  private func frames() throws -> Int64 {
    try fixture.number("SELECT count(*) FROM telemetry_frames") ?? 0
  }

  /// Rows that follow a hole and are no keyframe.
  private func undecodable() throws -> Int64? {
    try fixture.number(
      """
      SELECT count(*) FROM (
        SELECT board_key, flags & 1 AS is_keyframe, captured_at_ms
          - lag(captured_at_ms, 1, 0) OVER (PARTITION BY board_key ORDER BY id) AS gap
        FROM telemetry_frames) WHERE gap > 90000 AND NOT is_keyframe
      """)
  }

  private func verdict(_ store: StoreDatabase) throws -> IntegrityCheck.State {
    var check = IntegrityCheck()
    while try check.step(store.contents, rows: 700) == .running {}
    return check.state
  }

  private func favorite(day: Int64, minutes: ClosedRange<Int64>) throws {
    let time = Self.start + day * Self.day
    try fixture.execute(
      """
      INSERT INTO favorites (id, start_ms, end_ms, created_at, updated_at, sample_count,
        gps_point_count, moving_duration_ms, avg_speed_centi_kmh, max_speed_centi_kmh,
        battery_used_wh_milli, sync_seq)
      VALUES ('f\(day)-\(minutes.lowerBound)', \(time + minutes.lowerBound * 60_000 + 30_000),
        \(time + minutes.upperBound * 60_000 + 30_000), 0, 0, 0, 0, 0, 0, 0, 0, 1)
      """)
  }

  @Test func withoutAnAccountAgeAloneDecides() throws {
    let store = try fixture.open()
    try ride(store, day: 0)
    try ride(store, day: 20)
    try ride(store, day: 40)
    fixture.clock.milliseconds = Self.start + 41 * Self.day
    #expect(try prune(store) == [.frames: 1200, .buckets: 10, .markers: 10])
    #expect(try frames() == 2400)
    #expect(try verdict(store) == .sound)
    #expect(try fixture.number("SELECT count(*) FROM sync_actions") == 0)
  }

  @Test func aClockThatJumpsAheadTakesNothing() throws {
    let store = try fixture.open()
    try ride(store, day: 0)
    fixture.clock.milliseconds = Self.start + 3650 * Self.day
    #expect(try prune(store) == [:])
    fixture.clock.milliseconds = 0
    try ride(store, day: 40)
    #expect(try prune(store) == [:])
  }

  @Test func withAnAccountTheCursorDecides() throws {
    let store = try fixture.open()
    try store.bind(to: "account", at: "https://club.example")
    try ride(store, day: 0)
    try ride(store, day: 40)
    fixture.clock.milliseconds = Self.start + 41 * Self.day
    #expect(try prune(store) == [:])
    let work = try fixture.scan(.strict, ContractLimits(rows: 700))
    guard case .batch(let batch) = work.next else { throw SyncTestFailure.noBatch }
    try store.commit(batch.advances, in: .strict, of: work.instance)
    let removed = try prune(store)
    let sent = Int(batch.counts[.telemetryFrames])
    #expect(removed == [.frames: sent / 120 * 120, .markers: 10])
    try fixture.drain(store, .strict)
    #expect(try prune(store) == [.frames: 1200 - sent / 120 * 120, .buckets: 10])
    #expect(try verdict(store) == .sound)
  }

  @Test func favoritesKeepTheirMinutesAndWhatTheyDecodeFrom() throws {
    let store = try fixture.open()
    try ride(store, day: 0)
    try ride(store, day: 1)
    try ride(store, day: 40)
    try favorite(day: 0, minutes: 2...3)
    try favorite(day: 0, minutes: 6...6)
    fixture.clock.milliseconds = Self.start + 41 * Self.day
    let removed = try prune(store)
    #expect(removed == [.frames: 2400 - 360, .buckets: 17, .markers: 17])
    #expect(try undecodable() == 0)
    #expect(try verdict(store) == .sound)
    #expect(try store.contents.counts().frames == 1200 + 360)
    try fixture.execute("DELETE FROM favorites")
    #expect(try prune(store) == [.frames: 360, .buckets: 3, .markers: 3])
    #expect(try verdict(store) == .sound)
  }

  @Test func framesGoUpToAKeyframeOfEveryBoard() throws {
    let store = try fixture.open()
    var batch = RecordingBatch()
    // Keyframes of the two boards stand at different places.
    for index in 0..<2000 as Range<Int64> {
      let time = Self.start + index * 500
      batch.frames.append(.made("a", at: time, elapsed: time, isKeyframe: index % 120 == 0))
      batch.frames.append(
        .made("b", at: time, elapsed: time, isKeyframe: index == 0 || index % 120 == 50))
    }
    try store.commit(batch)
    try favorite(day: 0, minutes: 10...10)
    try ride(store, "a", day: 40)
    fixture.clock.milliseconds = Self.start + 41 * Self.day
    try prune(store)
    // Of board a the favorite begins with a keyframe; of board b the one before it is kept.
    #expect(
      try fixture.number("SELECT min(captured_at_ms) FROM telemetry_frames WHERE board_key = 2")
        == Self.start + 1130 * 500)
    #expect(try undecodable() == 0)
    #expect(try verdict(store) == .sound)
  }

  @Test func fixesStayUntilTheirFileIsOnDisk() throws {
    let store = try fixture.open()
    try ride(store, day: 0, recording: 1)
    try ride(store, day: 0, recording: 2)
    try ride(store, day: 40, recording: 3, end: nil)
    fixture.clock.milliseconds = Self.start + 41 * Self.day
    #expect(try prune(store)[.fixes] == nil)
    try store.insert(flight: .made(2, recording: RecordingID(2), at: Self.start))
    #expect(try prune(store) == [.fixes: 600])
    #expect(try store.contents.allFixes(of: RecordingID(1)).count == 600)
    #expect(try store.contents.forEachFix(of: RecordingID(2)) { _ in true }.damagedRows == 0)
    #expect(try prune(store) == [:])
    #expect(try verdict(store) == .sound)
    try store.noteIGC(FlightEntry.made(1, at: 0).id, of: RecordingID(1))
    #expect(try prune(store) == [.fixes: 600])
    #expect(try verdict(store) == .sound)
  }

  @Test(arguments: [ContractDialect.strict, .extended, nil])
  func fixesStayUntilTheServerHasTheirFlight(dialect: ContractDialect?) throws {
    let store = try fixture.open()
    try store.bind(to: "account", at: "https://club.example")
    if let dialect { try store.keep(dialect: dialect, of: "https://club.example") }
    try ride(store, day: 0, recording: 1)
    try store.insert(flight: .made(1, recording: RecordingID(1), at: Self.start))
    try ride(store, day: 40, recording: 2, end: nil)
    fixture.clock.milliseconds = Self.start + 41 * Self.day
    try fixture.drain(store, .strict)
    #expect(try prune(store)[.fixes] == (dialect == .strict ? 600 : nil))
    let work = try fixture.scan()
    if case .blob(let blob) = work.next { try store.accept(blob, of: work.instance) }
    #expect(try prune(store)[.fixes] == nil)
    try fixture.drain(store)
    #expect(try prune(store)[.fixes] == (dialect == .strict ? nil : 600))
  }

  @Test func actionsStayUntilTheServerHasThem() throws {
    let store = try fixture.open()
    try store.bind(to: "account", at: "https://club.example")
    try fixture.execute(
      """
      INSERT INTO sync_actions (type, target, key, deleted_at) VALUES
        ('delete', 'task', 't1', 3), ('delete', 'privacyZone', 'z1', 4),
        ('delete', 'privacyZone', 'z2', \(Self.start))
      """)
    fixture.clock.milliseconds = Self.start + Self.day
    #expect(try prune(store) == [:])
    try fixture.drain(store, .strict)
    #expect(try prune(store) == [.actions: 1])
    try fixture.drain(store, .extended)
    #expect(try prune(store) == [.actions: 1])
    #expect(try fixture.number("SELECT id FROM sync_actions") == 3)
  }

  @Test func framesThatNeverGotATimeGoWithTheirBoot() throws {
    var fixture = fixture
    fixture.clock.milliseconds = Self.start
    var store = try fixture.open()
    var batch = RecordingBatch()
    batch.frames = (0..<50).map { .made("vesc:1", at: nil, elapsed: $0, isKeyframe: $0 == 0) }
    try store.commit(batch)
    fixture.clock.milliseconds = Self.start + 41 * Self.day
    #expect(try prune(store) == [:])
    try store.close()
    fixture.bootID = "22222222-2222-3333-4444-555555555555"
    store = try fixture.open()
    try ride(store, day: 40)
    #expect(try prune(store) == [.frames: 50])
    #expect(try verdict(store) == .sound)
  }

  @Test func aHoleThatRetentionDidNotMakeIsStillFound() throws {
    let store = try fixture.open()
    try ride(store, day: 0, recording: 1)
    try store.insert(flight: .made(1, recording: RecordingID(1), at: Self.start))
    try ride(store, day: 40, recording: 2)
    fixture.clock.milliseconds = Self.start + 41 * Self.day
    #expect(try prune(store)[.frames] == 1200)
    #expect(try verdict(store) == .sound)
    for table in ["telemetry_frames", "fix_record"] {
      try fixture.execute(
        "BEGIN; CREATE TABLE kept AS SELECT * FROM \(table);"
          + "DELETE FROM \(table) WHERE id = (SELECT max(id) - 5 FROM \(table)); COMMIT")
      #expect(try verdict(store) != .sound)
      try fixture.execute(
        "BEGIN; DELETE FROM \(table); INSERT INTO \(table) SELECT * FROM kept; DROP TABLE kept;"
          + "COMMIT")
      #expect(try verdict(store) == .sound)
    }
  }

  @Test func retentionHasNoWayToWriteAnAction() throws {
    let folder = PackageFolder.root + "/Sources/Store"
    let names = try Files.names(in: folder).filter { $0.hasPrefix("Prune") }
    #expect(names.count >= 4)
    for name in names {
      let text = String(
        decoding: try Files.read("\(folder)/\(name)", limit: 1 << 20), as: UTF8.self)
      #expect(!text.contains("INTO sync_actions") && !text.contains("UPDATE sync_actions"))
      #expect(!text.contains("tombstone("))
    }
  }

  @Test func everyDefaultAgeStandsInTheManual() throws {
    let manual = String(
      decoding: try Files.read(PackageFolder.root + "/docs/database.md", limit: 1 << 20),
      as: UTF8.self)
    for table in RetainedTable.allCases {
      #expect(manual.contains("| `\(table.rawValue)` | \(table.defaultDays) days |"))
    }
  }
}
