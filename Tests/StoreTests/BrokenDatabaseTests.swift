import FlightModel
import Linux
import RecordingModel
import SQLite
import SeededRandom
import Store
import SyncContract
import TestSupport
import Testing

@Suite struct BrokenDatabaseTests {
  /// A database of `seconds` of flight, closed, and its batches.
  private func recorded(_ fixture: StoreFixture, seconds: Int) throws -> [RecordingBatch] {
    var stream = BatchStream()
    let batches = (0..<seconds).map { _ in stream.next() }
    let store = try fixture.open()
    for batch in batches { try store.commit(batch) }
    try store.close()
    return batches
  }

  private func overwrite(_ path: String, _ change: (inout [UInt8]) -> Void) throws {
    var bytes = try Files.read(path, limit: 1 << 28)
    change(&bytes)
    try Files.replace(path, with: bytes)
  }

  private func brokenNames(_ fixture: StoreFixture) throws -> [String] {
    try Files.names(in: fixture.folder.path).filter { $0.contains(".broken-") }
  }

  @Test func aBrokenFileIsSetAsideAtOpen() throws {
    let fixture = StoreFixture()
    _ = try recorded(fixture, seconds: 5)
    try overwrite(fixture.path) { $0[0..<16] = Array(repeating: 0x55, count: 16)[...] }
    let broken = try Files.read(fixture.path, limit: 1 << 28)
    let store = try fixture.open()
    #expect(store.setAside == [fixture.path + ".broken-1"])
    #expect(try Files.read(fixture.path + ".broken-1", limit: 1 << 28) == broken)
    let event = try #require(try store.contents.events(limit: 1).first)
    #expect(event.eventName == "database-set-aside")
    #expect(event.phase == "open")
    #expect(event.properties["file"] == "barograph.db.broken-1")
    let batch = BatchStream().firstOfCopy()
    try store.commit(batch)
    #expect(try store.contents.allFixes(of: RecordingID(1)) == batch.fixes)
  }

  @Test func noBrokenFileIsOverwritten() throws {
    let fixture = StoreFixture()
    var contents: [[UInt8]] = []
    for round in 0..<3 {
      let noise = Array(repeating: UInt8(round + 1), count: 3000 + round)
      contents.append(noise)
      try Files.replace(fixture.path, with: noise)
      let store = try fixture.open()
      #expect(store.setAside == [fixture.path + ".broken-\(round + 1)"])
      try store.close()
    }
    for (round, noise) in contents.enumerated() {
      #expect(try Files.read(fixture.path + ".broken-\(round + 1)", limit: 10_000) == noise)
    }
  }

  @Test func aForeignDatabaseIsSetAside() throws {
    let fixture = StoreFixture()
    let foreign = try Connection(path: fixture.path, access: .create)
    try foreign.execute("CREATE TABLE other (a)")
    try foreign.close()
    let store = try fixture.open()
    #expect(store.setAside.count == 1)
    #expect(try store.contents.events(limit: 1).first?.eventName == "database-set-aside")
  }

  @Test func aDamagedSchemaIsSetAside() throws {
    let fixture = StoreFixture()
    _ = try recorded(fixture, seconds: 2)
    try overwrite(fixture.path) { bytes in
      let word = Array("vario_cm_s".utf8)
      let at = bytes.indices.first { bytes[$0...].starts(with: word) }!
      bytes[at] = UInt8(ascii: "w")
    }
    #expect(try fixture.open().setAside.count == 1)
  }

  @Test func anInterruptedMoveIsEnded() throws {
    let fixture = StoreFixture()
    _ = try recorded(fixture, seconds: 2)
    try Files.remove(fixture.path + "-wal")
    try Files.remove(fixture.path + "-shm")
    try Files.replace(fixture.path + ".broken-4-wal", with: [1, 2, 3])
    let store = try fixture.open()
    #expect(store.setAside == [fixture.path + ".broken-4"])
    #expect(try Files.read(fixture.path + ".broken-4-wal", limit: 10) == [1, 2, 3])
    #expect(try store.contents.counts().fixes == 0)
  }

  @Test func corruptionInMidFlightLosesNoBatch() throws {
    let fixture = StoreFixture()
    _ = try recorded(fixture, seconds: 400)
    var stream = BatchStream()
    for _ in 0..<400 { _ = stream.next() }
    let store = try fixture.open()
    let before = try store.instanceID()
    // Damage every page behind the writer's back; what it holds in memory is not enough.
    try corruptInPlace(fixture.path)
    var offered: [RecordingBatch] = []
    for _ in 0..<20 {
      offered.append(stream.next())
      try store.commit(offered.last!)
    }
    #expect(store.setAside.count == 1)
    #expect(try store.instanceID() != before)
    let events = try store.contents.events(limit: 5)
    #expect(events.map(\.phase) == ["commit"])
    let kept = try store.contents.allFixes(of: RecordingID(1))
    let expected = offered.flatMap(\.fixes)
    // Batches committed before the damage was met are in the broken file's log.
    #expect(kept == Array(expected.suffix(kept.count)))
    #expect(kept.count >= 10)
    #expect(try store.contents.recording(RecordingID(1))?.boardID == stream.board)
    #expect(try brokenNames(fixture).contains("barograph.db.broken-1"))
    try store.close()
    #expect(try fixture.open().setAside == [])
  }

