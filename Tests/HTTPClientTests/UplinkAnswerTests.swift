import Glibc
import HTTPClient
import Linux
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct UplinkAnswerTests {
  private func reply(
    to script: @escaping @Sendable (ServerConnection) -> Void,
    _ change: (inout UplinkRequest) -> Void = { _ in }
  ) async throws -> (reply: UplinkReply, port: UInt16) {
    let server = try ScriptedServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      script(connection)
    }
    return (try await TestUplink().send(request(.get, server.url, change)), server.port)
  }

  @Test func theNamedHeadersArrive() async throws {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let (reply, _) = try await reply {
      $0.write(
        "HTTP/1.1 103 Early\r\nDate: early\r\n\r\nHTTP/1.1 503 No\r\nretry-after: 120\r\n"
          + "DATE: \(date)\r\nBarograph-Next: 17\r\nContent-Length: 3\r\n\r\nabc")
    }
    #expect(
      reply
        == .answer(
          UplinkResponse(
            status: 503, body: Array("abc".utf8), retryAfter: "120", date: date, nextPage: "17")))
  }

  @Test func headersThatAreAskedForAreToldInTheirOrder() async throws {
    let (reply, port) = try await reply {
      $0.write(
        "HTTP/1.1 103 Early\r\nSet-Cookie: early=1\r\n\r\nHTTP/1.1 302 Go\r\nset-cookie: a=1; path=/\r\n"
          + "Location: overview\r\nSet-Cookie: b=2\r\nX: y\r\nContent-Length: 0\r\n\r\n")
    } _: {
      $0.wantedHeaders = ["Set-Cookie", "Location", "None"]
    }
    let expected: [UplinkRequest.Header] = [
      .init("Set-Cookie", "a=1; path=/"), .init("Set-Cookie", "b=2"), .init("Location", "overview"),
    ]
    let location = "http://127.0.0.1:\(port)/overview"
    #expect(
      reply == .answer(UplinkResponse(status: 302, location: location, headers: expected)))
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
    "HTTP/1.0 200 OK\r\n\r\nhello",
  ])
  func anAnswerMayDrip(answer: String) async throws {
    let (reply, _) = try await reply { $0.drip(answer) }
    #expect(reply == .answer(UplinkResponse(status: 200, body: Array("hello".utf8))))
  }

  @Test(arguments: [301, 302, 307, 308])
  func noRedirectIsFollowed(status: Int) async throws {
    let other = try ScriptedServer { connection, _ in connection.report("reached") }
    let (reply, _) = try await reply {
      $0.write(
        "HTTP/1.1 \(status) Go\r\nLocation: \(other.url)/\r\nContent-Length: 0\r\n\r\n")
    }
    #expect(reply == .answer(UplinkResponse(status: status, location: "\(other.url)/")))
    #expect(try ClientSockets.states(to: other.port) == [])
  }

  @Test(arguments: [
    ("", "the connection was closed without an answer"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", "the connection was cut off"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell", "the connection was cut off"),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhell", "the connection was cut off"
    ),
  ])
  func aCutAnswerIsNoAnswer(answer: String, cause: String) async throws {
    let (reply, port) = try await reply { $0.write(answer) }
    #expect(reply == .unreachable("127.0.0.1:\(port): \(cause)"))
  }

  @Test(arguments: [
    "hello", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello", "HTTP/7.7 200 OK\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "\0\0\0\0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA: \0\r\n\r\n",
  ])
  func whatIsNoHTTPIsNoAnswer(answer: String) async throws {
    let (reply, port) = try await reply { $0.write(answer) }
    guard case .unreachable(let text) = reply else {
      return #expect(reply == .timedOut, "\(answer)")
    }
    #expect(text.hasPrefix("127.0.0.1:\(port): "))
  }

  @Test func aResetIsNoAnswer() async throws {
    let (reply, port) = try await reply { $0.reset() }
    #expect(reply == .unreachable("127.0.0.1:\(port): the connection was cut off"))
  }

  @Test(arguments: ["1001", "9223372036854775807", "99999999999999999999999"])
  func anAnnouncedLengthBeyondTheLimitIsEnough(length: String) async throws {
    let (reply, _) = try await reply {
      $0.write("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
      $0.waitForHangUp()
    } _: {
      $0.answerLimit = 1000
    }
    #expect(reply == .tooLong(status: 200, limit: 1000))
  }

  @Test func theLengthInAnAnswerToHEADIsNoBody() async throws {
    let (reply, _) = try await reply {
      $0.write("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n")
      $0.waitForHangUp()
    } _: {
      ($0.method, $0.answerLimit) = (.head, 1000)
    }
    #expect(reply == .answer(UplinkResponse(status: 200)))
  }

  @Test(arguments: ["Content-Length: 1001", "Transfer-Encoding: chunked", "Connection: close"])
  func aLongAnswerIsLeftAtTheLimit(header: String) async throws {
    let body = String(repeating: "x", count: 1001)
    let isChunked = header.hasPrefix("Transfer")
    let (reply, _) = try await reply {
      $0.write("HTTP/1.1 200 OK\r\n\(header)\r\n\r\n" + (isChunked ? "3e9\r\n" : "") + body)
      while $0.write(body) {}
    } _: {
      $0.answerLimit = 1000
    }
    #expect(reply == .tooLong(status: 200, limit: 1000))
  }

  @Test func anAnswerOfTheLimitIsTaken() async throws {
    let body = String(repeating: "x", count: 1000)
    let (reply, _) = try await reply {
      $0.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n\(body)")
    } _: {
      $0.answerLimit = 1000
    }
    #expect(reply == .answer(UplinkResponse(status: 200, body: Array(body.utf8))))
  }

  @Test(arguments: ["X: y\r\n", "\r\nHTTP/1.1 100 Continue\r\n"])
  func endlessHeadersAreLeft(line: String) async throws {
    let (reply, _) = try await reply {
      $0.write("HTTP/1.1 100 Continue\r\n")
      while $0.write(line) {}
    }
    guard case .tooLong = reply else { return #expect(reply == .timedOut) }
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel"])
  func aSilentServerRunsOutOfTime(beginning: String) async throws {
    let (reply, _) = try await reply {
      $0.write(beginning)
      $0.waitForHangUp()
    } _: {
      $0.timeoutMs = 300
    }
    #expect(reply == .timedOut)
  }

  @Test func aPortWithoutServerRefuses() async throws {
    let listener = try ScriptedServer.listen(backlog: 1)
    let port = try ScriptedServer.port(of: listener)
    close(listener)
    let reply = try await TestUplink().send(
      request(.get, "http://127.0.0.1:\(port)/secret?a=b") { $0.bearer = "secret" })
    #expect(reply == .unreachable("127.0.0.1:\(port): no connection: Connection refused"))
  }

  @Test func aHostThatDoesNotAnswerIsUnreachable() async throws {
    let (port, descriptors) = try ScriptedServer.deaf()
    defer { descriptors.forEach { close($0) } }
    let reply = try await TestUplink { $0.connectTimeoutMs = 300 }.send(
      request(.get, "http://127.0.0.1:\(port)"))
    #expect(reply == .unreachable("127.0.0.1:\(port): no connection within 1 s"))
  }

  /// A refusal before the body has been read; then the server drains the connection or resets it.
  private func earlyRefusal(isDrained: Bool) throws -> ScriptedServer {
    try ScriptedServer { connection, _ in
      _ = connection.readHead()
      connection.write("HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}")
      if isDrained {
        shutdown(connection.descriptor, Int32(SHUT_WR))
        connection.waitForHangUp()
      }
    }
  }

  @Test func anEarlyRefusalOfALargeBodyIsSeen() async throws {
    let server = try earlyRefusal(isDrained: true)
    let uplink = try TestUplink()
    for _ in 0..<20 {
      let reply = await uplink.send(
        request(.post, server.url) { $0.body = .bytes([UInt8](repeating: 65, count: 4 << 20)) })
      #expect(reply == .answer(UplinkResponse(status: 413, body: Array("{}".utf8))))
    }
  }

  /// A reset may overtake the refusal; then it is a connection cut off, never something else.
  @Test func anEarlyRefusalThatIsResetIsSeenOrCutOff() async throws {
    let server = try earlyRefusal(isDrained: false)
    let uplink = try TestUplink()
    for _ in 0..<20 {
      let reply = await uplink.send(
        request(.post, server.url) { $0.body = .bytes([UInt8](repeating: 65, count: 4 << 20)) })
      let cut = UplinkReply.unreachable("127.0.0.1:\(server.port): the connection was cut off")
      #expect(
        reply == .answer(UplinkResponse(status: 413, body: Array("{}".utf8))) || reply == cut)
    }
  }
}
