import HTTPServer
import Pages
import Synchronization
import Testing
import WebAccess

/// A page with an API that notes what comes through to it.
private final class PageBench: Sendable {
  static let token = WebToken(random: Array(0..<20))!

  let server: PageHTTPServer
  private let calls = Calls()

  init(
    isField: Bool = false, limits: HTTPServerLimits = .page,
    answer: @escaping HTTPHandler = { _ in HTTPResponse(status: 200, text: "data") }
  ) throws {
    let rules = WebRules(
      hosts: [], hostsKey: "page.hosts", readingNeedsToken: isField, allowsChanges: true)
    server = try PageHTTPServer(
      TCPListener(address: "127.0.0.1", port: 0), site: Pages.receiver, rules: rules,
      token: Self.token,
      limits: limits
    ) { [calls] request in
      calls.list.withLock { $0.append("\(request.method) \(request.path)") }
      return answer(request)
    }
  }

  deinit { server.shutdown() }

  private final class Calls: Sendable { let list = Mutex<[String]>([]) }

  /// Method and path of what the API was asked.
  var seen: [String] { calls.list.withLock { $0 } }

  /// The answer to one request; `more` are header lines.
  func ask(
    _ method: String, _ path: String, host: String? = "localhost", token: String? = nil,
    _ more: String = ""
  ) throws -> String {
    let raw = try RawConnection(port: server.port)
    defer { raw.close() }
    let named = host.map { "Host: \($0)\r\n" } ?? ""
    let shown = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    raw.send(
      Array("\(method) \(path) HTTP/1.1\r\n\(named)Connection: close\r\n\(shown)\(more)\r\n".utf8))
    return raw.readToEnd()
  }
}

@Suite struct PageServerTests {
  @Test func servesThePageFreshAndItsAssetsForGood() throws {
    let bench = try PageBench()
    let page = try bench.ask("GET", "/")
    #expect(page.hasPrefix("HTTP/1.1 200 ") && page.hasSuffix("</html>\n"))
    #expect(page.contains("Cache-Control: no-cache\r\n"))
    let script = page.split(separator: "\"").first { $0.hasSuffix(".js") }
    let asset = try bench.ask("GET", String(try #require(script)))
    #expect(asset.contains("Cache-Control: public, max-age=31536000, immutable\r\n"))
    #expect(try bench.ask("HEAD", "/").hasSuffix("\r\n\r\n"))
    #expect(bench.seen == [])
  }

  @Test func everyAnswerCarriesTheRulesForBrowsersAndNoneLetsAnotherOriginIn() throws {
    let bench = try PageBench()
    let answers = [
      try bench.ask("GET", "/"), try bench.ask("GET", "/v1/status"),
      try bench.ask("GET", "/health"), try bench.ask("OPTIONS", "/v1/status"),
      try bench.ask("POST", "/v1/record/mark"), try bench.ask("GET", "/", host: "evil.example"),
      try bench.ask("GET", "/", "Origin: https://evil.example\r\n"),
    ]
    for answer in answers {
      #expect(answer.contains("Content-Security-Policy: default-src 'self'"))
      #expect(answer.contains("frame-ancestors 'none'"))
      #expect(answer.contains("Referrer-Policy: no-referrer"))
      #expect(answer.contains("X-Content-Type-Options: nosniff"))
      #expect(!answer.lowercased().contains("access-control"))
    }
  }

  @Test func aForeignHostSeesNothing() throws {
    let bench = try PageBench()
    for path in ["/", "/v1/status", "/health"] {
      let answer = try bench.ask("GET", path, host: "evil.example:\(bench.server.port)")
      #expect(answer.hasPrefix("HTTP/1.1 403 ") && answer.contains("page.hosts"))
      #expect(try bench.ask("GET", path, host: nil).hasPrefix("HTTP/1.1 400 "))
    }
    let twice = try bench.ask("GET", "/v1/status", "Host: evil.example\r\n")
    #expect(twice.hasPrefix("HTTP/1.1 400 "))
    #expect(bench.seen == [])
  }

  @Test func changesNeedTheToken() throws {
    let bench = try PageBench()
    #expect(try bench.ask("POST", "/v1/record/mark").hasPrefix("HTTP/1.1 401 "))
    #expect(try bench.ask("POST", "/v1/record/mark", token: "no").hasPrefix("HTTP/1.1 401 "))
    #expect(bench.seen == [])
    let good = try bench.ask("POST", "/v1/record/mark", token: PageBench.token.text)
    #expect(good.hasSuffix("data"))
    let own = "Origin: http://localhost\r\n"
    #expect(
      try bench.ask("POST", "/v1/record/mark", token: PageBench.token.text, own).hasSuffix("data"))
    let other = "Origin: http://localhost:1\r\n"
    #expect(
      try bench.ask("POST", "/v1/record/mark", token: PageBench.token.text, other)
        .hasPrefix("HTTP/1.1 403 "))
    #expect(bench.seen == ["POST /v1/record/mark", "POST /v1/record/mark"])
  }

