import SeededRandom
import Testing
import WebAccess

@Suite struct TokenTests {
  private let token = WebToken(random: Array(0..<20))!

  private func request(_ authorization: String?, from peer: String = "10.0.0.1") -> WebRequest {
    var headers: [String: String] = [:]
    headers["authorization"] = authorization
    return WebRequest(method: "POST", path: "/v1/record/mark", headers: headers, peer: peer)
  }

  @Test func has160BitsInLettersThatNobodyConfuses() throws {
    #expect(token.text.utf8.count == 32)
    #expect(token.text.allSatisfy { "abcdefghijkmnpqrstuvwxyz23456789".contains($0) })
    var texts: Set<String> = []
    for bit in 0..<160 {
      var bytes = [UInt8](repeating: 0, count: 20)
      bytes[bit / 8] = 1 << UInt8(bit % 8)
      texts.insert(try #require(WebToken(random: bytes)).text)
    }
    #expect(texts.count == 160, "every bit tells")
    #expect(WebToken(random: Array(0..<19)) == nil)
  }

  @Test func isKeptAsALineOfText() {
    #expect(WebToken(kept: Array("\(token.text)\n".utf8)) == token)
    for text in ["", "abc", token.text + "a", token.text.uppercased(), token.text + " x"] {
      #expect(WebToken(kept: Array(text.utf8)) == nil)
    }
  }

  @Test func doesNotShowItselfInMessages() {
    #expect(!"\(token)".contains(token.text.prefix(4)))
  }

  @Test func matchesItselfAlone() {
    #expect(token.matches(token.text))
    for text in ["", String(token.text.dropLast()), token.text + "a", token.text.uppercased()] {
      #expect(!token.matches(text))
    }
  }

  @Test(
    arguments: [
      (nil, nil), ("Bearer x", "x"), ("bearer x", "x"), ("Basic x", ""), ("Bearer", ""),
      ("Bearer a b", ""), ("", ""), ("Bearer " + String(repeating: "a", count: 300), ""),
    ] as [(String?, String?)])
  func isReadFromAHeader(header: String?, shown: String?) {
    #expect(WebToken.shown(in: header) == shown)
  }

  @Test func opensWhereItIsShownAndNowhereElse() {
    var check = TokenCheck(token: token)
    #expect(check.objection(to: request("Bearer \(token.text)"), nowMs: 0) == nil)
    #expect(check.objection(to: request(nil), nowMs: 0)?.status == 401)
    #expect(check.objection(to: request("Bearer wrong"), nowMs: 0)?.status == 401)
    check.token = nil
    #expect(check.objection(to: request("Bearer \(token.text)"), nowMs: 0)?.status == 401)
  }

  @Test func whoTriesManyHasToWaitAndNobodyElseHas() {
    var check = TokenCheck(token: token)
    for attempt in 0..<GuessLimit.guesses {
      #expect(check.objection(to: request("Bearer g\(attempt)"), nowMs: 1000)?.status == 401)
    }
    let shut = check.objection(to: request("Bearer \(token.text)"), nowMs: 2000)
    #expect(shut?.status == 429 && shut?.headers["Retry-After"] == "59")
    let other = request("Bearer \(token.text)", from: "10.0.0.2")
    #expect(check.objection(to: other, nowMs: 2000) == nil)
    let later = 1000 + GuessLimit.windowMs
    #expect(check.objection(to: request("Bearer \(token.text)"), nowMs: later) == nil)
  }

  @Test func aPageWithAnOldTokenShutsNobodyOut() {
    var check = TokenCheck(token: token)
    for second in 0..<1000 {
      let refusal = check.objection(to: request("Bearer old"), nowMs: Int64(second) * 50)
      #expect(refusal?.status == 401)
    }
    #expect(check.objection(to: request("Bearer \(token.text)"), nowMs: 50_000) == nil)
  }

  @Test func remembersABoundedNumberOfAddresses() {
    var limit = GuessLimit()
    for guess in 0..<GuessLimit.guesses { limit.note("g\(guess)", from: "first", nowMs: 0) }
    #expect(limit.wait(for: "first", nowMs: 1) == 60)
    for address in 0..<GuessLimit.capacity {
      limit.note("x", from: "a\(address)", nowMs: Int64(10 + address))
    }
    #expect(limit.wait(for: "first", nowMs: 300) == nil, "the oldest was forgotten")
  }
}
