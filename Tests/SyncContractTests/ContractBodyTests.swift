import SyncContract
import Testing

@Suite struct ContractBodyTests {
  private func marker(_ message: String? = nil) -> ContractRow {
    ContractRow(
      .telemetryMarkers,
      [.integer(1), .integer(2), .text("gap"), .null, ContractValue(message), .null])
  }

  private func setting(_ text: String, key: String = "k") -> ContractRow {
    ContractRow(.appSettings, [.text(key), .text(text), .integer(1)])
  }

  @Test func sizeIsExactAtAnyTimeAndFollowsTheRule() throws {
    var random = RandomRows(seed: 3)
    let batch = random.batch(in: .extended, rowsATable: 3)
    var body = ContractBody(dialect: .extended)
    var expected = 2
    var last: ContractTable?
    for row in batch.rows {
      // 2 for the braces; a table its quoted name + 3 and a comma; a row its bytes and a comma.
      if row.table != last {
        expected += row.table.rawValue.utf8.count + 2 + 3 + (last == nil ? 0 : 1)
      } else {
        expected += 1
      }
      expected += try ContractEncoder(dialect: .extended).encode(row).count
      last = row.table
      #expect(try body.append(row) == .appended)
      #expect(body.byteCount == expected)
      let copy = body
      #expect(copy.finish().count == expected)
    }
    #expect(body.rowCount == batch.rows.count)
    #expect(try body.finish() == ContractEncoder(dialect: .extended).encode(batch))
  }

  @Test func anEmptyBodyIsTwoBraces() {
    let body = ContractBody(dialect: .strict)
    #expect(body.byteCount == 2)
    #expect(body.finish() == Array("{}".utf8))
  }

  @Test func theThousandAndFirstRowWaits() throws {
    var body = ContractBody(dialect: .strict)
    for _ in 0..<1000 { #expect(try body.append(marker()) == .appended) }
    let count = body.byteCount
    #expect(try body.append(marker()) == .rowsFull)
    #expect(body.byteCount == count && body.rowCount == 1000)
    let bytes = body.finish()
    #expect(bytes.count == count)
    #expect(try ContractDecoder(dialect: .strict).decode(bytes).rows.count == 1000)
    let rows = Array(repeating: marker(), count: 1001)
    #expect(throws: ContractError(.tooManyRows)) {
      try ContractEncoder(dialect: .strict).encode(ContractBatch(rows: rows))
    }
  }

  @Test(arguments: ["x", "€", "\""])
  func theByteCapIsExact(letter: String) throws {
    let width = letter == "\"" ? 2 : letter.utf8.count
    var probe = ContractBody(dialect: .strict)
    _ = try probe.append(setting("", key: "a"))
    _ = try probe.append(marker(""))
    let room = 1_048_576 - probe.byteCount
    let filler = String(repeating: letter, count: room / width)
    let rest = String(repeating: "x", count: room % width)
    var body = ContractBody(dialect: .strict)
    #expect(try body.append(setting(rest, key: "a")) == .appended)
    let before = body.byteCount
    #expect(try body.append(marker(filler + "x")) == .bytesFull)
    #expect(body.byteCount == before)
    #expect(try body.append(marker(filler)) == .appended)
    #expect(body.byteCount == 1_048_576)
    #expect(try ContractDecoder(dialect: .strict).decode(body.finish()).rows.count == 2)
  }

  @Test func aRowThatFitsAloneIsFullAndOneThatDoesNotIsTooLarge() throws {
    let alone = ContractBody.byteCount(
      ofRow: try ContractEncoder(dialect: .strict).encode(setting("")).count, alone: .appSettings)
    let limits = ContractLimits(bytes: alone + 100)
    var body = ContractBody(dialect: .strict, limits: limits)
    #expect(throws: ContractError(.rowTooLarge, table: .appSettings, index: 0)) {
      try body.append(setting(String(repeating: "x", count: 101)))
    }
    #expect(try body.append(setting("")) == .appended)
    #expect(try body.append(setting(String(repeating: "x", count: 100))) == .bytesFull)
    #expect(throws: ContractError(.rowTooLarge, table: .appSettings, index: 1)) {
      try body.append(setting(String(repeating: "x", count: 101)))
    }
    #expect(body.rowCount == 1)
  }

  @Test func aBadRowLeavesTheGoodPrefix() throws {
    var body = ContractBody(dialect: .strict)
    _ = try body.append(setting("1"))
    #expect(throws: ContractError(.keyLength, table: .appSettings, index: 1, field: "key")) {
      try body.append(setting("1", key: ""))
    }
    #expect(throws: ContractError(.numberRange, table: .telemetryMarkers, index: 0, field: "gapMs"))
    {
      var values = marker().values
      values[5] = .integer(-1)
      return try body.append(ContractRow(.telemetryMarkers, values))
    }
    _ = try body.append(setting("2"))
    let text = String(decoding: body.finish(), as: UTF8.self)
    #expect(
      text == """
        {"appSettings":[{"key":"k","valueJson":"1","updatedAt":1},\
        {"key":"k","valueJson":"2","updatedAt":1}]}
        """)
  }

  @Test func tablesKeepTheirOrder() throws {
    var body = ContractBody(dialect: .strict)
    _ = try body.append(marker())
    #expect(throws: ContractError(.tableOrder, table: .appSettings)) {
      try body.append(setting("1"))
    }
  }

  @Test func rowsOfAnotherShapeOrDialectAreRefused() throws {
    let encoder = ContractEncoder(dialect: .strict)
    #expect(throws: ContractError(.wrongShape, table: .appSettings)) {
      try encoder.encode(ContractRow(.appSettings, [.text("k")]))
    }
    #expect(throws: ContractError(.wrongShape, table: .deleteActions, field: "target")) {
      try encoder.encode(ContractRow(.deleteActions, []))
    }
    #expect(throws: ContractError(.unknownTable)) {
      try encoder.encode(
        ContractRow(
          .homebases, [.text("a"), .text("A"), .integer(1), .integer(2), .integer(3)]))
    }
    let hash = String(repeating: "0", count: 64)
    let action = ContractRow.delete(.flight, [hash], atMs: 5)
    #expect(throws: ContractError(.unknownChoice, table: .deleteActions, field: "target")) {
      try encoder.encode(action)
    }
    #expect(
      try String(decoding: ContractEncoder(dialect: .extended).encode(action), as: UTF8.self)
        == "{\"target\":\"flight\",\"id\":\"\(hash)\",\"deletedAt\":5}")
    var random = RandomRows(seed: 1)
    let strictBoard = random.row(.boards, in: .strict)
    #expect(throws: ContractError(.wrongShape, table: .boards)) {
      try ContractEncoder(dialect: .extended).encode(strictBoard)
    }
  }

  @Test(
    arguments: [
      (0.1, "0.1"), (1, "1"), (-0.0, "-0"), (1e15, "1000000000000000"), (1e16, "1e+16"),
      (-2.5, "-2.5"), (1.0 / 3, "0.3333333333333333"), (1e-5, "1e-05"),
      (9_007_199_254_740_992, "9007199254740992"), (Double.leastNonzeroMagnitude, "5e-324"),
    ] as [(Double, String)])
  func doublesAreShort(number: Double, spelling: String) throws {
    let row = ContractRow(
      .alerts,
      [
        .text("b"), .text("a"), .text("c"), .number(number), .null, .bool(true), .text(""), .null,
        .integer(1), .integer(2),
      ])
    let text = String(decoding: try ContractEncoder(dialect: .strict).encode(row), as: UTF8.self)
    #expect(text.contains("\"threshold\":\(spelling),"))
  }
}
