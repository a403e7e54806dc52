import SeededRandom
import SyncContract
import SyncEngine
import SyncPlan
import Testing

/// Whatever a server answers, nothing traps, and what is taken over is bounded.
@Suite struct DecoderFuzzTests {
  private static let refusals = [
    #"{"error":"missing-parent","table":"alerts","index":0,"field":"boardId","maxBytes":1000}"#,
    #"{"error":"x","index":-1}"#, #"{"index":9223372036854775807,"maxBytes":-5}"#, "[]", "",
    #"{"error":"UPPER","table":"flights","index":1e300,"maxBytes":1e300}"#,
  ]

  private func damaged(_ text: String, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      if Bool.random(using: &random) {
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      } else {
        bytes.remove(at: place)
      }
    }
    return bytes
  }

  @Test func refusals() throws {
    var random = SeededGenerator(seed: 11)
    let whole = ServerRefusal(body: Array(Self.refusals[0].utf8), sent: nil)
    #expect(whole.slug == "missing-parent" && whole.table == .alerts && whole.field == "boardId")
    #expect(whole.maxBytes == 1000 && whole.cursor == nil)
    #expect(ServerRefusal(body: Array(Self.refusals[5].utf8), sent: nil).slug == "invalid-request")
    for _ in 0..<3000 {
      let text = Self.refusals.randomElement(using: &random) ?? ""
      let refusal = ServerRefusal(body: damaged(text, &random), sent: nil)
      #expect((1...64).contains(refusal.slug.utf8.count) && (refusal.maxBytes ?? 1) > 0)
    }
  }

  @Test func tablesAndTokens() throws {
    let server = TestServer()
    let request = SyncRequest(.get, "/api/tables?dialect=extended", at: SyncBox.home)
    guard case .reply(.answer(let response)) = server.answer(request) else {
      Issue.record("no answer")
      return
    }
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(try #require(ServedTables(response.body)).digests.count == 19)
    var random = SeededGenerator(seed: 12)
    var good = 0
    for _ in 0..<1000 {
      if let tables = ServedTables(damaged(text, &random)) {
        good += 1
        #expect(tables.digests.values.allSatisfy { $0.count >= 0 })
      }
      _ = IssuedToken(damaged(SignInTests.token, &random))
    }
    #expect(good > 0)
    #expect(ServedTables(Array(text.replacing("\"boards\"", with: "\"bords\"").utf8)) == nil)
    #expect(IssuedToken(Array(SignInTests.token.utf8))?.token == "fresh")
  }
}
