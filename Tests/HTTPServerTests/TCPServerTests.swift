import Glibc
import HTTPServer
import Linux
import Synchronization
import Testing

@Suite struct TCPServerTests {
  private static let close = "Host: x\r\nConnection: close\r\n"

  @Test func tellsMethodPathQueryHeadersBodyAndPeer() throws {
    let seen = Mutex<HTTPRequest?>(nil)
    let bench = try TCPBench { request in
      seen.withLock { $0 = request }
      return HTTPResponse(status: 200, text: "")
    }
    _ = try bench.exchange(
      "PUT /a/%C3%A4?x=1&y= HTTP/1.1\r\n\(Self.close)X-Word: Two  \r\nContent-Length: 3\r\n\r\nabc")
    let request = try #require(seen.withLock { $0 })
    #expect(request.method == "PUT" && request.path == "/a/ä")
    #expect(request.query.map { "\($0.name)=\($0.value)" } == ["x=1", "y="])
    #expect(request.headers["x-word"]?.hasPrefix("Two") == true)
    #expect(request.headers["content-length"] == "3")
    #expect(request.body == Array("abc".utf8))
    #expect(request.peer == .address("127.0.0.1"))
  }

  @Test(arguments: ["GET", "PUT", "POST", "DELETE"])
  func carriesEveryMethod(method: String) throws {
    let answer = try TCPBench().exchange("\(method) /m HTTP/1.1\r\n\(Self.close)\r\n")
    #expect(body(of: answer) == "\(method) /m ")
  }

  @Test func headGivesTheLengthAlone() throws {
    let answer = try TCPBench().exchange("HEAD /m HTTP/1.1\r\n\(Self.close)\r\n")
    #expect(answer.contains("Content-Length: 8\r\n"))
    #expect(body(of: answer) == "")
  }

  @Test func aRequestMayComeByteByByteOrCutAnywhere() throws {
    let bench = try TCPBench()
    let text = Array("POST /p?q=1 HTTP/1.1\r\n\(Self.close)Content-Length: 5\r\n\r\nhello".utf8)
    let whole = try bench.connect()
    for byte in text { whole.send([byte]) }
    #expect(body(of: whole.readToEnd()) == "POST /p hello")
    whole.close()
    for cut in text.indices {
      let raw = try bench.connect()
      raw.send(Array(text[..<cut]))
      shutdown(raw.descriptor, Int32(SHUT_WR))
      let answer = raw.readToEnd()
      #expect(!answer.contains(" 200 "), "cut at \(cut)")
      raw.close()
    }
    #expect(body(of: try bench.exchange(String(decoding: text, as: UTF8.self))) == "POST /p hello")
  }

