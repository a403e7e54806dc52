import JSON
import Linux
import Receiver
import SyncContract
import TestSupport
import Testing

/// A conversation of `Fixtures/sync-contract`; its README explains the files.
struct Conversation: CustomStringConvertible, Sendable {
  static let folder = PackageFolder.fixture("sync-contract")
  static let all = ((try? Files.names(in: folder)) ?? []).filter { $0.hasPrefix("server-") }
    .map(Conversation.init)

  let description: String

  func bytes(_ file: String) throws -> [UInt8] {
    try Files.read("\(Self.folder)/\(description)/\(file)", limit: 2 << 20)
  }

  /// The words after one that begins a line of `expected.txt`.
  func expected(_ word: String, parts: Int) throws -> [[String]] {
    try String(decoding: bytes("expected.txt"), as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix(word + " ") }
      .map { $0.split(separator: " ", maxSplits: parts).dropFirst().map(String.init) }
  }
}

@Suite struct ConversationTests {
  @Test func allAreThere() { #expect(Conversation.all.count >= 14) }

  @Test(arguments: Conversation.all)
  func isAnswered(conversation: Conversation) throws {
    try hold(conversation, ReceiverBench())
  }

  @Test(arguments: Conversation.all, StorageCase.all)
  func isAnsweredOnEveryStorage(conversation: Conversation, storage: StorageCase) throws {
    let kept = try storage.make()
    try kept.storage.prepare()
    try hold(conversation, ReceiverBench(on: kept.storage))
  }

  private func hold(_ conversation: Conversation, _ bench: ReceiverBench) throws {
    let token = try bench.signIn()
    // The blob of the flights in these conversations has been sent.
    let flight = String(repeating: "0123456789abcdef", count: 4)
    try bench.used.keep(BlobKey(accountID: "rider", kind: .igc, id: flight), bytes: 7, atMs: 1)
    var dialect = ContractDialect.strict
    for step in try conversation.expected("step", parts: 4) {
      dialect = try #require(ContractDialect(rawValue: step[1]))
      let answer = bench.send(
        "POST", "/api/sync", token, body: try conversation.bytes("\(step[0]).json"),
        headers: ["content-type": dialect.contentType])
      #expect("\(answer.status)" == step[2])
      #expect(try verdict(answer, dialect) == step[3])
    }
    try expectRows(conversation, bench, token, dialect)
  }

  private func verdict(_ answer: ReceiverResponse, _ dialect: ContractDialect) throws -> String {
    guard answer.status == 200 else {
      let json = try answer.json
      let index = json["index"]?.integer.map { "\($0)" }
      return [json["error"]?.string, json["table"]?.string, index, json["field"]?.string]
        .map { $0 ?? "-" }.joined(separator: " ")
    }
    let counts = try AcceptedCounts.decode(answer.body, dialect: dialect)
    return ContractTable.all(in: dialect).filter { counts[$0] != 0 }
      .map { "\($0.rawValue)=\(counts[$0])" }.joined(separator: " ")
  }

  /// Reads back every table, and the digests.
  private func expectRows(
    _ conversation: Conversation, _ bench: ReceiverBench, _ token: String,
    _ dialect: ContractDialect
  ) throws {
    var expected = try conversation.expected("row", parts: 2)
    let query = ["dialect": dialect.rawValue]
    let digests = try bench.send("GET", "/api/tables", token, query: query).json["tables"]
    for table in ContractTable.all(in: dialect) where table != .deleteActions {
      let page = bench.send("GET", "/api/tables/\(table.rawValue)", token, query: query)
      let batch = try ContractDecoder(dialect: dialect).decode(page.body)
      #expect(digests?[table.rawValue]?["count"]?.integer == Int64(batch.rows.count))
      for row in batch.rows {
        let place = try #require(expected.firstIndex { $0[0] == table.rawValue })
        let values = try JSONValue.parse(expected.remove(at: place)[1])
        for member in values.object?.members ?? [] {
          #expect(row[member.key].map(json) == member.value)
        }
      }
    }
    #expect(expected.isEmpty)
  }

  private func json(_ value: ContractValue) -> JSONValue {
    switch value {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .double(number)
    case .text(let text): .string(text)
    }
  }
}
