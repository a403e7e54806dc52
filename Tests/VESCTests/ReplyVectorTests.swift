import Bytes
import JSON
import SeededRandom
import Testing

@testable import VESC

@Suite struct ReplyVectorTests {
  /// Members of replies that stand beside `fields` in the vectors, and are compared on their own.
  private static let beside: Set<String> = ["mask", "mask1", "mask2", "controlFlags", "alerts"]

  @Test(arguments: VectorRow.rows("reply")) func `a reply gives what it says`(_ row: VectorRow)
    throws
  {
    let payloads = deframed([row.bytes])
    #expect(payloads == [row.payload])
    let reading = ReplyReading(row.payload)
    guard let expect = row.expect else {
      #expect(reading == .truncated(command: row.payload[0]))
      #expect(row.content["error"]?.string == "truncated")
      return
    }
    guard case .reply(let reply, let trailing) = reading else {
      #expect(reading == .unknown(command: row.payload[0]))
      let isUseless = expect["unknown"] != nil || expect["package"]?.string == "unknown"
      #expect(isUseless || expect["packageCommandName"]?.isNull == true)
      return
    }
    #expect(Int64(trailing) == expect["trailing"]?.integer ?? 0)
    try compare(reply, expect)
  }

  private func compare(_ reply: VESCReply, _ expect: JSONValue) throws {
    switch reply {
    case .firmware(let value): compareFields(value, expect)
    case .values(let value): compareMasked(value, UInt64(value.mask.rawValue), expect)
    case .setup(let value): compareMasked(value, UInt64(value.mask.rawValue), expect)
    case .inertial(let value): compareMasked(value, UInt64(value.mask), expect)
    case .statistics(let value): compareMasked(value, UInt64(value.mask), expect)
    case .gnss(let value): compareMasked(value, UInt64(value.mask), expect)
    case .limits(let value): compareFields(value, expect)
    case .battery(let value): compareFields(value, expect)
    case .canBus(let ids): #expect(expect["ids"]?.array?.map(\.integer) == ids.map { Int64($0) })
    case .print(let text): #expect(expect["text"]?.string == text)
    case .refloat(let reply): try compare(reply, expect)
    }
  }

  private func compare(_ reply: RefloatReply, _ expect: JSONValue) throws {
    switch reply {
    case .info(let info):
      compareFields(info, expect)
      if let capabilities = info.capabilities { try compare(capabilities, expect) }
    case .allData(let data):
      #expect(expect["mode"]?.integer == Int64(data.mode))
      compareFields(data, expect, without: ["mode"])
    case .fault(let code):
      #expect(expect["fields"]?["faultCode"]?["value"]?.integer == Int64(code))
      #expect(expect["fields"]?.object?.keys == ["faultCode"])
    case .oldRealtime(let data): compareFields(data, expect)
    case .realtime(let data):
      #expect(expect["controlFlags"]?.integer == Int64(data.controlFlags))
      #expect(expect["mask1"]?.hexNumber == UInt64(data.mask1))
      #expect(expect["mask2"]?.hexNumber == UInt64(data.mask2))
      compareFields(data, expect)
    case .alerts(let alerts):
      compareFields(alerts, expect)
      try compare(alerts.alerts, expect)
    }
  }

  private func compareMasked(_ value: Any, _ mask: UInt64, _ expect: JSONValue) {
    if let sent = expect["mask"] { #expect(sent.hexNumber == mask) }
    compareFields(value, expect)
  }

  private func compareFields(_ value: Any, _ expect: JSONValue, without others: Set<String> = []) {
    DecodedFields(value, without: Self.beside.union(others))
      .expectEqual(expect["fields"]?.object ?? JSONObject())
  }

  private func compare(_ capabilities: RefloatInfo.Capabilities, _ expect: JSONValue) throws {
    let field = try #require(expect["fields"]?["capabilities"])
    let names: [(String, RefloatInfo.Capabilities)] = [
      ("leds", .leds), ("ledsExternal", .ledsExternal), ("gnss", .gnss),
      ("dataRecording", .dataRecording),
    ]
    for (name, flag) in names { #expect(field[name]?.bool == capabilities.contains(flag)) }
  }

  private func compare(_ records: [RefloatAlerts.Record], _ expect: JSONValue) throws {
    let rows = try #require(expect["alerts"]?.array)
    try #require(rows.count == records.count)
    for (record, row) in zip(records, rows) {
      #expect(row["time"]?.integer == Int64(record.time))
      #expect(row["id"]?.integer == Int64(record.id))
      #expect(row["active"]?.bool == record.active)
      #expect(row["code"]?.integer == Int64(record.code))
      #expect(row["faultName"]?.string == record.faultName)
    }
  }

  /// Where payloads may end before their last field; every other cut is refused.
  private static let ages: [String: Set<Int>] = [
    "values-full": [54, 58, 59, 65, 73], "values-newer-extra-bytes": [54, 58, 59, 65, 73, 74, 75],
    "values-selective-unknown-bits": [], "values-selective-81cc": [],
    "setup-full": [58, 62, 66], "setup-selective-speed-voltage-level-odometer": [],
    "fw-version-full": [1, 3, 13, 25, 26, 27, 28, 29, 30, 31, 32, 33, 39],
    "imu-all-with-controller-id": [67], "imu-rpy-acc": [], "mcconf-temp": [], "stats-full": [],
    "gnss-full": [], "bms-full": [77, 79, 81, 82, 86, 90, 94, 98, 100, 101],
    "refloat-info-1": [], "refloat-info-2": [], "refloat-alerts-fault": [],
    "refloat-alldata-mode-4": [], "refloat-realtime-old": [], "refloat-realtime-float16-all": [],
  ]

  @Test(arguments: VectorRow.rows("reply").filter { ages[$0.name] != nil })
  func `a payload cut anywhere is refused, but for the ends of older firmware`(_ row: VectorRow) {
    let lengths = (1..<row.payload.count).filter {
      if case .reply = ReplyReading(Array(row.payload.prefix($0))) { true } else { false }
    }
    #expect(Set(lengths) == Self.ages[row.name])
  }

  @Test func `every row whose cuts are judged is there`() {
    #expect(VectorRow.rows("reply").count { Self.ages[$0.name] != nil } == Self.ages.count)
  }

  @Test(arguments: VectorRow.rows("float16")) func `Refloat's 16-bit floats`(_ row: VectorRow)
    throws
  {
    let value = row.bytes.withUnsafeBytes { bytes in
      var reader = PayloadReader(bytes)
      return reader.float16()
    }
    let expected = try #require(row.expect?["value"]?.double)
    #expect(value == expected && value.sign == expected.sign)
  }

  @Test(arguments: VectorRow.rows("float32")) func `32-bit floats`(_ row: VectorRow) throws {
    let value = row.bytes.withUnsafeBytes { bytes in
      var reader = PayloadReader(bytes)
      return reader.float32()
    }
    let expected = try #require(row.expect?["value"])
    #expect(value.map { Float($0) } == expected.double.map { Float($0) })
    if let value, let double = expected.double { #expect(value.sign == double.sign) }
  }

  @Test(arguments: VectorRow.rows("crc")) func `the checksum`(_ row: VectorRow) throws {
    let sum = row.bytes.withUnsafeBytes { PacketChecksum.of($0) }
    #expect(row.expect?["crc"]?.hexNumber == UInt64(sum))
  }
}
