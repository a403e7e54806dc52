import Crypto
import FlightModel
import RecordingModel
import SQLite
import Store
import SyncContract
import SyncPlan
import Telemetry
import Testing

@Suite struct SyncScanTests {
  private let fixture = StoreFixture()

  private func telemetry(_ count: Int, from second: Int = 0) -> RecordingBatch {
    var batch = RecordingBatch()
    for index in second..<second + count {
      let time = BatchStream.start + Int64(index) * 500
      batch.frames.append(
        .made("vesc:1", at: time, elapsed: Int64(index), isKeyframe: index == 0))
    }
    return batch
  }

  @Test func aBatchGoesOnFromTheAcceptedCursors() throws {
    let store = try fixture.open()
    try store.commit(telemetry(5))
    let first = try fixture.scan()
    guard case .batch(let batch) = first.next else { throw SyncTestFailure.noBatch }
    #expect(batch.counts[.boards] == 1 && batch.counts[.telemetryFrames] == 5)
    try store.commit(telemetry(3, from: 5))
    try store.commit(batch.advances, in: .extended, of: first.instance)
    #expect(try fixture.drain(store)[.telemetryFrames] == 3)
    // A late commit of older cursors moves nothing back.
    try store.commit(batch.advances, in: .extended, of: first.instance)
    #expect(try fixture.drain(store) == [:])
  }

