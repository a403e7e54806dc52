import JSON
import Receiver
import Synchronization
import Testing

@Suite struct CodeTests {
  private static let path = "/api/auth/device-tokens"

  @Test func aCodeIsGoodOnce() throws {
    let bench = ReceiverBench()
    let (account, code) = try bench.administration.add(name: "A rider")
    let answer = bench.send("POST", Self.path, code)
    #expect(answer.status == 200)
    #expect(answer.headers["Cache-Control"] == "no-store")
    #expect(try answer.json["accountId"]?.string == account.id)
    let token = try #require(try answer.json["deviceToken"]?.string)
    #expect(token.hasPrefix("barograph_"))
    #expect(token.count == 74)
    #expect(bench.send("GET", "/api/account", token).status == 200)
    let again = bench.send("POST", Self.path, code)
    #expect(again.status == 401)
    #expect(again.slug == "invalid-code")
  }

  @Test func aCodeIsReadAsPeopleTypeIt() throws {
    let bench = ReceiverBench()
    let code = try bench.administration.add(name: "A rider", id: "rider").code
    #expect(code.wholeMatch(of: /[A-HJ-NP-Z2-9]{6}-[A-HJ-NP-Z2-9]{6}-[A-HJ-NP-Z2-9]{6}/) != nil)
    let typed = code.lowercased().replacing("-", with: " ")
    #expect(bench.send("POST", Self.path, typed).status == 200)
  }

  @Test func fiveFailuresEndACode() throws {
    let bench = ReceiverBench()
    let code = try bench.administration.add(name: "A rider").code
    let wrong = code.prefix(7) + "AAAAAA-AAAAAA"
    for _ in 0..<4 { #expect(bench.send("POST", Self.path, "\(wrong)").status == 401) }
    let other = try bench.administration.add(name: "Another").code
    #expect(bench.send("POST", Self.path, other).status == 200)
    #expect(bench.send("POST", Self.path, "\(wrong)").status == 401)
    let tooLate = bench.send("POST", Self.path, code)
    #expect(tooLate.status == 401)
    #expect(tooLate.slug == "invalid-code")
  }

  @Test func fourFailuresDoNot() throws {
    let bench = ReceiverBench()
    let code = try bench.administration.add(name: "A rider").code
    for _ in 0..<4 {
      #expect(bench.send("POST", Self.path, code.prefix(7) + "AAAAAA-AAAAAA").status == 401)
    }
    #expect(bench.send("POST", Self.path, code).status == 200)
  }

  @Test func codesGrowOld() throws {
    let bench = ReceiverBench()
    let codes = try [
      bench.administration.add(name: "A rider", id: "a").code, bench.administration.code(for: "a"),
    ]
    bench.pass(ms: 86_399_999)
    #expect(bench.send("POST", Self.path, codes[0]).status == 200)
    bench.pass(ms: 1)
    #expect(bench.send("POST", Self.path, codes[1]).status == 401)
  }

  @Test func somebodyFasterTakesTheCode() throws {
    let bench = ReceiverBench()
    let code = try bench.administration.add(name: "A rider").code
    bench.storage.state.withLock { $0.redeemFails = true }
    let answer = bench.send("POST", Self.path, code)
    #expect(answer.status == 401)
    #expect(try bench.storage.tokens(of: bench.administration.list()[0].account.id).isEmpty)
  }

  @Test(arguments: ["", "ABC", "ABCDEF-GHJKLM-NPQRS0", "ÄÖÜ", "ABCDEF-GHJKLM-NPQRSTU"])
  func whatIsNoCodeIsRefused(text: String) {
    let answer = ReceiverBench().send("POST", Self.path, text)
    #expect(answer.status == 401)
  }

  @Test func anUnknownCodeIsRefusedAsAWrongOne() throws {
    let bench = ReceiverBench()
    let code = try bench.administration.add(name: "A rider").code
    let wrong = bench.send("POST", Self.path, code.prefix(7) + "AAAAAA-AAAAAA")
    let unknown = bench.send("POST", Self.path, "AAAAAA-AAAAAA-AAAAAA")
    #expect(wrong == unknown)
  }

  @Test func attemptsOfAnAddressAreLimited() throws {
    let bench = ReceiverBench { $0.attemptsOfPeer = RateLimit(burst: 3, intervalMs: 30_000) }
    let code = try bench.administration.add(name: "A rider").code
    for _ in 0..<3 { #expect(bench.send("POST", Self.path, "x").status == 401) }
    let refused = bench.send("POST", Self.path, code)
    #expect(refused.status == 429)
    #expect(refused.headers["Retry-After"] == "30")
    #expect(refused.slug == "too-many-attempts")
    bench.pass(ms: 29_999)
    #expect(bench.send("POST", Self.path, code).headers["Retry-After"] == "1")
    bench.pass(ms: 1)
    #expect(bench.send("POST", Self.path, code).status == 200)
    #expect(bench.send("POST", Self.path, "x").status == 429)
    #expect(bench.send("POST", Self.path, "x", peer: "192.0.2.2").status == 401)
  }

  @Test func attemptsInAllAreLimited() {
    let bench = ReceiverBench { $0.attemptsInAll = RateLimit(burst: 5, intervalMs: 1000) }
    let statuses = (0..<8).map {
      bench.send("POST", Self.path, "x", peer: "198.51.100.\($0)").status
    }
    #expect(statuses == [401, 401, 401, 401, 401, 429, 429, 429])
    bench.pass(ms: 2000)
    #expect(bench.send("POST", Self.path, "x", peer: "203.0.113.1").status == 401)
  }

  @Test func oneCustomerOfIPv6IsOneAddress() {
    let bench = ReceiverBench { $0.attemptsOfPeer = RateLimit(burst: 1, intervalMs: 30_000) }
    #expect(bench.send("POST", Self.path, "x", peer: "2001:db8:1:2::1").status == 401)
    #expect(bench.send("POST", Self.path, "x", peer: "2001:db8:1:2:ffff::9").status == 429)
    #expect(bench.send("POST", Self.path, "x", peer: "2001:db8:1:3::1").status == 401)
    #expect(bench.send("POST", Self.path, "x", peer: "192.0.2.7").status == 401)
    #expect(bench.send("POST", Self.path, "x", peer: "::ffff:192.0.2.7").status == 429)
  }

  @Test func aFullTableOfAddressesStaysClosed() {
    let bench = ReceiverBench {
      $0.attemptsOfPeer = RateLimit(burst: 2, intervalMs: 30_000)
      $0.attemptsInAll = RateLimit(burst: 1_000_000, intervalMs: 1)
    }
    func attempt(_ number: Int) -> Int {
      bench.send("POST", Self.path, "x", peer: "10.0.\(number / 256).\(number % 256)").status
    }
    for number in 0..<4096 { _ = attempt(number) }
    #expect((5000..<5004).map(attempt) == [401, 401, 429, 429])
    bench.pass(ms: 60_000)
    #expect((6000..<6004).map(attempt) == [401, 401, 401, 401])
  }
}
