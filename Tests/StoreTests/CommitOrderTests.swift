import Linux
import RecordingModel
import Store
import SyncContract
import SyncPlan
import Testing

/// The recorder and a person write through the one writer while uploads scan and move cursors, each
/// on a thread of its own: a number that was given earlier is never committed later, so no row is
/// left behind by a cursor.
@Suite(.timeLimit(.minutes(10)))
struct CommitOrderTests {
  private let fixture = StoreFixture()

  @Test func twoWritersAndTheUploaderAtOnceLeaveNoRowBehind() async throws {
    let loops = try (0..<2).map { try EventLoop(name: "order-\($0)") }
    for loop in loops { try loop.start() }
    defer {
      for loop in loops {
        loop.stop()
        loop.join()
      }
    }
    let writer = try await StoreWriter.open(fixture.settings(), on: loops[0])
    let uploader = Uploader(loop: loops[1], path: fixture.path, writer: writer)
    let clock = fixture.clock
    async let recorded: Void = Self.record(to: writer, clock)
    async let edited: Void = Self.edit(in: writer)
    async let uploaded: Void = uploader.run()
    try await recorded
    try await edited
    await uploader.finish()
    try await uploaded
    #expect(await uploader.rounds > 10)
    let (rows, differences) = try await uploader.compare()
    #expect(differences == [])
    #expect(rows > 600)
    try await writer.close()
  }

  /// Two minutes of a flight, a commit a second.
  private static func record(to writer: StoreWriter, _ clock: SettableClock) async throws {
    var stream = BatchStream()
    for _ in 0..<300 {
      #expect(try await writer.commit(stream.next()) == .stored(refusedRows: 0))
      clock.milliseconds += 1000
    }
  }

  /// A person who makes, changes and deletes.
  private static func edit(in writer: StoreWriter) async throws {
    for number in 0..<100 {
      let zone: [String: ContractValue] = [
        "id": .text("zone-\(number % 30)"), "name": .text("Zone \(number)"),
        "centerLatitudeE7": .integer(480_000_000), "centerLongitudeE7": .integer(110_000_000),
        "radiusMeters": .integer(Int64(number + 1)), "preset": .text("custom"),
      ]
      let board: [String: ContractValue] = [
        "id": .text("board-\(number % 7)"), "name": .text("Board \(number)"),
      ]
      try await writer.perform { (store) throws(StoreError) in
        _ = try store.put(.privacyZones, zone)
      }
      try await writer.perform { (store) throws(StoreError) in
        _ = try store.put(.boards, board)
      }
      guard number % 3 == 0 else { continue }
      try await writer.perform { (store) throws(StoreError) in
        _ = try store.delete(.privacyZone, ["zone-\((number + 20) % 30)"])
      }
    }
  }
}

/// What uploads do, with a server that takes everything.
private actor Uploader {
  private let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let reader: StoreReader
  private let writer: StoreWriter
  private var server = ModelServer()
  private(set) var rounds = 0
  private var isLast = false

  init(loop: EventLoop, path: String, writer: StoreWriter) {
    self.loop = loop
    self.writer = writer
    reader = StoreReader(path: path)
    server.dialect = .extended
  }

  /// Nothing is written any more: what a scan does not find now will never be found.
  func finish() { isLast = true }

  func run() async throws {
    while true {
      let isLast = isLast
      // Small ones, so that most end amid what is being written.
      let work = try reader.read { (contents) throws(StoreError) in
        try contents.work(in: .extended, ContractLimits(bytes: 32_768, rows: 7))
      }
      guard case .batch(let batch) = work.next else { throw SyncTestFailure.noBatch }
      if batch.advances.isEmpty {
        if isLast { return }
        await Task.yield()
        continue
      }
      rounds += 1
      #expect(server.receive(batch.body, counting: batch.counts) == .accepted)
      try await writer.perform { (store) throws(StoreError) in
        try store.commit(batch.advances, in: .extended, of: work.instance)
      }
    }
  }

  /// How many rows both have, and which only one has.
  func compare() throws -> (rows: Int, differences: [String]) {
    let server = server
    return try reader.read { (contents) throws(StoreError) in
      var (count, differences) = (0, [String]())
      for table in ContractTable.all(in: .extended) where table != .deleteActions {
        var here: Set<String> = []
        let rows = try contents.rows(of: table)
        while let pending = try rows.next() {
          let key = ModelServer.key(pending.row)
          here.insert(key)
          if server.tables[table]?[key] != pending.row { differences.append("\(table) \(key)") }
        }
        let there = Set((server.tables[table] ?? [:]).keys)
        differences += there.subtracting(here).map { "\(table) \($0) is too much" }
        count += here.count
      }
      return (count, differences)
    }
  }
}