  @Test func theBatchBehindOneUnderWayIsKnownWithoutItsCommit() throws {
    let store = try fixture.open()
    try store.bind(to: "account", at: "https://club.example")
    try store.commit(telemetry(5))
    let limits = ContractLimits(rows: 3)
    let first = try store.contents.work(in: .extended, limits)
    guard case .batch(let batch) = first.next else { throw SyncTestFailure.noBatch }
    let ahead = try store.contents.work(in: .extended, limits, beyond: batch.advances)
    #expect(
      try !store.contents.stands(at: batch.advances, of: first.instance) && batch.rowCount == 3)
    try store.commit(batch.advances, in: .extended, of: first.instance)
    #expect(try store.contents.work(in: .extended, limits) == ahead)
    #expect(try store.contents.stands(at: batch.advances, of: first.instance))
    #expect(try !store.contents.stands(at: batch.advances, of: "another"))
    // A server that has moved begins anew.
    try store.bind(to: "account", at: "https://moved.example")
    #expect(try !store.contents.stands(at: batch.advances, of: first.instance))
  }

  @Test func aCursorNeverPassesTheRows() throws {
    let store = try fixture.open()
    try store.commit(telemetry(5))
    let instance = try store.instanceID()
    #expect(throws: StoreError.staleScan) {
      try store.commit(
        [CursorAdvance(table: .telemetryFrames, cursor: 6)], in: .strict, of: instance)
    }
    #expect(throws: StoreError.staleScan) {
      try store.commit(
        [CursorAdvance(table: .telemetryFrames, cursor: 5)], in: .strict, of: "another")
    }
    #expect(try fixture.drain(store, .strict)[.telemetryFrames] == 5)
  }

  @Test func aDatabaseBegunAnewTakesNoCursorsOfTheOldOne() throws {
    let store = try fixture.open()
    try store.bind(to: "account", at: "https://club.example")
    try store.keep(dialect: .extended, of: "https://club.example")
    try store.commit(telemetry(5))
    let work = try fixture.scan()
    guard case .batch(let batch) = work.next else { throw SyncTestFailure.noBatch }
    try store.setAside(because: "test")
    try store.commit(telemetry(9))
    #expect(throws: StoreError.staleScan) {
      try store.commit(batch.advances, in: .extended, of: work.instance)
    }
    let state = try store.contents.syncState()
    #expect(state.accountID == "account" && state.dialect == .extended)
    #expect(try fixture.drain(store)[.telemetryFrames] == 9)
  }

  @Test func strictHoldsExtendedActionsBackUnderTheirOwnCursor() throws {
    let store = try fixture.open()
    let flight = String(repeating: "a", count: 64)
    try fixture.execute(
      """
      INSERT INTO sync_actions (type, target, key, deleted_at) VALUES
        ('delete', 'flight', '\(flight)', 1), ('delete', 'privacyZone', 'z1', 2),
        ('delete', 'task', 't1', 3), ('delete', 'privacyZone', 'z2', 4)
      """)
    #expect(try store.contents.backlog(in: .strict).rows == 2)
    #expect(try fixture.drain(store, .strict)[.deleteActions] == 2)
    #expect(try fixture.drain(store, .strict) == [:])
    #expect(try store.contents.backlog(in: .strict).rows == 0)
    #expect(try store.contents.backlog(in: .extended).rows == 2)
    #expect(try fixture.drain(store, .extended)[.deleteActions] == 2)
    #expect(try fixture.drain(store, .extended) == [:])
    #expect(try fixture.drain(store, .strict) == [:])
  }

  @Test func aFlightWaitsForItsFile() throws {
    let store = try fixture.open()
    try store.commit(telemetry(2))
    try store.insert(flight: .made(1, at: BatchStream.start))
    #expect(try store.contents.backlog(in: .extended).blobs == 1)
    let before = try fixture.scan()
    guard case .batch(let batch) = before.next else { throw SyncTestFailure.noBatch }
    #expect(batch.rowCount == 3 && batch.isCutShort && batch.counts[.flights] == 0)
    try store.commit(batch.advances, in: .extended, of: before.instance)
    let work = try fixture.scan()
    guard case .blob(let blob) = work.next else { throw SyncTestFailure.noBatch }
    #expect(blob.kind == .igc && blob.bytes == 5000 && blob.table == .flights)
    #expect(blob.id == FlightEntry.made(1, at: 0).id)
    // Strict knows no flights and waits for none.
    #expect(try fixture.drain(store, .strict) == [:])
    try store.accept(blob, of: work.instance)
    try store.forgetBlob(of: .flights, cursor: blob.cursor)
    #expect(try fixture.scan().next == .blob(blob))
    try store.accept(blob, of: work.instance)
    #expect(try store.contents.backlog(in: .extended).blobs == 0)
    #expect(try fixture.drain(store).filter { $0.value > 0 } == [.flights: 1])
  }

  @Test func theServerHasLostTheFileOfADeletedFlight() throws {
    let store = try fixture.open()
    let flight = FlightEntry.made(1, at: BatchStream.start)
    try store.insert(flight: flight)
    try fixture.drain(store)
    try fixture.execute(
      """
      INSERT INTO sync_actions (type, target, key, deleted_at)
        VALUES ('delete', 'flight', '\(flight.id)', 1)
      """)
    #expect(try fixture.number("SELECT count(*) FROM sync_blobs") == 1)
    try fixture.drain(store)
    #expect(try fixture.number("SELECT count(*) FROM sync_blobs") == 0)
  }

  @Test func goingToExtendedSendsTheWiderTablesAgain() throws {
    let store = try fixture.open()
    let origin = "https://club.example"
    try store.bind(to: "account", at: origin)
    try store.keep(dialect: .strict, of: origin)
    try store.commit(telemetry(5))
    try fixture.drain(store, .strict)
    try store.keep(dialect: .strict, of: origin)
    #expect(try fixture.drain(store, .strict) == [:])
    try store.keep(dialect: .extended, of: "https://other.example")
    #expect(try fixture.drain(store, .strict) == [:])
    try store.keep(dialect: .extended, of: origin)
    #expect(try fixture.drain(store).filter { $0.value > 0 } == [.boards: 1])
    try store.keep(dialect: .extended, of: origin)
    #expect(try fixture.drain(store) == [:])
  }

  @Test func framesWithoutTimeWaitUntilTheirBootIsOver() throws {
    var fixture = fixture
    var store = try fixture.open()
    var batch = RecordingBatch()
    batch.frames = [
      .made("vesc:1", at: BatchStream.start, elapsed: 1, isKeyframe: true),
      .made("vesc:1", at: nil, elapsed: 2), .made("", at: BatchStream.start, elapsed: 3),
      .made("vesc:1", at: BatchStream.start + 9, elapsed: 4),
    ]
    try store.commit(batch)
    #expect(try fixture.drain(store)[.telemetryFrames] == 1)
    try store.close()
    fixture.bootID = "22222222-2222-3333-4444-555555555555"
    store = try fixture.open()
    batch.frames = [.made("vesc:1", at: BatchStream.start + 20, elapsed: 1, isKeyframe: true)]
    try store.commit(batch)
    #expect(try fixture.drain(store)[.telemetryFrames] == 2)
    #expect(
      try store.contents.acceptedRows(of: .telemetryFrames, in: .extended, limit: 10)
        .map(\.cursor) == [1, 4, 5])
  }

  @Test func anIdleTickReadsAHandfulOfPages() throws {
    do {
      let store = try fixture.open()
      for part in 0..<20 { try store.commit(telemetry(500, from: part * 500)) }
      try fixture.drain(store)
      try store.close()
    }
    let store = try fixture.open()
    let before = store.pagesRead
    let work = try store.contents.work(in: .extended)
    guard case .batch(let batch) = work.next else { throw SyncTestFailure.noBatch }
    #expect(batch.rowCount == 0 && batch.advances.isEmpty)
    #expect(store.pagesRead - before <= 8)
  }

  @Test func whatWasAcceptedCanBeComparedSliceBySlice() throws {
    let store = try fixture.open()
    try store.commit(telemetry(250))
    try fixture.drain(store)
    try store.commit(telemetry(40, from: 250))
    var server = TableDigest()
    var sum = TableDigest()
    var hasher = SHA256()
    for row in telemetry(250).frames.compactMap(ContractRow.init) {
      try server.add(row, in: .extended, by: &hasher)
    }
    var cursor: Int64? = 0
    while let after = cursor {
      cursor = try store.contents.addAcceptedRows(
        of: .telemetryFrames, in: .extended, after: after, limit: 100, to: &sum, by: &hasher)
    }
    #expect(sum == server && sum.count == 250)
    #expect(try store.contents.acceptedRows(of: .flights, in: .strict, limit: 9).isEmpty)
  }

  @Test func theBacklogIsWhatADrainSends() throws {
    let store = try fixture.open()
    #expect(try store.contents.backlog(in: .extended) == StoredBacklog())
    try store.commit(telemetry(3000))
    try store.insert(flight: .made(1, at: BatchStream.start))
    let backlog = try store.contents.backlog(in: .extended)
    #expect(backlog.rows == 3002 && backlog.blobs == 1)
    #expect(backlog.oldestAtMs == BatchStream.start)
    guard case .batch(let batch) = try fixture.scan().next else { throw SyncTestFailure.noBatch }
    let bytesARow = Int64(batch.body.count / batch.rowCount)
    let guess = (backlog.bytes - 5000) / 3002
    #expect(abs(guess - bytesARow) * 4 < bytesARow)
    try store.commit(batch.advances, in: .extended, of: store.instanceID())
    #expect(try store.contents.backlog(in: .extended).rows == 2002)
    try fixture.drain(store)
    #expect(try store.contents.backlog(in: .extended) == StoredBacklog())
  }
}

enum SyncTestFailure: Error { case noBatch, isStuck }
