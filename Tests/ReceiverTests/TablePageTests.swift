import Bytes
import Compression
import Crypto
import JSON
import Receiver
import SyncContract
import Testing

@Suite struct TablePageTests {
  /// Every row, page by page.
  private func all(
    _ bench: ReceiverBench, _ token: String, limit: Int, _ dialect: ContractDialect = .strict
  ) throws -> (rows: [ContractRow], pages: Int) {
    var rows: [ContractRow] = []
    var query = ["limit": "\(limit)", "dialect": dialect.rawValue]
    var pages = 0
    while pages < 10_000 {
      let page = bench.send("GET", "/api/tables/appSettings", token, query: query)
      #expect(page.status == 200)
      #expect(page.body.count <= 1_048_576)
      pages += 1
      rows += try ContractDecoder(dialect: dialect).decode(page.body).rows
      guard let next = page.headers["Barograph-Next"] else { break }
      query["after"] = next
    }
    return (rows, pages)
  }

  @Test(arguments: [(1, 10), (3, 4), (9, 2), (10, 1), (1000, 1)])
  func rowsComeInPages(limit: Int, pages: Int) throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    #expect(bench.sync(Sample.settings(10), token).status == 200)
    let read = try all(bench, token, limit: limit)
    #expect(read.pages == pages)
    #expect(
      read.rows
        == (try ContractDecoder(dialect: .strict).decode(Array(Sample.settings(10).utf8)).rows))
  }

  @Test func pagesAreBoundedByBytes() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    for number in 0..<5 {
      let text = String(repeating: "x", count: 400_000)
      let row = "{\"key\":\"ключ-\(number)\\n\",\"valueJson\":\"\(text)\",\"updatedAt\":1}"
      #expect(bench.sync("{\"appSettings\":[\(row)]}", token).status == 200)
    }
    let read = try all(bench, token, limit: 1000)
    #expect(read.pages == 3)
    #expect(read.rows.count == 5)
  }

  @Test func nothingIsAnEmptyBatch() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    for table in ContractTable.allCases where table != .deleteActions {
      let page = bench.send("GET", "/api/tables/\(table.rawValue)", token)
      #expect(page.body == Array("{}".utf8))
      #expect(page.headers["Barograph-Next"] == nil)
    }
  }

  @Test(arguments: [
    ["limit": "0"], ["limit": "1001"], ["limit": "-1"], ["limit": "x"], ["limit": ""],
    ["limit": "99999999999999999999"], ["after": ""], ["after": "zz"], ["after": "abc"],
    ["after": "ff"], ["after": String(repeating: "61", count: 5000)], ["dialect": "other"],
  ])
  func badQueriesAreRefused(query: [String: String]) throws {
    let bench = ReceiverBench()
    let answer = bench.send("GET", "/api/tables/boards", try bench.signIn(), query: query)
    #expect(answer.status == 400)
    #expect(answer.slug == "bad-query")
  }

  @Test func digestsAreThoseOfTheRows() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    #expect(bench.sync(Sample.settings(20), token).status == 200)
    for dialect in ContractDialect.allCases {
      let answer = try bench.send(
        "GET", "/api/tables", token, query: ["dialect": dialect.rawValue]
      ).json
      #expect(answer["dialect"]?.string == dialect.rawValue)
      let told = try #require(answer["tables"]?["appSettings"])
      var digest = TableDigest()
      var hash = SHA256()
      for row in try all(bench, token, limit: 7, dialect).rows {
        try digest.add(row, in: dialect, by: &hash)
      }
      #expect(told["count"]?.integer == 20)
      #expect(told["checksum"]?.string == digest.checksum)
      #expect(answer["tables"]?.object?.members.count == (dialect == .strict ? 14 : 19))
    }
    #expect(try bench.send("GET", "/api/tables", token).json["dialect"] == "extended")
  }

  /// What came in strict is read back in extended too.
  @Test func shortRowsAreReadInFullWidth() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let rows = [
      #""boards":[{"id":"b","name":"t","bleId":null,"transport":null,"createdAt":1,"updatedAt":1}]"#,
      #""boardWarnings":[{"boardId":"b","kind":"k","severity":"warn","firstDetectedAt":1,"lastDetectedAt":7,"payloadJson":"{}"}]"#,
      #""alerts":[{"boardId":"b","id":"a","controlId":"c","threshold":1,"thresholdMax":null,"enabled":true,"soundType":"s","source":null,"createdAt":1,"updatedAt":1}]"#,
    ]
    #expect(bench.sync("{\(rows.joined(separator: ","))}", token).status == 200)
    func row(_ table: String) throws -> ContractRow? {
      let page = bench.send("GET", "/api/tables/\(table)", token)
      return try ContractDecoder(dialect: .extended).decode(page.body).rows.first
    }
    #expect(try row("boards")?["deletedAt"] == .null)
    #expect(try row("boardWarnings")?["updatedAt"] == .integer(7))
    #expect(try row("alerts")?["beepCount"] == .integer(0))
    #expect(try row("alerts")?["repeatEverySeconds"] == .null)
    let strict = bench.send(
      "GET", "/api/tables/alerts", token, query: ["dialect": "strict"])
    #expect(String(decoding: strict.body, as: UTF8.self) == "{\(rows[2])}")
  }

  @Test func pagesAreGzippedOnRequest() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    #expect(bench.sync(Sample.settings(100), token).status == 200)
    let headers = ["accept-encoding": "gzip"]
    let packed = bench.send("GET", "/api/tables/appSettings", token, headers: headers)
    #expect(packed.headers["Content-Encoding"] == "gzip")
    let plain = bench.send("GET", "/api/tables/appSettings", token)
    #expect(isSame(try Gzip.decompress(packed.body, limit: 1 << 20), plain.body))
  }
}