  @Test func keepsTheConnectionAndAnswersPipelinedRequestsInOrder() throws {
    let bench = try TCPBench()
    let raw = try bench.connect()
    defer { raw.close() }
    let first = "POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab"
    raw.send(Array((first + "GET /2 HTTP/1.1\r\nHost: x\r\n\r\n").utf8))
    #expect(body(of: raw.readAnswer()) == "POST /1 ab")
    #expect(body(of: raw.readAnswer()) == "GET /2 ")
    raw.send(Array("GET /3 HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
    #expect(body(of: raw.readAnswer()) == "GET /3 ")
  }

  @Test func anIdleConnectionIsClosed() throws {
    var limits = HTTPServerLimits()
    limits.idleSeconds = 1
    let bench = try TCPBench(limits: limits)
    let raw = try bench.connect()
    defer { raw.close() }
    raw.send(Array("GET /1 HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
    #expect(body(of: raw.readAnswer()) == "GET /1 ")
    #expect(raw.readToEnd() == "")
  }

  // MARK: What is refused on the head alone

  private func guarded() throws -> TCPBench {
    try TCPBench(admit: { request in
      guard request.headers["authorization"] != nil else {
        return .refuse(HTTPResponse(status: 401, text: "who?"))
      }
      return .allow(bodyBytes: request.path == "/large" ? 1000 : 10)
    })
  }

  @Test func theBodyOfWhoIsNotAdmittedStaysUnread() throws {
    let bench = try guarded()
    let raw = try bench.connect()
    defer { raw.close() }
    raw.send(Array("PUT /large HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n".utf8))
    #expect(raw.readAnswer().hasPrefix("HTTP/1.1 401 "))
  }

  @Test func aRefusalReachesAClientThatSendsOn() throws {
    let bench = try guarded()
    let raw = try bench.connect()
    defer { raw.close() }
    raw.send(Array("PUT /large HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n".utf8))
    let block = [UInt8](repeating: 65, count: 100_000)
    for _ in 0..<100 where !raw.send(block) { break }
    #expect(raw.readToEnd().hasPrefix("HTTP/1.1 401 "))
  }

  @Test func aRefusalWithoutABodyKeepsTheConnection() throws {
    let bench = try guarded()
    let raw = try bench.connect()
    defer { raw.close() }
    raw.send(Array("GET /1 HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
    #expect(raw.readAnswer().hasPrefix("HTTP/1.1 401 "))
    raw.send(Array("GET /2 HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\n\r\n".utf8))
    #expect(body(of: raw.readAnswer()) == "GET /2 ")
  }

  @Test(arguments: [
    ("/large", 1000, "200"), ("/large", 1001, "413"), ("/small", 10, "200"),
    ("/small", 11, "413"),
  ])
  func eachPathHasItsBound(path: String, count: Int, status: String) throws {
    let head =
      "PUT \(path) HTTP/1.1\r\n\(Self.close)Authorization: a\r\nContent-Length: \(count)\r\n\r\n"
    let answer = try guarded().exchange(head + String(repeating: "x", count: count))
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
  }

  @Test(arguments: [
    ("Transfer-Encoding: chunked\r\n", "411"),
    ("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", "411"),
    ("Content-Length: 3\r\nContent-Length: 4\r\n", "400"),
    ("Authorization: a\r\nAuthorization: b\r\n", "400"),
    ("Content-Length: -1\r\n", "400"), ("Content-Length: +3\r\n", "400"),
    ("Content-Length: 3x\r\n", "400"), ("Content-Length: 0x3\r\n", "400"),
    ("Content-Length: 99999999999999999999999\r\n", "413"),
  ])
  func lengthsAreOneAndPlain(headers: String, status: String) throws {
    let answer = try TCPBench().exchange("POST /x HTTP/1.1\r\n\(Self.close)\(headers)\r\nabc")
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
  }

  @Test func headersAreBoundedInCountAndSize() throws {
    let bench = try TCPBench()
    let many = (0..<62).map { "X-\($0): 1\r\n" }.joined()
    #expect(try bench.exchange("GET / HTTP/1.1\r\n\(Self.close)\(many)\r\n").contains(" 200 "))
    let more = "GET / HTTP/1.1\r\n\(Self.close)\(many)X-62: 1\r\n\r\n"
    #expect(try bench.exchange(more).hasPrefix("HTTP/1.1 431 "))
    let large = "X: " + String(repeating: "a", count: 60_000)
    let answer = try bench.exchange("GET / HTTP/1.1\r\n\(Self.close)\(large)\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 431 ") || answer.isEmpty)
    let path = "/" + String(repeating: "a", count: 9000)
    #expect(
      try bench.exchange("GET \(path) HTTP/1.1\r\n\(Self.close)\r\n").hasPrefix("HTTP/1.1 414"))
  }

  @Test func anEndlessHeadIsCut() throws {
    let bench = try TCPBench()
    let raw = try bench.connect()
    defer { raw.close() }
    raw.send(Array("GET / HTTP/1.1\r\n".utf8))
    let line = Array("X-Flood: \(String(repeating: "a", count: 200))\r\n".utf8)
    var sent = 0
    while sent < 100_000, raw.send(line) { sent += 1 }
    #expect(sent < 100_000)
    #expect(try bench.exchange("GET / HTTP/1.1\r\n\(Self.close)\r\n").contains(" 200 "))
  }

  // MARK: Bounds

  @Test func aBodyThatDripsIsCutAtItsDeadline() throws {
    var limits = HTTPServerLimits()
    limits.bodySeconds = 1...1
    let calls = Mutex(0)
    let bench = try TCPBench(limits: limits) { _ in
      calls.withLock { $0 += 1 }
      return HTTPResponse(status: 200, text: "")
    }
    let raw = try bench.connect()
    defer { raw.close() }
    raw.send(Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n".utf8))
    var sent = 0
    while sent < 400, raw.send([65]) {
      sent += 1
      usleep(50_000)
    }
    #expect(sent < 100)
    #expect(calls.withLock { $0 } == 0)
  }

  @Test func aSilentConnectionIsCut() throws {
    var limits = HTTPServerLimits()
    limits.requestSeconds = 1
    let bench = try TCPBench(limits: limits)
    let raw = try bench.connect()
    defer { raw.close() }
    #expect(raw.readToEnd() == "")
  }

  @Test func connectionsOfOneAddressAreBounded() throws {
    var limits = HTTPServerLimits()
    limits.connections = 8
    limits.connectionsPerAddress = 2
    let bench = try TCPBench(limits: limits)
    let first = try (0..<2).map { index in
      let raw = try bench.connect()
      raw.send(Array("GET /\(index) HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
      #expect(body(of: raw.readAnswer()) == "GET /\(index) ")
      return raw
    }
    defer { for raw in first { raw.close() } }
    #expect(try bench.exchange("GET /3 HTTP/1.1\r\n\(Self.close)\r\n") == "")
  }

  @Test func bodiesShareOneBudget() throws {
    var limits = HTTPServerLimits()
    limits.bufferedBytes = 1000
    let bench = try TCPBench(limits: limits)
    let head = "POST / HTTP/1.1\r\n\(Self.close)"
    let first = try bench.connect()
    first.send(Array("\(head)Expect: 100-continue\r\nContent-Length: 600\r\n\r\n".utf8))
    // The body is awaited, so its bytes are set aside.
    #expect(first.readAnswer().hasPrefix("HTTP/1.1 100 "))
    let second = try bench.exchange("\(head)Content-Length: 600\r\n\r\n")
    #expect(second.hasPrefix("HTTP/1.1 503 ") && second.contains("Retry-After: "))
    first.send([UInt8](repeating: 65, count: 600))
    #expect(first.readAnswer().hasPrefix("HTTP/1.1 200 "))
    first.close()
    // The bytes are given back a moment after the answer is out.
    let again = "\(head)Content-Length: 600\r\n\r\n\(String(repeating: "a", count: 600))"
    let deadline = ContinuousClock.now + .seconds(20)
    var third = try bench.exchange(again)
    while third.hasPrefix("HTTP/1.1 503 "), ContinuousClock.now < deadline {
      third = try bench.exchange(again)
    }
    #expect(third.hasPrefix("HTTP/1.1 200 "))
  }

  @Test func aLongAnswerHasItsLengthAndItsPartOfTheBudget() throws {
    var limits = HTTPServerLimits()
    limits.bufferedBytes = 1_000_000
    let bench = try TCPBench(limits: limits) { request in
      let count = request.path == "/long" ? 900_000 : 1_000_001
      return HTTPResponse(
        contentType: "text/plain", body: .bytes([UInt8](repeating: 66, count: count)))
    }
    for _ in 0..<2 {
      let answer = try bench.exchange("GET /long HTTP/1.1\r\n\(Self.close)\r\n")
      #expect(answer.contains("Content-Length: 900000\r\n"))
      #expect(body(of: answer).utf8.count == 900_000)
    }
    let answer = try bench.exchange("GET /longer HTTP/1.1\r\n\(Self.close)\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 503 "))
  }

  @Test func aHundredClientsAreServed() throws {
    var limits = HTTPServerLimits()
    limits.connections = 128
    let bench = try TCPBench(limits: limits)
    let clients = try (0..<100).map { _ in try bench.connect() }
    for round in 0..<3 {
      for (index, raw) in clients.enumerated() {
        raw.send(Array("GET /\(round)/\(index) HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
      }
      for (index, raw) in clients.enumerated() {
        #expect(body(of: raw.readAnswer()) == "GET /\(round)/\(index) ")
      }
    }
    for raw in clients { raw.close() }
  }

  @Test func seededGarbageLeavesTheServerAlive() throws {
    var limits = HTTPServerLimits()
    limits.connections = 256
    let bench = try TCPBench(limits: limits)
    var state: UInt64 = 11
    let alphabet = Array("GET PUT / HTTP/1.1\r\n\r\nHost: Content-Length: -1 99 %00%zz?&=\0".utf8)
    for _ in 0..<200 {
      let bytes = (0..<120).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 63 == 0
          ? alphabet[Int(state >> 33) % alphabet.count] : UInt8(truncatingIfNeeded: state >> 40)
      }
      let raw = try bench.connect()
      raw.send(bytes)
      raw.close()
    }
    #expect(try bench.exchange("GET /x HTTP/1.1\r\n\(Self.close)\r\n").contains(" 200 "))
  }

  // MARK: The end

  @Test func theEndWaitsForWhatRuns() throws {
    let begun = BlockingSignal()
    let release = BlockingSignal()
    let bench = try TCPBench { _ in
      begun.raise()
      _ = release.wait(seconds: 30)
      return HTTPResponse(status: 200, text: "done")
    }
    let raw = try bench.connect()
    defer { raw.close() }
    raw.send(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
    #expect(begun.wait(seconds: 30))
    let server = bench.server
    let end = BlockingCall { server.shutdown(finishingWithin: 30) }
    // The end takes its time to begin, and the answer may come before: done either way.
    release.raise()
    #expect(body(of: raw.readAnswer()) == "done")
    #expect(end.join() == true)
    #expect(raw.readToEnd() == "")
    #expect(throws: SystemError.self) { try RawConnection(port: server.port) }
  }

  @Test func theEndDoesNotWaitForEver() throws {
    var limits = HTTPServerLimits()
    limits.bodySeconds = 60...60
    let bench = try TCPBench(limits: limits)
    let raw = try bench.connect()
    defer { raw.close() }
    raw.send(
      Array("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n".utf8))
    #expect(raw.readAnswer().hasPrefix("HTTP/1.1 100 "))
    #expect(!bench.server.shutdown(finishingWithin: 1))
    #expect(raw.readToEnd() == "")
  }

  /// The library answers a bad request by itself; one that comes with the end crashed it.
  @Test func badRequestsAtTheEndDoNotHurt() throws {
    for _ in 0..<40 {
      let bench = try TCPBench()
      let port = bench.port
      let came = BlockingSignal()
      let callers = (0..<4).map { _ in
        BlockingCall {
          while let raw = try? RawConnection(port: port) {
            raw.send(Array("GET / HTTP/1.1\r\nno header\r\n\r\n".utf8))
            came.raise()
            _ = raw.readToEnd()
            raw.close()
          }
          return true
        }
      }
      try #require(came.wait(seconds: 30))
      bench.server.shutdown()
      for caller in callers { #expect(caller.join() == true) }
    }
  }

  // MARK: Addresses

  @Test func listensOnBothKindsOfAddress() throws {
    let bench = try TCPBench(address: "::") { request in
      guard case .address(let text) = request.peer else {
        return HTTPResponse(status: 500, text: "")
      }
      return HTTPResponse(status: 200, text: text)
    }
    #expect(body(of: try bench.exchange("GET / HTTP/1.1\r\n\(Self.close)\r\n")) == "127.0.0.1")
  }

  @Test func takesOverASocket() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(listen(descriptor, 8) == 0)
    let server = try TCPHTTPServer(
      TCPListener(adopting: descriptor), limits: HTTPServerLimits(), handler: TCPBench.echo)
    defer { server.shutdown() }
    #expect(server.port != 0)
    let raw = try RawConnection(port: server.port)
    defer { raw.close() }
    raw.send(Array("GET / HTTP/1.1\r\n\(Self.close)\r\n".utf8))
    #expect(raw.readToEnd().hasPrefix("HTTP/1.1 200 "))
  }

  @Test func aPortInUseAndAStrangeAddressAreNamed() throws {
    let bench = try TCPBench()
    let taken = #expect(throws: HTTPServerError.self) {
      _ = try TCPListener(address: "127.0.0.1", port: bench.port)
    }
    #expect(taken?.path == "127.0.0.1:\(bench.port)")
    let strange = #expect(throws: HTTPServerError.self) {
      _ = try TCPListener(address: "localhost", port: 0)
    }
    #expect(strange?.cause == "this is no address")
    let pipe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #expect(throws: HTTPServerError.self) { _ = try TCPListener(adopting: pipe) }
  }
}
