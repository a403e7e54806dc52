import SeededRandom
import SyncContract
import SyncPlan
import Testing

@Suite struct BatchBuilderTests {
  private func setting(_ key: String, _ value: String = "1") -> ContractRow {
    ContractRow(.appSettings, [.text(key), .text(value), .integer(5)])
  }

  private func settings(_ count: Int) -> [PendingRow] {
    (1...max(count, 1)).prefix(count).map {
      PendingRow(cursor: Int64($0), row: setting("k\($0)"))
    }
  }

  private func board(_ id: String) -> ContractRow {
    ContractRow(.boards, [.text(id), .text("B"), .null, .null, .integer(1), .integer(1)])
  }

  private func frame(_ board: String, at ms: Int64 = 1) -> ContractRow {
    let head: [ContractValue] = [.text(board), .integer(ms), .integer(ms), .null]
    let masks = [ContractValue](repeating: .integer(0), count: 3)
    return ContractRow(
      .telemetryFrames, head + masks + [ContractValue](repeating: .null, count: 25))
  }

  private func bucket(_ board: String) -> ContractRow {
    var values: [ContractValue] = ContractTable.telemetryMinuteBuckets.shape.fields.map { _ in
      .integer(0)
    }
    values[0] = .text(board)
    return ContractRow(.telemetryMinuteBuckets, values)
  }

  private func build(
    _ rows: [PendingRow], _ limits: ContractLimits = ContractLimits()
  ) -> SyncBatch {
    var queues = Dictionary(grouping: rows, by: \.row.table)
    return BatchBuilder(dialect: .strict, limits: limits).build { table in
      guard let next = queues[table]?.first else { return nil }
      queues[table]?.removeFirst()
      return next
    }
  }

  private func decoded(_ batch: SyncBatch) throws -> ContractBatch {
    try ContractDecoder(dialect: .strict).decode(batch.body)
  }

  @Test func nothingWaitsNothingIsSent() {
    let batch = build([])
    #expect(batch.scan == .nothing)
    #expect(batch.body.isEmpty && batch.advances.isEmpty)
  }

  @Test func aRowThatIsHeldEndsTheBatchBeforeIt() {
    var held = PendingRow(cursor: 2, row: setting("k2"))
    held.isHeld = true
    let rows = [
      PendingRow(cursor: 1, row: setting("k1")), held, PendingRow(cursor: 1, row: board("b")),
    ]
    let batch = build(rows)
    #expect(batch.rowCount == 1 && batch.isCutShort && batch.fault == nil)
    #expect(batch.advances == [CursorAdvance(table: .appSettings, cursor: 1)])
    let none = build([held])
    #expect(none.rowCount == 0 && none.advances.isEmpty && none.isCutShort)
  }

  @Test func tablesTravelInTheOrderOfTheContract() throws {
    let action = ContractRow.delete(.alert, ["b", "a"], atMs: 9)
    let batch = build([
      PendingRow(cursor: 8, row: action), PendingRow(cursor: 7, row: frame("b")),
      PendingRow(cursor: 6, row: board("b")), PendingRow(cursor: 5, row: setting("k")),
    ])
    #expect(try decoded(batch).rows == [setting("k"), board("b"), frame("b"), action])
    let expected: [(ContractTable, Int64)] = [
      (.appSettings, 5), (.boards, 6), (.telemetryFrames, 7), (.deleteActions, 8),
    ]
    #expect(batch.advances == expected.map { CursorAdvance(table: $0, cursor: $1) })
    #expect(batch.counts == (try decoded(batch).counts(in: .strict)))
    #expect(!batch.isCutShort)
  }

  @Test func aThousandRowsFitAndOneMoreWaits() throws {
    let full = build(settings(1000))
    #expect(full.rowCount == 1000 && !full.isCutShort)
    let over = build(settings(1001) + [PendingRow(cursor: 1, row: board("b"))])
    #expect(over.isCutShort && over.body == full.body)
    #expect(over.advances == [CursorAdvance(table: .appSettings, cursor: 1000)])
    #expect(try decoded(over).rows.count == 1000)
  }

  @Test func theRowCapCountsOverAllTables() {
    let boards = (1...3).map { PendingRow(cursor: $0, row: board("b\($0)")) }
    let batch = build(settings(998) + boards)
    #expect(batch.rowCount == 1000 && batch.isCutShort)
    #expect(batch.advances.last == CursorAdvance(table: .boards, cursor: 2))
  }

  @Test(arguments: ["x", "é", "☃", "🪂"])
  func theByteCapIsExactWithTextsOfAnyWidth(unit: String) throws {
    let rows = [setting("a", unit), setting("b", String(repeating: unit, count: 9))]
    let pending = rows.enumerated().map { PendingRow(cursor: Int64($0 + 1), row: $1) }
    let whole = build(pending)
    let fits = build(pending, ContractLimits(bytes: whole.body.count))
    #expect(fits.body == whole.body && !fits.isCutShort)
    let short = build(pending, ContractLimits(bytes: whole.body.count - 1))
    #expect(short.isCutShort && short.rowCount == 1)
    #expect(try decoded(short).rows == [rows[0]])
    #expect(short.cursor(of: .appSettings, at: 0) == 1)
    #expect(short.cursor(of: .appSettings, at: 1) == nil)
  }

  @Test(arguments: ["x", "é"])
  func aMebibyteFitsAndAByteMoreDoesNot(unit: String) throws {
    let empty = build([PendingRow(cursor: 4, row: setting("k", ""))]).body.count
    let room = 1_048_576 - empty
    let width = unit.utf8.count
    let filling =
      String(repeating: unit, count: room / width) + String(repeating: "y", count: room % width)
    let full = build([PendingRow(cursor: 4, row: setting("k", filling))])
    #expect(full.body.count == 1_048_576 && full.fault == nil)
    let over = build([PendingRow(cursor: 4, row: setting("k", filling + "z"))])
    let fault = BatchFault(.tooLarge, table: .appSettings, cursor: 4)
    #expect(over.scan == .unsendable(fault))
    #expect(over.body.isEmpty && over.advances.isEmpty)
  }