  /// Writes noise over everything behind the first page, through the same inode.
  private func corruptInPlace(_ path: String) throws {
    let size = Int(try #require(Files.size(path)))
    let file = try Descriptor.open(path, 1)
    let head = try Files.read(path, limit: 1 << 28).prefix(1024)
    try file.write(all: head)
    try file.write(all: Array(repeating: UInt8(0xA5), count: size - 1024))
  }

  @Test func theNewDatabaseKnowsTheSameBoards() throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    let box = try store.board(minting: nil)
    let glider = ConfiguredGlider(key: "D-1234", name: "LS4")
    let old = try store.board(minting: glider)
    try store.delete(.board, [old])
    let current = try store.board(minting: glider)
    try store.setAside(because: "a test")
    #expect(try store.board(minting: nil) == box)
    #expect(try store.contents.boards().map(\.id) == [box, current])
    #expect(try store.contents.board(current)?.name == "LS4")
  }

  @Test func aCardThatBreaksEveryFileIsNotFilled() throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    for _ in 0..<10 { try store.setAside(because: "a test") }
    #expect(throws: StoreError.self) { try store.setAside(because: "a test") }
    #expect(
      try brokenNames(fixture).filter { !$0.contains("-wal") && !$0.contains("-shm") }.count == 10)
    try store.commit(BatchStream().firstOfCopy())
  }

  @Test func aDamagedPageCostsOnlyItsOwnFixes() throws {
    let fixture = StoreFixture()
    let all = try recorded(fixture, seconds: 120).flatMap(\.fixes)
    let store = try fixture.open()
    let connection = try Connection(path: fixture.path, access: .query)
    let page = try #require(
      try connection.number(
        """
        SELECT pageno FROM dbstat WHERE name = 'fix_record' AND pagetype = 'leaf'
        ORDER BY path LIMIT 1 OFFSET 20
        """))
    try store.close()
    try overwrite(fixture.path) { bytes in
      for index in (Int(page) - 1) * 1024..<Int(page) * 1024 { bytes[index] = 0xEE }
    }
    let reopened = try fixture.open()
    #expect(reopened.setAside == [])
    var kept: [FixRecord] = []
    let reading = try reopened.contents.forEachFix(of: RecordingID(1)) {
      kept.append($0.fix)
      return true
    }
    #expect(reading.damagedRows == all.count - kept.count)
    #expect((1...64).contains(reading.damagedRows))
    #expect(kept == all.filter { kept.contains($0) })
    try reopened.setAside(because: "3 damaged rows")
    #expect(reopened.setAside.count == 1)
    #expect(try reopened.contents.events(limit: 1).first?.phase == "check")
  }

  /// The bytes of a database of 25 seconds.
  private static let template: Result<[UInt8], any Error> = Result {
    let fixture = StoreFixture()
    let store = try fixture.open()
    var stream = BatchStream()
    for _ in 0..<25 { try store.commit(stream.next()) }
    try store.close()
    return try Files.read(fixture.path, limit: 1 << 24)
  }

  @Test(arguments: 0..<80)
  func randomDamageIsSetAsideOrReadsFine(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let fixture = StoreFixture()
    var bytes = try Self.template.get()
    damage(&bytes, &random)
    try Files.replace(fixture.path, with: bytes)
    var stream = BatchStream()
    for _ in 0..<25 { _ = stream.next() }
    let store = try fixture.open()
    if seed.isMultiple(of: 2) { try readAll(store.contents) }
    let offered = (0..<5).map { _ in stream.next() }
    for batch in offered { try store.commit(batch) }
    let state = try checked(store.contents)
    if case .broken(let finding) = state {
      // What no commit has met, the check finds, and recording goes on in a new database.
      try store.setAside(because: finding)
      for batch in offered { try store.commit(batch) }
      #expect(try checked(store.contents) == .sound)
    }
    let kept = try store.contents.allFixes(of: RecordingID(1))
    #expect(kept.suffix(50).map(\.recordedAt) == offered.flatMap(\.fixes).map(\.recordedAt))
  }

  private func checked(_ contents: StoreContents) throws -> IntegrityCheck.State {
    var check = IntegrityCheck()
    while try check.step(contents, rows: 37) == .running {}
    return check.state
  }

  private func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    if Bool.random(using: &random) && Bool.random(using: &random) {
      bytes.removeLast(.random(in: 1..<bytes.count, using: &random))
      return
    }
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, start + .random(in: 1...2000, using: &random))
      for index in start..<end { bytes[index] = .random(in: 0...255, using: &random) }
    }
  }

  /// Reads everything; corruption may be reported, but nothing may trap.
  private func readAll(_ contents: StoreContents) throws {
    let reads: [() throws -> Void] = [
      {
        for recording in try contents.recordings(limit: 9) {
          _ = try contents.allFixes(of: recording.id)
        }
      },
      { _ = try contents.allFrames(of: RecordingID(1)) },
      { _ = try contents.counts() }, { _ = try contents.sizes() },
      { _ = try contents.bytesByTable() }, { _ = try contents.boards() },
      { _ = try contents.events(limit: 100) }, { _ = try contents.flights(limit: 9) },
    ]
    for read in reads {
      do {
        try read()
      } catch let error as StoreError {
        #expect(error.isCorruption, "\(error)")
      }
    }
  }
}
