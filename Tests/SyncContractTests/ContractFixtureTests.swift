import JSON
import SyncContract
import Testing

@Suite struct ContractFixtureTests {
  @Test func allCasesAreThere() {
    #expect(FixtureCase.all().count >= 137)
    #expect(FixtureCase.all("answer-").count >= 23)
    #expect(FixtureCase.all("server-").count >= 14)
  }

  @Test(arguments: FixtureCase.all(), ContractDialect.allCases)
  func batch(fixture: FixtureCase, dialect: ContractDialect) throws {
    let bytes = try fixture.bytes("batch.json")
    var verdict: String
    do {
      let batch = try ContractDecoder(dialect: dialect).decode(bytes)
      verdict = "accepted \(batch.counts(in: dialect).text)"
      let encoded = try ContractEncoder(dialect: dialect).encode(batch)
      let again = try ContractDecoder(dialect: dialect).decode(encoded)
      #expect(again == batch)
      if !fixture.name.contains("escape"), !fixture.name.hasPrefix("num-") {
        #expect(encoded == bytes)
      }
    } catch {
      verdict = error.verdict
    }
    #expect(try verdict == fixture.verdict(dialect))
    if verdict.hasPrefix("accepted"), bytes.count <= 1 << 20 {
      #expect(throws: Never.self) { try JSONValue.parse(bytes) }
    }
  }

  @Test(arguments: FixtureCase.all("answer-"), ContractDialect.allCases)
  func answer(fixture: FixtureCase, dialect: ContractDialect) throws {
    let bytes = try fixture.bytes("answer.json")
    // Only a case of a wrong count says what was sent.
    let sent = try? ContractDecoder(dialect: .strict).decode(fixture.bytes("sent.json"))
    var verdict: String
    do {
      let counts = try AcceptedCounts.decode(bytes, dialect: dialect)
      let offered = sent?.counts(in: dialect)
      verdict = "\(offered.map { $0 == counts } ?? true ? "accepted" : "differs") \(counts.text)"
      #expect(try AcceptedCounts.decode(counts.encode(), dialect: dialect) == counts)
    } catch {
      verdict = "refused \(error.kind.rawValue) \(error.table?.rawValue ?? "-")"
    }
    #expect(try verdict == fixture.verdict(dialect))
  }

  /// What a server makes of them is its own test; here each step is a batch that it can take in.
  @Test(arguments: FixtureCase.all("server-"))
  func conversation(fixture: FixtureCase) throws {
    let steps = try fixture.expected("step")
    #expect(!steps.isEmpty)
    for (number, step) in steps.enumerated() {
      let words = step.split(separator: " ", maxSplits: 3)
      let dialect = try #require(ContractDialect(rawValue: String(words[1])))
      let bytes = try fixture.bytes("\(number + 1).json")
      let batch = try ContractDecoder(dialect: dialect).decode(bytes)
      #expect(try ContractEncoder(dialect: dialect).encode(batch) == bytes)
      #expect(words[0] == "\(number + 1)")
      if words[2] == "200" { #expect(batch.counts(in: dialect).text == words[3]) }
    }
    for row in try fixture.expected("row") {
      let words = row.split(separator: " ", maxSplits: 1)
      let table = try #require(ContractTable(rawValue: String(words[0])))
      let values = try JSONValue.parse(String(words[1]))
      for name in values.object?.keys ?? [] { #expect(table.shape.index(of: name) != nil) }
    }
  }

  @Test func rowBeyondTheCapIsRefusedOnWriting() throws {
    let fixture = FixtureCase(name: "row-beyond-1-mib")
    let roomy = ContractDecoder(dialect: .strict, limits: ContractLimits(bytes: 2 << 20))
    let batch = try roomy.decode(fixture.bytes("batch.json"))
    #expect(throws: ContractError(.rowTooLarge, table: .appSettings, index: 0)) {
      try ContractEncoder(dialect: .strict).encode(batch)
    }
  }

  @Test func limitsCanBeLowered() throws {
    let bytes = try FixtureCase(name: "rows-1000").bytes("batch.json")
    let few = ContractDecoder(dialect: .strict, limits: ContractLimits(rows: 999))
    #expect(throws: ContractError(.tooManyRows, table: .telemetryMarkers)) {
      try few.decode(bytes)
    }
    for count in [bytes.count, bytes.count - 1] {
      let limits = ContractLimits(bytes: count)
      let result = Result { try ContractDecoder(dialect: .strict, limits: limits).decode(bytes) }
      #expect(((try? result.get()) != nil) == (count == bytes.count))
    }
  }
}
