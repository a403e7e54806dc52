import Testing
import WebAccess

@Suite struct WebRulesTests {
  private let rules = WebRules(
    hosts: ["page.example"], hostsKey: "page.hosts", readingNeedsToken: false, allowsChanges: true)

  private func request(
    _ method: String = "GET", _ headers: [String: String] = [:], host: String? = "127.0.0.1:8088"
  ) -> WebRequest {
    var headers = headers
    headers["host"] = host
    return WebRequest(method: method, path: "/v1/status", headers: headers, peer: "127.0.0.1")
  }

  @Test func aForeignHostIsToldWhichSettingNamesIt() throws {
    let refusal = try #require(rules.objection(to: request(host: "evil.example:8088")))
    #expect(refusal.status == 403)
    #expect(refusal.hint.contains("page.hosts") && refusal.hint.contains("evil.example"))
    #expect(rules.objection(to: request(host: "Page.Example")) == nil)
    #expect(rules.objection(to: request(host: "page.example.")) == nil)
  }

  @Test(arguments: [nil, "", "a\"b", "x y"])
  func aRequestNamesAHost(host: String?) {
    #expect(rules.objection(to: request(host: host))?.status == 400)
  }

  @Test(arguments: ["OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "get", ""])
  func otherMethodsAreRefused(method: String) {
    let refusal = rules.objection(to: request(method))
    #expect(refusal?.status == 405 && refusal?.headers["Allow"] == "GET, HEAD, POST")
  }

  @Test func whereNothingCanBeChangedPostIsRefused() {
    var reading = rules
    reading.allowsChanges = false
    #expect(reading.objection(to: request("POST"))?.headers["Allow"] == "GET, HEAD")
    #expect(reading.objection(to: request("HEAD")) == nil)
  }

  @Test(arguments: [
    ("http://127.0.0.1:8088", true), ("http://127.0.0.1", false), ("http://localhost:8088", false),
    ("https://evil.example", false), ("null", false), ("", false),
  ])
  func anotherOriginIsRefusedWhateverItAsks(origin: String, isTaken: Bool) {
    for method in ["GET", "POST"] {
      #expect((rules.objection(to: request(method, ["origin": origin])) == nil) == isTaken)
    }
  }

  @Test func whatAnotherPageLoadsIsRefusedAndALinkIsNot() {
    let image = ["sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"]
    #expect(rules.objection(to: request("GET", image))?.status == 403)
    let link = ["sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"]
    #expect(rules.objection(to: request("GET", link)) == nil)
    #expect(rules.objection(to: request("POST", link))?.status == 403)
    for site in ["none", "same-origin"] {
      #expect(rules.objection(to: request("GET", ["sec-fetch-site": site])) == nil)
    }
    #expect(rules.objection(to: request("GET", ["sec-fetch-site": "same-site"]))?.status == 403)
  }

  @Test func theTokenIsNeededForChangesAndInTheFieldForData() {
    #expect(!rules.needsToken(request(), for: .data))
    #expect(rules.needsToken(request("POST"), for: .data))
    var field = rules
    field.readingNeedsToken = true
    #expect(field.needsToken(request(), for: .data))
    #expect(!field.needsToken(request(), for: .page))
    #expect(field.needsToken(request("POST"), for: .page))
  }

  @Test func nothingEverAllowsAnotherOrigin() {
    let names = WebRules.headers.map { $0.name.lowercased() }
    #expect(!names.contains { $0.hasPrefix("access-control") })
    let policy = WebRules.headers.first { $0.name == "Content-Security-Policy" }?.value
    #expect(policy?.contains("default-src 'self'") == true)
    #expect(policy?.contains("frame-ancestors 'none'") == true)
    #expect(policy?.contains("script-src") == false)
  }
}