  @Test func aLargerCeilingThanTheContractsIsNone() {
    let builder = BatchBuilder(
      dialect: .strict, limits: ContractLimits(bytes: 2_000_000, rows: 5000))
    #expect(builder.limits == ContractLimits())
  }

  @Test func aRowAboveTheLearnedCeilingTravelsAlone() {
    let big = PendingRow(cursor: 2, row: setting("b", String(repeating: "x", count: 20_000)))
    let limits = ContractLimits(bytes: 16_384)
    let before = build([PendingRow(cursor: 1, row: setting("a")), big], limits)
    #expect(before.rowCount == 1 && before.isCutShort && before.fault == nil)
    let alone = build([big, PendingRow(cursor: 3, row: setting("c"))], limits)
    #expect(alone.rowCount == 1 && alone.isCutShort)
    #expect(alone.advances == [CursorAdvance(table: .appSettings, cursor: 2)])
  }

  @Test func theGoodRowsBeforeABadOneAreSent() throws {
    let long = String(repeating: "k", count: 129)
    let bad = PendingRow(cursor: 3, row: setting(long))
    let batch = build(settings(2) + [bad] + [PendingRow(cursor: 1, row: board("b"))])
    #expect(try decoded(batch).rows == settings(2).map(\.row))
    let fault = BatchFault(
      .invalid(.keyLength), table: .appSettings, cursor: 3, field: "key")
    #expect(batch.fault == fault)
    #expect(batch.advances == [CursorAdvance(table: .appSettings, cursor: 2)])
    let last = CursorAdvance(table: .appSettings, cursor: 2)
    #expect(batch.scan == .rows(2, bytes: batch.body.count, last: last, hasMore: true))
    #expect(build([bad]).scan == .unsendable(fault))
  }

  @Test func telemetryOfNoBoardIsPassedOver() throws {
    let orphans = [
      PendingRow(cursor: 1, row: frame("")), PendingRow(cursor: 3, row: frame("")),
      PendingRow(cursor: 9, row: bucket("")),
    ]
    let batch = build(orphans + [PendingRow(cursor: 2, row: board("b"))])
    #expect(try decoded(batch).rows == [board("b")])
    let only = build(orphans)
    #expect(only.body.isEmpty && only.scan == .passedOver(hasMore: false))
    #expect(
      only.advances == [
        CursorAdvance(table: .telemetryFrames, cursor: 3),
        CursorAdvance(table: .telemetryMinuteBuckets, cursor: 9),
      ])
    let mixed = build([
      PendingRow(cursor: 1, row: frame("")), PendingRow(cursor: 2, row: frame("b")),
      PendingRow(cursor: 5, row: frame("")),
    ])
    #expect(mixed.rowCount == 1 && mixed.passedOver == 2)
    #expect(mixed.advances == [CursorAdvance(table: .telemetryFrames, cursor: 5)])
    #expect(mixed.cursor(of: .telemetryFrames, at: 0) == 2)
  }

  @Test func passingOverHasAnEnd() {
    let rows = (1...BatchBuilder.passOverLimit + 1).map {
      PendingRow(cursor: Int64($0), row: frame(""))
    }
    #expect(build(rows).scan == .passedOver(hasMore: true))
    #expect(build(rows.dropLast()).scan == .passedOver(hasMore: false))
  }

  @Test func aSourceOutOfOrderMovesNoCursorPastARow() {
    let batch = build([
      PendingRow(cursor: 4, row: setting("a")), PendingRow(cursor: 4, row: setting("b")),
    ])
    #expect(batch.rowCount == 1)
    #expect(batch.fault == BatchFault(.outOfOrder, table: .appSettings, cursor: 4))
  }

  @Test func aSourceThatFailsGivesNoBatch() {
    struct Broken: Error {}
    #expect(throws: Broken.self) {
      try BatchBuilder(dialect: .strict).build { table throws(Broken) in
        if table == .boards { throw Broken() }
        return nil
      }
    }
  }

  @Test func batchAfterBatchSendsEveryRowOnceInOrder() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<50 {
      var waiting: [PendingRow] = []
      for cursor in 1...Int64.random(in: 1...60, using: &random) {
        let size = Int.random(in: 0...300, using: &random)
        let board = Bool.random(using: &random) ? "" : "b"
        waiting.append(PendingRow(cursor: cursor, row: frame(board, at: cursor)))
        let text = String(repeating: "é", count: size)
        waiting.append(PendingRow(cursor: cursor, row: setting("k\(cursor)", text)))
      }
      let limits = ContractLimits(bytes: 2000, rows: Int.random(in: 1...9, using: &random))
      var sent: [ContractRow] = []
      var turns = 0
      while turns < 500, case let batch = build(waiting, limits), batch.scan != .nothing {
        turns += 1
        #expect(batch.body.count <= 2000 && batch.rowCount <= limits.rows)
        if !batch.body.isEmpty { sent += try decoded(batch).rows }
        for advance in batch.advances {
          waiting.removeAll { $0.row.table == advance.table && $0.cursor <= advance.cursor }
        }
      }
      #expect(waiting.isEmpty)
      let keys = sent.map { $0["key"]?.text ?? "f\($0["capturedAtMs"]?.integer ?? 0)" }
      #expect(Set(keys).count == keys.count)
      #expect(sent.allSatisfy { $0["boardId"] != .text("") })
    }
  }
}
