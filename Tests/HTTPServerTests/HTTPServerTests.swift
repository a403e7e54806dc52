import Glibc
import HTTPClient
import HTTPServer
import Synchronization
import Testing

/// A server in a directory of its own; both are gone with the value.
final class ServerBench: Sendable {
  let directory: String
  let server: UnixHTTPServer
  var path: String { server.path }

  init(
    limits: HTTPServerLimits = HTTPServerLimits(),
    handler: @escaping HTTPHandler
  ) throws {
    directory = try makeDirectory()
    server = try UnixHTTPServer(path: directory + "/s", limits: limits, handler: handler)
  }

  func client(timeout: Int = 10) -> UnixHTTPClient {
    UnixHTTPClient(socketPath: path, timeoutSeconds: timeout)
  }

  deinit {
    server.shutdown()
    rmdir(directory)
  }
}

func makeDirectory() throws -> String {
  var template = Array("/tmp/barograph-http-XXXXXX".utf8CString)
  try #require(mkdtemp(&template) != nil)
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// A plain socket to a server, for bytes that no HTTP client sends.
struct RawConnection {
  let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0)
  }

  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// What has come when it is enough, or when the server has closed.
  func read(until isEnough: (String) -> Bool) -> String {
    var all: [UInt8] = []
    var byte: UInt8 = 0
    while !isEnough(String(decoding: all, as: UTF8.self)), recv(descriptor, &byte, 1, 0) == 1 {
      all.append(byte)
    }
    return String(decoding: all, as: UTF8.self)
  }

  /// Everything until the server closes.
  func readToEnd() -> String {
    var all: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &block, block.count, 0)
      if count <= 0 { return String(decoding: all, as: UTF8.self) }
      all += block.prefix(count)
    }
  }

  func close() { Glibc.close(descriptor) }
}

@Suite struct HTTPServerTests {
  @Test func carriesARequestThereAndAnAnswerBack() throws {
    let bench = try ServerBench { request in
      let text =
        "\(request.method) \(request.path) \(request.query) \(String(decoding: request.body, as: UTF8.self)) \(request.peer.process?.userID == getuid())"
      return HTTPResponse(status: 201, text: text)
    }
    let target = "/a/b?x=" + UnixHTTPClient.percentEncoded("1 &ä") + "&y="
    let answer = try bench.client().post(target, json: Array("{}".utf8))
    #expect(answer.status == 201)
    #expect(answer.contentType == "text/plain; charset=utf-8")
    #expect(
      String(decoding: answer.body, as: UTF8.self)
        == #"POST /a/b [(name: "x", value: "1 &ä"), (name: "y", value: "")] {} true"#)
  }

  @Test func theSocketIsForOwnerAndGroup() throws {
    let bench = try ServerBench { _ in HTTPResponse(status: 200, text: "") }
    var status = stat()
    #expect(lstat(bench.path, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o660)
  }

  @Test func answersManyAtOnce() async throws {
    let most = Mutex((now: 0, most: 0))
    let bench = try ServerBench { request in
      most.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      // All eight meet here before one of them goes on.
      while most.withLock({ $0.most }) < 8 { usleep(1000) }
      most.withLock { $0.now -= 1 }
      return HTTPResponse(status: 200, text: request.path)
    }
    let client = bench.client(timeout: 60)
    let threads = (0..<8).map { index in
      BlockingCall { (try? client.get("/\(index)"))?.body }
    }
    for (index, thread) in threads.enumerated() {
      #expect(thread.join() == Array("/\(index)".utf8))
    }
    #expect(most.withLock { $0.most } == 8)
  }

  @Test func streamsMoreThanAnyBuffer() throws {
    let bench = try ServerBench { _ in
      var blocks = 0
      return HTTPResponse(
        contentType: "text/csv",
        body: .stream {
          blocks += 1
          return blocks > 300 ? nil : [UInt8](repeating: UInt8(blocks & 0xFF), count: 100_000)
        })
    }
    var count = 0
    var sum: UInt64 = 0
    let answer = try bench.client().stream("/x") { bytes in
      count += bytes.count
      for byte in bytes { sum &+= UInt64(byte) }
      return true
    }
    #expect(answer.status == 200)
    #expect(count == 30_000_000)
    #expect(sum == (1...300).reduce(0) { $0 + UInt64($1 & 0xFF) * 100_000 })
  }

