import FlightModel
import RecordingModel
import SQLite
import SyncContract
import SyncPlan
import Telemetry
import TestSupport
import Testing

@testable import Store

@Suite struct SyncedTableTests {
  /// A column that is neither sent nor listed as local was forgotten.
  @Test(arguments: ContractTable.allCases)
  func everyColumnIsSentOrListedAsLocal(table: ContractTable) throws {
    let fixture = StoreFixture()
    try fixture.open().close()
    let connection = try Connection(path: fixture.path, access: .query)
    let synced = SyncedTable[table]
    let columns = try connection.all(
      "SELECT name FROM pragma_table_info(?)", { $0.add(synced.name) }
    ) { $0.text() ?? "" }
    let sent =
      table == .deleteActions ? ["target", "board_id", "key", "deleted_at"] : synced.columns
    #expect(Set(sent).isDisjoint(with: synced.localColumns))
    #expect((sent + synced.localColumns).sorted() == columns.sorted())
    #expect(columns.contains(synced.scanColumn.rawValue))
    if table != .deleteActions { #expect(synced.columns.count == table.shape.fields.count) }
  }

  @Test(arguments: ContractTable.allCases)
  func aScanGoesByAnIndex(table: ContractTable) throws {
    let fixture = StoreFixture()
    try fixture.open().close()
    let connection = try Connection(path: fixture.path, access: .query)
    let statement = try connection.prepare(
      "EXPLAIN QUERY PLAN \(SyncedTable[table].scanText)")
    var plan: [String] = []
    while var row = try statement.step() {
      _ = (row.number(), row.number(), row.number())
      plan.append(row.text() ?? "")
    }
    #expect(plan.first?.hasPrefix("SEARCH t USING ") == true, "\(plan)")
    #expect(!plan.contains { $0.hasPrefix("SCAN ") || $0.contains("TEMP B-TREE") }, "\(plan)")
  }

  @Test func whatTheRecorderStoredIsReadInTheContractsForm() throws {
    let store = try StoreFixture().open()
    var stream = BatchStream()
    var batch = stream.next()
    batch.markers = [
      TelemetryMarker(
        occurredAtMs: 5, elapsedRealtimeMs: 6, kind: .gap, boardID: stream.board, message: "x",
        gapMs: 7)
    ]
    batch.events = [
      DiagnosticEvent(
        occurredAtMs: 8, elapsedRealtimeMs: 9, eventName: "e", properties: ["a": "b"])
    ]
    try store.commit(batch)
    #expect(
      try store.rows(of: .telemetryFrames) == batch.frames.map { try #require(ContractRow($0)) })
    let newest = try #require(batch.fixes.map(\.recordedAt.milliseconds).max())
    #expect(
      try store.rows(of: .telemetryMinuteBuckets)
        == batch.buckets.map { ContractRow($0, updatedAtMs: newest) })
    #expect(
      try store.rows(of: .telemetryMarkers) == [
        ContractRow(
          .telemetryMarkers,
          [.integer(5), .integer(6), .text("gap"), .text(stream.board), .text("x"), .integer(7)])
      ])
    #expect(
      try store.rows(of: .diagnosticEvents) == [
        ContractRow(
          .diagnosticEvents,
          [
            .integer(8), .integer(9), .text("e"), .null, .null, .null, .null,
            .text(#"{"a":"b"}"#),
          ])
      ])
    let board = try #require(try store.rows(of: .boards).first)
    #expect(board["id"] == .text(stream.board) && board["deletedAt"] == .null)
    for table in ContractTable.allCases {
      for row in try store.rows(of: table) { try row.validate(in: .extended) }
    }
  }

  @Test func aScanBeginsAfterACursorAndStopsAtAnother() throws {
    let store = try StoreFixture().open()
    var stream = BatchStream()
    for _ in 0..<3 { try store.commit(stream.next()) }
    func cursors(_ after: Int64, _ through: Int64, _ limit: Int) throws -> [Int64] {
      let rows = try store.contents.rows(
        of: .telemetryFrames, after: after, through: through, limit: limit)
      var cursors: [Int64] = []
      while let pending = try rows.next() { cursors.append(pending.cursor) }
      return cursors
    }
    #expect(try cursors(0, .max, .max) == [1, 2, 3, 4, 5, 6])
    #expect(try cursors(2, 4, .max) == [3, 4])
    #expect(try cursors(2, .max, 3) == [3, 4, 5])
    #expect(try cursors(4, 4, .max) == [])
    #expect(try cursors(.max, .max, .max) == [])
    #expect(try cursors(-5, 1, .max) == [1])
    #expect(try cursors(0, .max, -1) == [])
  }

  @Test func framesWithoutTimeHoldUpThoseBehindThemOnlyWhileTheyMayGetOne() throws {
    var fixture = StoreFixture()
    func frame(_ elapsed: Int64, at time: Int64?, board: String = "b") -> RecordingBatch {
      var batch = RecordingBatch()
      batch.frames = [
        TelemetryFrame(boardID: board, capturedAtMs: time, elapsedRealtimeMs: elapsed)
      ]
      return batch
    }
    func boards(_ store: StoreDatabase) throws -> [ContractValue?] {
      try store.rows(of: .telemetryFrames).map { $0["boardId"] }
    }
    do {
      let store = try fixture.open()
      try store.commit(frame(1, at: 1))
      try store.commit(frame(2, at: nil))
      try store.commit(frame(3, at: 3, board: ""))
      #expect(try boards(store) == [.text("b")])
    }
    fixture.bootID = "another"
    let store = try fixture.open()
    #expect(try boards(store) == [.text("b")])
    try store.commit(frame(1, at: nil))
    #expect(try boards(store) == [.text("b"), .text(""), .text("")])
    try store.assignTime(offsetMs: 1000)
    #expect(try boards(store) == [.text("b"), .text(""), .text(""), .text("b")])
  }
}

extension StoreDatabase {
  /// The rows of a table that wait.
  func rows(of table: ContractTable, after cursor: Int64 = 0) throws -> [ContractRow] {
    let rows = try contents.rows(of: table, after: cursor)
    var found: [ContractRow] = []
    while let pending = try rows.next() { found.append(pending.row) }
    return found
  }
}
