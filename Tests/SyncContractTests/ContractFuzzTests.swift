import JSON
import SeededRandom
import SyncContract
import Testing

@Suite struct ContractFuzzTests {
  @Test(arguments: ContractDialect.allCases)
  func noBeginningOfABatchIsABatch(dialect: ContractDialect) throws {
    let bytes = try FixtureCase(name: "every-table-\(dialect.rawValue)").bytes("batch.json")
    let decoder = ContractDecoder(dialect: dialect)
    for count in 0..<bytes.count {
      #expect(throws: ContractError.self) { try decoder.decode(Array(bytes[..<count])) }
    }
    _ = try decoder.decode(bytes)
  }

  @Test(arguments: ContractDialect.allCases)
  func noBeginningOfAnAnswerIsAnAnswer(dialect: ContractDialect) {
    let bytes = AcceptedCounts(dialect: dialect).encode()
    for count in 0..<bytes.count {
      #expect(throws: ContractError.self) {
        try AcceptedCounts.decode(Array(bytes[..<count]), dialect: dialect)
      }
    }
  }

  /// Bytes changed at random: whatever Jansson refuses is refused; what is accepted means the same to
  /// Jansson, and comes back in the same bytes unless it is spelled in another way.
  @Test(arguments: ContractDialect.allCases, 0..<4)
  func changedBatches(dialect: ContractDialect, seed: Int) throws {
    var random = RandomRows(seed: UInt64(seed))
    var mutation = Mutation(seed: UInt64(seed) + 100)
    let decoder = ContractDecoder(dialect: dialect)
    var accepted = 0
    for round in 0..<1500 {
      let tables = ContractTable.all(in: dialect)
      let table = tables[round % tables.count]
      let batch = ContractBatch(rows: [random.row(table, in: dialect)])
      let bytes = mutation.change(try ContractEncoder(dialect: dialect).encode(batch))
      guard let read = try? decoder.decode(bytes) else { continue }
      accepted += 1
      let json = try JSONValue.parse(bytes)
      expectSame(read, as: json)
      let encoded = try ContractEncoder(dialect: dialect).encode(read)
      #expect(try decoder.decode(encoded) == read)
      if !bytes.contains(UInt8(ascii: "\\")), table != .alerts { #expect(encoded == bytes) }
    }
    #expect(accepted > 20, "the changes are too rough to test what is accepted")
  }

  @Test(arguments: ContractDialect.allCases)
  func changedAnswers(dialect: ContractDialect) throws {
    var mutation = Mutation(seed: 7)
    var counts = AcceptedCounts(dialect: dialect)
    counts[.boards] = 12
    let answer = counts.encode()
    for _ in 0..<3000 {
      let bytes = mutation.change(answer)
      guard let read = try? AcceptedCounts.decode(bytes, dialect: dialect) else { continue }
      let members = try JSONValue.parse(bytes)["accepted"]?.object?.members ?? []
      #expect(members.count == ContractTable.all(in: dialect).count)
      for member in members {
        let table = try #require(ContractTable(rawValue: member.key))
        #expect(member.value == .integer(read[table]))
      }
    }
  }
}

/// Changes a few bytes, mostly to ones that mean something in JSON.
private struct Mutation {
  private var generator: SeededGenerator
  private static let pieces =
    [
      "0", "-", "1", "9", ".5", "e9", "null", "true", "\"", "\\", "\\u0000", "\\ud83d", "\\n", "{",
      "}", "[", "]", ",", ":", " ", "\n", "\u{0}", "\u{1F600}", "99999999999999999999", "1e400",
      "NaN", "\"updatedAt\":1,", "[[[[",
    ].map { Array($0.utf8) } + [[0x80], [0xFF], [0xED, 0xA0, 0x80], [0xC0, 0x80]]

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func change(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...2, using: &generator) {
      let at = Int.random(in: 0..<max(1, bytes.count), using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes[at] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.remove(at: at)
      case 2: bytes.insert(UInt8.random(in: 0x20...0x7E, using: &generator), at: at)
      case 3: bytes.insert(contentsOf: piece(), at: at)
      case 4:
        let end = min(bytes.count, at + Int.random(in: 1...30, using: &generator))
        bytes.insert(contentsOf: bytes[at..<end], at: at)
      default: changeDigit(&bytes, near: at)
      }
    }
    return bytes
  }

  private mutating func piece() -> [UInt8] {
    Self.pieces[Int.random(in: Self.pieces.indices, using: &generator)]
  }

  private mutating func changeDigit(_ bytes: inout [UInt8], near start: Int) {
    guard let at = bytes[start...].firstIndex(where: { (0x30...0x39).contains($0) }) else { return }
    bytes[at] = UInt8.random(in: 0x30...0x39, using: &generator)
  }
}
