import Glibc
import HTTPClient
import Linux
import TestSupport
import Testing

let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

/// An uplink whose thread ends with the test.
final class TestUplink: Sendable {
  let uplink: Uplink

  init(_ change: (inout UplinkSettings) -> Void = { _ in }) throws {
    var settings = UplinkSettings()
    change(&settings)
    uplink = try Uplink(settings)
  }

  // The thread answers at once: nothing waits for it here.
  deinit { uplink.stop() }

  func send(_ request: UplinkRequest) async -> UplinkReply { await uplink.send(request) }
}

func request(
  _ method: UplinkRequest.Method, _ url: String, _ change: (inout UplinkRequest) -> Void = { _ in }
) -> UplinkRequest {
  var request = UplinkRequest(method, url)
  request.isLoopback = true
  // A busy machine is no fault of the server; who tests a time-out sets one.
  request.timeoutMs = 100_000
  change(&request)
  return request
}

@Suite(.timeLimit(.minutes(10))) struct UplinkRequestTests {
  private let folder = TemporaryFolder()

  /// Sends one request and gives back what the server saw.
  private func seen(
    _ method: UplinkRequest.Method, _ change: (inout UplinkRequest) -> Void = { _ in }
  ) async throws -> (head: [String], body: String, reply: UplinkReply) {
    let server = try ScriptedServer { connection, _ in
      guard let (head, body) = connection.readRequest() else { return }
      connection.report(head)
      connection.report(String(decoding: body, as: UTF8.self))
      connection.write(head.hasPrefix("HEAD") ? ok.replacing("{}", with: "") : ok)
      connection.waitForHangUp()
    }
    let reply = try await TestUplink().send(request(method, server.url + "/a?b=%20", change))
    var events = server.events.makeAsyncIterator()
    let head = await events.next()!.split(separator: "\r\n").map(String.init)
    return (head, await events.next()!, reply)
  }

  @Test(arguments: [UplinkRequest.Method.get, .head, .delete])
  func aRequestWithoutBodyAnnouncesNone(method: UplinkRequest.Method) async throws {
    let (head, body, reply) = try await seen(method)
    #expect(head.first == "\(method.rawValue) /a?b=%20 HTTP/1.1")
    #expect(head.dropFirst().allSatisfy { $0.hasPrefix("Host: ") || $0 == "Accept: */*" })
    #expect(body == "")
    let answer: [UInt8] = method == .head ? [] : Array("{}".utf8)
    #expect(reply == .answer(UplinkResponse(status: 200, body: answer)))
  }

  @Test(arguments: [UplinkRequest.Method.put, .post])
  func anEmptyBodyHasALength(method: UplinkRequest.Method) async throws {
    let (head, body, _) = try await seen(method)
    #expect(head.first?.hasPrefix(method.rawValue) == true)
    #expect(head.contains("Content-Length: 0"))
    #expect(!head.contains { $0.hasPrefix("Expect") || $0.hasPrefix("Transfer-Encoding") })
    #expect(body == "")
  }

  @Test(arguments: [UplinkRequest.Method.put, .post])
  func bytesGoWithTheirHeaders(method: UplinkRequest.Method) async throws {
    let (head, body, _) = try await seen(method) {
      $0.body = .bytes(Array("{\"a\":1}".utf8))
      $0.bearer = "secret"
      $0.isGzipped = true
      $0.headers = [.init("Barograph-Version", "1.2"), .init("X-Empty", "")]
    }
    #expect(body == "{\"a\":1}")
    for line in [
      "Content-Length: 7", "Content-Type: application/json", "Content-Encoding: gzip",
      "Authorization: Bearer secret", "Barograph-Version: 1.2", "X-Empty:",
    ] { #expect(head.contains(line), "\(line) in \(head)") }
    #expect(!head.contains { $0.hasPrefix("Expect") })
  }

  @Test func aFileIsSentWithItsLength() async throws {
    let text = String(repeating: "B1024095012345N01012345E\r\n", count: 40_000)
    try Files.replace(folder.file("a.igc"), with: Array(text.utf8))
    let (head, body, reply) = try await seen(.put) {
      $0.body = .file(path: folder.file("a.igc"), bytes: Int64(text.utf8.count))
      $0.contentType = "application/octet-stream"
    }
    #expect(head.contains("Content-Length: \(text.utf8.count)"))
    #expect(body == text)
    #expect(reply == .answer(UplinkResponse(status: 200, body: Array("{}".utf8))))
  }

  @Test func aFileThatIsNotAsSaidIsNotSent() async throws {
    let uplink = try TestUplink()
    try Files.replace(folder.file("a"), with: [1, 2, 3])
    for (name, count) in [("a", 4), ("a", 2), ("none", 3), ("", 3)] as [(String, Int64)] {
      let reply = await uplink.send(
        request(.put, "http://127.0.0.1:9") {
          $0.body = .file(path: folder.file(name), bytes: count)
        })
      guard case .unsent(let text) = reply else { return #expect(reply == .unsent("")) }
      #expect(text.contains(folder.path))
    }
  }

  @Test func aFileThatShrinksWhileItIsSentIsFound() async throws {
    let count = 32 << 20
    let path = folder.file("big")
    try Files.replace(path, with: [UInt8](repeating: 65, count: count))
    let server = try ScriptedServer { connection, _ in
      _ = connection.readHead()
      truncate(path, 0)
      connection.waitForHangUp()
    }
    let reply = try await TestUplink().send(
      request(.put, server.url) { $0.body = .file(path: path, bytes: Int64(count)) })
    guard case .unsent = reply else { return #expect(reply == .unsent("")) }
  }

  @Test(arguments: [
    ("A\r\nB", "x"), ("A:", "x"), ("", "x"), ("A B", "x"), ("A", "x\r\nB: y"), ("A", "x\ny"),
    ("A", "x\0y"), ("A", "x\u{7F}"), ("Host", "x"), ("content-length", "3"),
    ("A", String(repeating: "x", count: 5000)),
  ])
  func headersCannotCarryOthers(name: String, value: String) async throws {
    let reply = try await TestUplink().send(
      request(.get, "http://127.0.0.1:9") { $0.headers = [.init(name, value)] })
    guard case .unsent = reply else { return #expect(reply == .unsent("")) }
  }

  @Test(arguments: ["a b", "a\r\nX: y", "", "a\0", "é"])
  func aTokenIsOneWord(token: String) async throws {
    let reply = try await TestUplink().send(
      request(.get, "http://127.0.0.1:9") { $0.bearer = token })
    #expect(reply == .unsent("send a request: the token holds characters no token has"))
  }

  @Test func anAuthorizationOfAnotherSchemeIsSentAsItIs() async throws {
    let (head, _, _) = try await seen(.get) { $0.authorization = "Basic YTpi" }
    #expect(head.contains("Authorization: Basic YTpi"))
    for (bearer, other) in [("a", "Basic b"), (nil, "Basic b\r\nX: y")] as [(String?, String)] {
      let reply = try await TestUplink().send(
        request(.get, "http://127.0.0.1:9") { ($0.bearer, $0.authorization) = (bearer, other) })
      guard case .unsent = reply else { return #expect(reply == .unsent("")) }
    }
  }

  @Test func plainHTTPIsForLoopbackOnly() async throws {
    let server = try ScriptedServer(answer: ok)
    let uplink = try TestUplink()
    let reply = await uplink.send(request(.get, server.url) { $0.isLoopback = false })
    #expect(
      reply
        == .unsent("send a request: plain http is for this machine only; use https"))
    for url in [
      "ftp://localhost/a", "file:///etc/passwd", "", "http//", "http://a b/",
      "http://", "https:///a", "http://user:word@localhost/",
    ] {
      guard case .unsent = await uplink.send(request(.get, url)) else {
        return #expect(Bool(false), "\(url) was sent")
      }
    }
  }

  @Test func aConfiguredProxyIsAskedForATunnel() async throws {
    let server = try ScriptedServer { connection, _ in
      connection.report(connection.readHead() ?? "")
      connection.write("HTTP/1.1 502 Bad Gateway\r\nDate: x\r\nContent-Length: 0\r\n\r\n")
    }
    let uplink = try TestUplink { $0.proxy = server.url }
    let reply = await uplink.send(
      request(.get, "https://club.example/a") { ($0.isLoopback, $0.bearer) = (false, "secret") })
    var events = server.events.makeAsyncIterator()
    let head = await events.next() ?? ""
    #expect(head.hasPrefix("CONNECT club.example:443 HTTP/1.1\r\n"))
    #expect(!head.contains("secret"))
    #expect(reply == .unreachable("club.example: the proxy opened no connection"))
  }
}