  @Test func inTheFieldDataNeedTheTokenToo() throws {
    let bench = try PageBench(isField: true)
    #expect(try bench.ask("GET", "/").hasSuffix("</html>\n"))
    #expect(try bench.ask("GET", "/health").hasSuffix("OK\n"))
    #expect(try bench.ask("GET", "/v1/status").hasPrefix("HTTP/1.1 401 "))
    #expect(try bench.ask("GET", "/metrics").hasPrefix("HTTP/1.1 401 "))
    #expect(bench.seen == [])
    #expect(try bench.ask("GET", "/v1/status", token: PageBench.token.text).hasSuffix("data"))
  }

  @Test func aNewTokenTakesThePlaceOfTheOldOne() throws {
    let bench = try PageBench(isField: true)
    let other = try #require(WebToken(random: Array(1..<21)))
    bench.server.use(other)
    #expect(
      try bench.ask("GET", "/v1/status", token: PageBench.token.text).hasPrefix("HTTP/1.1 401 "))
    #expect(try bench.ask("GET", "/v1/status", token: other.text).hasSuffix("data"))
  }

  @Test func guessingEndsInWaiting() throws {
    let bench = try PageBench()
    for guess in 0..<GuessLimit.guesses {
      #expect(
        try bench.ask("POST", "/v1/record/mark", token: "g\(guess)").hasPrefix("HTTP/1.1 401 "))
    }
    let shut = try bench.ask("POST", "/v1/record/mark", token: PageBench.token.text)
    #expect(shut.hasPrefix("HTTP/1.1 429 ") && shut.contains("Retry-After: "))
    #expect(try bench.ask("GET", "/v1/status").hasSuffix("data"), "reading needs none")
  }

  @Test func aBodyWhereNoneBelongsIsRefusedUnread() throws {
    let bench = try PageBench()
    let long = "Content-Length: 100000\r\n"
    #expect(try bench.ask("GET", "/v1/status", long).hasPrefix("HTTP/1.1 413 "))
    #expect(
      try bench.ask("POST", "/v1/record/mark", token: PageBench.token.text, long)
        .hasPrefix("HTTP/1.1 413 "))
    #expect(bench.seen == [])
  }

  @Test func aHeadThatDripsInIsCutAndOthersAreServedMeanwhile() throws {
    var limits = HTTPServerLimits.page
    limits.requestSeconds = 1
    let bench = try PageBench(limits: limits)
    let slow = try RawConnection(port: bench.server.port)
    defer { slow.close() }
    slow.send(Array("GET / HT".utf8))
    #expect(try bench.ask("GET", "/v1/status").hasSuffix("data"))
    #expect(!slow.readToEnd().contains(" 200 "), "the server closed it")
  }

  @Test func eachEventIsSentAtOnce() throws {
    let gate = BlockingSignal()
    let bench = try PageBench { _ in
      var count = 0
      return HTTPResponse(
        contentType: "text/event-stream",
        body: .stream {
          count += 1
          if count == 2 { _ = gate.wait(seconds: 60) }
          return count < 3 ? Array("data: \(count)\n\n".utf8) : nil
        })
    }
    let raw = try RawConnection(port: bench.server.port)
    defer { raw.close() }
    raw.send(Array("GET /v1/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
    let first = raw.read(until: { $0.contains("data: 1\n\n") })
    #expect(first.contains("data: 1") && !first.contains("data: 2"))
    gate.raise()
    #expect(raw.readToEnd().contains("data: 2"))
  }
}