  @Test func aHangUpInMidStreamFreesTheStream() throws {
    let released = BlockingSignal()
    let bench = try ServerBench { _ in
      let token = ReleaseToken(signal: released)
      return HTTPResponse(
        contentType: "text/csv",
        body: .stream { withExtendedLifetime(token) { [UInt8](repeating: 65, count: 50_000) } })
    }
    let stopped = #expect(throws: HTTPClientError.self) {
      try bench.client().stream("/endless") { _ in false }
    }
    #expect(stopped == .stopped)
    #expect(released.wait(seconds: 20))
    #expect(throws: HTTPClientError.stopped) { try bench.client().stream("/again") { _ in false } }
  }

  @Test func aStreamThatFailsIsSeenAsIncomplete() throws {
    struct Failure: Error {}
    let bench = try ServerBench { _ in
      var count = 0
      return HTTPResponse(
        contentType: "text/csv",
        body: .stream {
          count += 1
          if count > 2 { throw Failure() }
          return [65, 66]
        })
    }
    let error = #expect(throws: HTTPClientError.self) { try bench.client().get("/x") }
    guard case .cut = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aBodyTooLongIsRefusedUnread() throws {
    var limits = HTTPServerLimits()
    limits.bodyBytes = 100
    let calls = Mutex(0)
    let bench = try ServerBench(limits: limits) { _ in
      calls.withLock { $0 += 1 }
      return HTTPResponse(status: 200, text: "")
    }
    #expect(try bench.client().post("/x", json: [UInt8](repeating: 32, count: 100)).status == 200)
    let raw = try RawConnection(path: bench.path)
    defer { raw.close() }
    raw.send(Array("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 101\r\n\r\n".utf8))
    #expect(raw.readToEnd().hasPrefix("HTTP/1.1 413 "))
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func aBodyOfUnknownLengthIsRefused() throws {
    let bench = try ServerBench { _ in HTTPResponse(status: 200, text: "") }
    let raw = try RawConnection(path: bench.path)
    defer { raw.close() }
    raw.send(Array("POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
    #expect(raw.readToEnd().hasPrefix("HTTP/1.1 411 "))
  }

  @Test func aSlowClientIsCutAtItsDeadline() throws {
    var limits = HTTPServerLimits()
    limits.requestSeconds = 1
    let bench = try ServerBench(limits: limits) { _ in HTTPResponse(status: 200, text: "") }
    let raw = try RawConnection(path: bench.path)
    defer { raw.close() }
    // A byte each 50 ms is never idle; without a deadline this would go on for 20 s.
    var sent = 0
    while sent < 400, raw.send([UInt8(ascii: "G")]) {
      sent += 1
      usleep(50_000)
    }
    #expect(sent < 100)
    #expect(try bench.client().get("/x").status == 200)
  }

  @Test func aClientThatTakesNothingIsCut() throws {
    var limits = HTTPServerLimits()
    limits.sendSeconds = 1
    let released = BlockingSignal()
    let bench = try ServerBench(limits: limits) { _ in
      let token = ReleaseToken(signal: released)
      return HTTPResponse(
        contentType: "text/csv",
        body: .stream { withExtendedLifetime(token) { [UInt8](repeating: 65, count: 50_000) } })
    }
    let raw = try RawConnection(path: bench.path)
    defer { raw.close() }
    raw.send(Array("GET /x HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
    #expect(released.wait(seconds: 20))
  }

  @Test func aHandlerMayThinkForLongerThanAClientMay() throws {
    var limits = HTTPServerLimits()
    limits.requestSeconds = 1
    limits.sendSeconds = 1
    let bench = try ServerBench(limits: limits) { request in
      usleep(1_300_000)
      if request.path == "/stream" {
        var blocks = 0
        return HTTPResponse(
          contentType: "text/csv",
          body: .stream {
            blocks += 1
            if blocks == 2 { usleep(1_300_000) }
            return blocks > 2 ? nil : [65]
          })
      }
      return HTTPResponse(status: 200, text: "thought")
    }
    #expect(try bench.client().get("/x").body == Array("thought".utf8))
    #expect(try bench.client().get("/stream").body == [65, 65])
  }

  @Test func headersAreBounded() throws {
    let bench = try ServerBench { _ in HTTPResponse(status: 200, text: "") }
    let raw = try RawConnection(path: bench.path)
    defer { raw.close() }
    raw.send(Array("GET /x HTTP/1.1\r\nHost: x\r\n".utf8))
    raw.send(Array(("A: " + String(repeating: "a", count: 60_000) + "\r\n\r\n").utf8))
    let answer = raw.readToEnd()
    #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"))
    #expect(try bench.client().get("/x").status == 200)
  }

  @Test func seededGarbageLeavesTheServerAlive() throws {
    let bench = try ServerBench { _ in HTTPResponse(status: 200, text: "ok") }
    var state: UInt64 = 7
    let alphabet = Array("GET POST / HTTP/1.1\r\n\r\nHost: Content-Length: -1 99 %00%zz?&=\0".utf8)
    for _ in 0..<100 {
      let bytes = (0..<80).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 63 == 0
          ? alphabet[Int(state >> 33) % alphabet.count] : UInt8(truncatingIfNeeded: state >> 40)
      }
      let raw = try RawConnection(path: bench.path)
      raw.send(bytes)
      raw.close()
    }
    #expect(try bench.client().get("/x").body == Array("ok".utf8))
  }

  @Test func aFloodOfConnectionsDoesNotStayForEver() throws {
    var limits = HTTPServerLimits()
    limits.connections = 4
    limits.requestSeconds = 1
    let bench = try ServerBench(limits: limits) { _ in HTTPResponse(status: 200, text: "") }
    let idle = try (0..<8).map { _ in try RawConnection(path: bench.path) }
    defer { for connection in idle { connection.close() } }
    for connection in idle { _ = connection.readToEnd() }
    // The server may still be counting the last of them when the next one comes.
    var status: Int?
    for _ in 0..<200 where status == nil {
      status = try? bench.client().get("/x").status
      if status == nil { usleep(20_000) }
    }
    #expect(status == 200)
  }

  @Test func shutdownCutsStreamsAndRemovesTheSocket() throws {
    let bench = try ServerBench { _ in
      HTTPResponse(contentType: "text/csv", body: .stream { [UInt8](repeating: 65, count: 1000) })
    }
    let client = bench.client()
    let began = BlockingSignal()
    let call = BlockingCall {
      do {
        _ = try client.stream("/endless") { _ in
          began.raise()
          return true
        }
        return "ended"
      } catch {
        if case .cut = error as? HTTPClientError { return "cut" }
        return "\(error)"
      }
    }
    #expect(began.wait(seconds: 20))
    bench.server.shutdown()
    #expect(call.join() == "cut")
    #expect(access(bench.path, F_OK) != 0)
    #expect(throws: HTTPClientError.noSocket(path: bench.path)) { try client.get("/") }
    bench.server.shutdown()
  }
}
