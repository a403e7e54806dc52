import Glibc
import HTTPClient
import Linux
import Synchronization
import TestSupport
import Testing

/// Connections, queue, cancellation and end.
@Suite(.timeLimit(.minutes(10))) struct UplinkLifeTests {
  private let folder = TemporaryFolder()

  @Test func aConnectionIsKept() async throws {
    let server = try ScriptedServer { connection, number in
      while connection.readRequest() != nil {
        connection.report("\(number)")
        connection.write(ok)
      }
    }
    let uplink = try TestUplink()
    for _ in 0..<5 { _ = await uplink.send(request(.get, server.url)) }
    _ = await uplink.send(request(.get, server.url) { $0.mayReuseConnection = false })
    var events = server.events.makeAsyncIterator()
    var numbers: [String] = []
    for _ in 0..<6 { numbers.append(await events.next()!) }
    #expect(numbers == ["0", "0", "0", "0", "0", "1"])
  }

  /// Answers the first request of a connection and drops the second one after its head.
  private func forgetfulServer() throws -> ScriptedServer {
    try ScriptedServer { connection, number in
      while let (head, body) = connection.readRequest() {
        connection.report("\(number) \(head.prefix(3)) \(String(decoding: body, as: UTF8.self))")
        if head.hasPrefix("PUT") && number == 0 { return }
        connection.write(ok)
      }
    }
  }

  @Test func aDeadKeptConnectionIsReplacedAndTheBodySentAgain() async throws {
    let server = try forgetfulServer()
    try Files.replace(folder.file("a"), with: Array("body".utf8))
    let uplink = try TestUplink()
    _ = await uplink.send(request(.get, server.url))
    let reply = await uplink.send(
      request(.put, server.url) { $0.body = .file(path: folder.file("a"), bytes: 4) })
    #expect(reply == .answer(UplinkResponse(status: 200, body: Array("{}".utf8))))
    var events = server.events.makeAsyncIterator()
    #expect(await events.next() == "0 GET ")
    #expect(await events.next() == "0 PUT body")
    #expect(await events.next() == "1 PUT body")
  }

  @Test func aFreshConnectionSendsOnce() async throws {
    let server = try forgetfulServer()
    let reply = try await TestUplink().send(
      request(.put, server.url) { ($0.body, $0.mayReuseConnection) = (.bytes([65]), false) })
    guard case .unreachable = reply else { return #expect(reply == .timedOut) }
    var events = server.events.makeAsyncIterator()
    #expect(await events.next() == "0 PUT A")
    #expect(try ClientSockets.states(to: server.port) == [])
  }

  @Test func twoHundredRequestsLeaveNoDescriptor() async throws {
    let server = try ScriptedServer { connection, _ in
      while let (head, _) = connection.readRequest() {
        connection.write(
          head.contains("/close") ? ok.replacing("K\r\n", with: "K\r\nConnection: close\r\n") : ok)
        if head.contains("/cut") { return }
      }
    }
    try Files.replace(folder.file("a"), with: [65, 66])
    let uplink = try TestUplink()
    for number in 0..<200 {
      let path = ["/keep", "/close", "/cut", "/keep"][number % 4]
      let reply = await uplink.send(
        request(.put, server.url + path) { $0.body = .file(path: folder.file("a"), bytes: 2) })
      #expect(reply == .answer(UplinkResponse(status: 200, body: Array("{}".utf8))))
    }
    #expect(try ClientSockets.states(to: server.port).count <= 4)
    #expect(openNames().filter { $0 == folder.file("a") } == [])
    uplink.uplink.stop()
    #expect(try ClientSockets.states(to: server.port) == [])
  }

  private func openNames() -> [String] {
    ((try? Files.names(in: "/proc/self/fd")) ?? []).compactMap { number in
      var buffer = [CChar](repeating: 0, count: 4097)
      let count = readlink("/proc/self/fd/\(number)", &buffer, 4096)
      return count < 0
        ? nil : String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  @Test func fewGoAtATimeAndTheQueueIsBounded() async throws {
    let (now, most) = (Counter(), Counter())
    let gate = ThreadGate()
    let server = try ScriptedServer { connection, _ in
      while connection.readRequest() != nil {
        most.raise(to: now.add(1))
        connection.report("here")
        gate.wait()
        now.add(-1)
        connection.write(ok)
      }
    }
    let uplink = try TestUplink { ($0.transferLimit, $0.queueLimit) = (2, 5) }
    let replies = await withTaskGroup(of: UplinkReply.self) { group in
      var events = server.events.makeAsyncIterator()
      for _ in 0..<2 { group.addTask { await uplink.send(request(.get, server.url)) } }
      for _ in 0..<2 { _ = await events.next() }
      for _ in 0..<8 { group.addTask { await uplink.send(request(.get, server.url)) } }
      var replies: [UplinkReply] = []
      // Three more than wait and go are refused before any of the others is answered.
      for _ in 0..<3 { replies.append(await group.next()!) }
      gate.open()
      for await reply in group { replies.append(reply) }
      return replies
    }
    #expect(replies.prefix(3).allSatisfy { $0 == .unsent("too many requests wait") })
    #expect(replies.dropFirst(3).count == 7)
    #expect(
      replies.dropFirst(3).allSatisfy {
        $0 == .answer(UplinkResponse(status: 200, body: Array("{}".utf8)))
      })
    #expect(most.value == 2)
  }

  @Test func cancellingWhileWaitingEndsTheTransfer() async throws {
    let server = try ScriptedServer { connection, _ in
      connection.report("asked \(connection.readRequest() != nil)")
      connection.report("hung up after \(connection.waitForHangUp())")
    }
    let uplink = try TestUplink()
    let task = Task { await uplink.send(request(.get, server.url) { $0.timeoutMs = 600_000 }) }
    var events = server.events.makeAsyncIterator()
    #expect(await events.next() == "asked true")
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(await events.next() == "hung up after 0")
  }

  @Test func cancellingWhileSendingEndsTheTransfer() async throws {
    let count = 64 << 20
    let gate = ThreadGate()
    let server = try ScriptedServer { connection, _ in
      connection.report("asked \(connection.readHead() != nil)")
      gate.wait()
      connection.report(connection.waitForHangUp() < count ? "cut" : "whole")
    }
    let uplink = try TestUplink()
    let task = Task {
      await uplink.send(
        request(.put, server.url) {
          $0.body = .bytes([UInt8](repeating: 65, count: count))
          $0.timeoutMs = 600_000
        })
    }
    var events = server.events.makeAsyncIterator()
    #expect(await events.next() == "asked true")
    task.cancel()
    #expect(await task.value == .cancelled)
    gate.open()
    #expect(await events.next() == "cut")
  }

  @Test func cancellingWhileConnectingEndsTheTransfer() async throws {
    let (port, descriptors) = try ScriptedServer.deaf()
    defer { descriptors.forEach { close($0) } }
    let before = try ClientSockets.states(to: port).filter { $0 == ClientSockets.synSent }.count
    let uplink = try TestUplink { $0.connectTimeoutMs = 600_000 }
    let task = Task {
      await uplink.send(request(.get, "http://127.0.0.1:\(port)") { $0.timeoutMs = 600_000 })
    }
    while try ClientSockets.states(to: port).filter({ $0 == ClientSockets.synSent }).count <= before
    {
      await Task.yield()
    }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func whatIsCancelledBeforeOrInTheQueueIsNeverSent() async throws {
    let server = try ScriptedServer { connection, _ in
      while let (head, _) = connection.readRequest() {
        connection.report(String(head.prefix { $0 != "\r\n" }))
        if head.hasPrefix("POST") { connection.waitForHangUp() }
        connection.write(ok)
      }
    }
    let uplink = try TestUplink { $0.transferLimit = 1 }
    let first = Task { await uplink.send(request(.post, server.url)) }
    var events = server.events.makeAsyncIterator()
    #expect(await events.next() == "POST / HTTP/1.1")
    let queued = Task { await uplink.send(request(.get, server.url + "/never")) }
    let early = Task {
      while !Task.isCancelled { await Task.yield() }
      return await uplink.send(request(.get, server.url + "/never"))
    }
    for task in [queued, early] {
      task.cancel()
      #expect(await task.value == .cancelled)
    }
    first.cancel()
    #expect(await first.value == .cancelled)
    _ = await uplink.send(request(.get, server.url + "/last"))
    #expect(await events.next() == "GET /last HTTP/1.1")
  }

  @Test func stoppingEndsEverything() async throws {
    let server = try ScriptedServer { connection, _ in
      connection.report("asked \(connection.readRequest() != nil)")
      connection.waitForHangUp()
    }
    let uplink = try Uplink(
      {
        var settings = UplinkSettings(); settings.transferLimit = 1; return settings
      }())
    async let first = uplink.send(request(.get, server.url))
    async let second = uplink.send(request(.get, server.url))
    var events = server.events.makeAsyncIterator()
    #expect(await events.next() == "asked true")
    uplink.stop()
    #expect(await first == .cancelled)
    #expect(await second == .cancelled)
    #expect(await uplink.send(request(.get, server.url)) == .cancelled)
    #expect(try ClientSockets.states(to: server.port) == [])
    uplink.stop()
  }
}

private final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
  @discardableResult
  func add(_ number: Int) -> Int { count.add(number, ordering: .sequentiallyConsistent).newValue }
  func raise(to number: Int) { count.max(number, ordering: .sequentiallyConsistent) }
}
