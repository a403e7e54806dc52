import HTTPClient
import TestSupport
import Testing

/// Answers that send on to another address, followed where a request asks for it.
@Suite(.timeLimit(.minutes(10))) struct UplinkRedirectTests {
  /// A server that tells each head and body, and sends on from `/from` paths by `answer`.
  private func server(
    _ answer: @escaping @Sendable (_ head: String) -> String = { _ in ok }
  ) throws -> ScriptedServer {
    try ScriptedServer { connection, _ in
      while let (head, body) = connection.readRequest() {
        connection.report(head + String(decoding: body, as: UTF8.self))
        connection.write(answer(head))
      }
    }
  }

  private func next(_ server: ScriptedServer) async -> String {
    var events = server.events.makeAsyncIterator()
    return await events.next() ?? ""
  }

  private static let ended = UplinkReply.answer(
    UplinkResponse(status: 200, body: Array("{}".utf8)))

  private func secrets(_ request: inout UplinkRequest) {
    request.redirects = 3
    request.bearer = "token"
    request.headers = [.init("X-API-Key", "key"), .init("Cookie", "session")]
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func oneIsFollowedWithinAnOriginWithItsHeaders(status: Int) async throws {
    let server = try server { $0.contains("/from") ? redirect("to?a=1", status) : ok }
    let reply = try await TestUplink().send(request(.get, server.url + "/x/from", secrets))
    #expect(reply == Self.ended)
    _ = await next(server)
    let head = await next(server)
    #expect(head.hasPrefix("GET /x/to?a=1 HTTP/1.1\r\n"))
    for line in ["Authorization: Bearer token", "X-API-Key: key", "Cookie: session"] {
      #expect(head.contains(line))
    }
  }

  /// Another port is another origin.
  @Test func nothingOfTheCallersGoesToAnotherOrigin() async throws {
    let other = try server()
    let server = try server { _ in redirect("\(other.url)/to") }
    let reply = try await TestUplink().send(request(.get, server.url + "/from", secrets))
    #expect(reply == Self.ended)
    #expect(await next(server).contains("Authorization: Bearer token"))
    let head = await next(other)
    #expect(head.hasPrefix("GET /to HTTP/1.1\r\n"))
    for word in ["uthorization", "token", "key", "ookie", "session"] {
      #expect(!head.contains(word), "\(head)")
    }
  }

  @Test func aLoginGoesToNoOtherOrigin() async throws {
    let other = try server()
    let server = try server { _ in redirect("\(other.url)/to") }
    _ = try await TestUplink().send(
      request(.get, server.url + "/from") { ($0.redirects, $0.authorization) = (1, "Basic YTpi") })
    #expect(await next(server).contains("Authorization: Basic YTpi"))
    #expect(!(await next(other)).contains("YTpi"))
  }

  /// Not even when the second origin sends back to the first one.
  @Test func whatWasLeftOutStaysOut() async throws {
    let other = try server { redirect("http:/\($0.split(separator: " ")[1])/last") }
    let server = try server { head in
      let here = head.split(separator: "\r\n").first { $0.hasPrefix("Host: ") }!.dropFirst(6)
      return head.contains("/from") ? redirect("\(other.url)/\(here)") : ok
    }
    let reply = try await TestUplink().send(request(.get, server.url + "/from", secrets))
    #expect(reply == Self.ended)
    _ = await next(server)
    let head = await next(server)
    #expect(head.hasPrefix("GET /last"))
    #expect(!head.contains("token") && !head.contains("key"))
  }

  /// 307 and 308 would send it again; a form may hold a password.
  @Test(arguments: [307, 308])
  func aBodyGoesToNoOtherOrigin(status: Int) async throws {
    let other = try server()
    let server = try server { _ in redirect("\(other.url)/to", status) }
    let reply = try await TestUplink().send(
      request(.post, server.url) { ($0.redirects, $0.body) = (3, .bytes(Array("word".utf8))) })
    #expect(reply == .answer(UplinkResponse(status: status, location: "\(other.url)/to")))
    #expect(try ClientSockets.states(to: other.port) == [])
  }

  @Test(arguments: [(302, "GET /to", ""), (303, "GET /to", ""), (307, "POST /to", "word")])
  func aFormIsFollowedAsBrowsersDo(status: Int, line: String, body: String) async throws {
    let server = try server { $0.contains("/from") ? redirect("/to", status) : ok }
    let reply = try await TestUplink().send(
      request(.post, server.url + "/from") {
        ($0.redirects, $0.body) = (1, .bytes(Array("word".utf8)))
      })
    #expect(reply == Self.ended)
    _ = await next(server)
    let seen = await next(server)
    #expect(seen.hasPrefix(line))
    #expect(seen.hasSuffix("\r\n\r\n" + body))
  }

  @Test func aCircleEndsAtTheLimit() async throws {
    let server = try server { _ in redirect("/round") }
    let reply = try await TestUplink().send(request(.get, server.url) { $0.redirects = 5 })
    #expect(reply == .answer(UplinkResponse(status: 302, location: "\(server.url)/round")))
    for _ in 0..<6 { #expect(await next(server).hasPrefix("GET /")) }
  }

  @Test(arguments: [
    "http://club.example/", "ftp://127.0.0.1/", "file:///etc/passwd", "http://127.evil.example/",
    "https://user:word@127.0.0.1/",
  ])
  func whatNoRequestMayAskIsNotFollowed(location: String) async throws {
    let server = try server { _ in redirect(location) }
    let reply = try await TestUplink().send(request(.get, server.url) { $0.redirects = 5 })
    guard case .answer(let response) = reply else { return #expect(reply == Self.ended) }
    #expect(response.status == 302)
  }

  @Test(arguments: ["", "\r\nLocation: ", "\r\nLocation: http://[", "\r\nLocation: \u{1}\u{2}"])
  func anAnswerThatDoesNotSayWhereToIsTheReply(line: String) async throws {
    let answer = "HTTP/1.1 302 Go\(line)\r\nContent-Length: 0\r\n\r\n"
    let server = try server { $0.contains("/from") ? answer : ok }
    let reply = try await TestUplink().send(
      request(.get, server.url + "/from") { $0.redirects = 1 })
    guard case .answer = reply else { return #expect(reply == Self.ended) }
  }

  @Test func theTimeIsThatOfTheWhole() async throws {
    let server = try ScriptedServer { connection, _ in
      while let (head, _) = connection.readRequest() {
        if head.contains("/from") {
          connection.write(redirect("/to"))
        } else {
          connection.waitForHangUp()
        }
      }
    }
    let reply = try await TestUplink().send(
      request(.get, server.url + "/from") { ($0.redirects, $0.timeoutMs) = (1, 500) })
    #expect(reply == .timedOut)
  }
}

private func redirect(_ location: String, _ status: Int = 302) -> String {
  "HTTP/1.1 \(status) Go\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"

  @Test(arguments: [
    ("https://club.example/a", "https://Club.example:443/b?c", true),
    ("https://club.example", "https://CLUB.example:443#top", true),
    ("https://club.example/a", "http://club.example/a", false),
    ("https://club.example/a", "https://club.example:8443/a", false),
    ("https://club.example/a", "https://club.example.net/a", false),
    ("http://[::1]:80/", "http://[::1]/", true),
  ])
  func originsAreCompared(first: String, second: String, areOne: Bool) {
    #expect(UplinkRequest.haveOneOrigin(first, second) == areOne)
  }
}
