import Glibc
import JSON
import Linux
import Synchronization
import TestSupport
import Testing

extension EndToEnd {
  /// What an operator and devices do with the real receiver over real sockets.
  @Suite(.timeLimit(.minutes(10)))
  struct ReceiverTests {
    private func fixture() throws -> [UInt8] {
      try Files.read(
        "\(PackageFolder.root)/Fixtures/sync-contract/every-table-strict/batch.json",
        limit: 1 << 20)
    }

    @Test("an account, its code, a token, a batch, and the batch read back; sign-out")
    func theWholeWay() async throws {
      let box = try ReceiverBox()
      let code = try await box.addAccount("Ada Glider")
      try await box.start()
      let token = try box.signIn(code)
      #expect(try box.call("POST", "/api/auth/device-tokens", bearer: code).status == 401, "once")
      let account = try JSONValue.parse(box.call("GET", "/api/account", bearer: token).body)
      #expect(account["name"]?.string == "Ada Glider")
      let batch = try fixture()
      let taken = try box.call("POST", "/api/sync", bearer: token, body: batch)
      #expect(taken.status == 200, "\(taken)")
      let page = try box.call("GET", "/api/tables/boards?dialect=strict", bearer: token)
      #expect(page.status == 200 && page.body.count > 100)
      let rows = page.text.dropFirst().dropLast()
      #expect(String(decoding: batch, as: UTF8.self).contains(rows))
      #expect(try box.call("DELETE", "/api/auth/device-tokens/current", bearer: token).status < 300)
      #expect(try box.call("POST", "/api/sync", bearer: token, body: batch).status == 401)
      #expect(await box.stop() == .exit(0))
      for secret in [code, token, "Ada Glider"] { #expect(!box.log.contains(secret)) }
    }

    @Test("a file travels both ways, and strangers, sizes and paths are refused on the head alone")
    func filesAndRefusals() async throws {
      let box = try ReceiverBox()
      try await box.start()
      let token = try box.signIn(try await box.addAccount("Ada"))
      let path =
        "/api/blobs/file/" + "9834876dcfb05cb167a5c24953eba58c4ac89b1adf57f28f2f9d09af107ee8f0"
      let content = Array("aaa".utf8)
      #expect(try box.call("PUT", path, body: content).status == 401)
      #expect(try box.call("PUT", path, bearer: "x", body: content).status == 401)
      #expect(try box.call("PUT", path, bearer: token, body: content).status == 201)
      #expect(try box.call("PUT", path, bearer: token, body: content).status == 200)
      #expect(try box.call("GET", path, bearer: token).body == content)
      #expect(try box.call("HEAD", path, bearer: token).status == 200)
      let large = [UInt8](repeating: 0x20, count: (20 << 20) + 1)
      #expect(try box.call("PUT", path, bearer: token, body: large).status == 413)
      #expect(try box.call("PUT", path, bearer: "stranger", body: large).status == 401)
      let batch = [UInt8](repeating: 0x20, count: (1 << 20) + 1)
      let answer = try box.call("POST", "/api/sync", bearer: token, body: batch)
      #expect(answer.status == 413 && answer.text.contains(#""maxBytes":1048576"#))
      #expect(try box.call("GET", "/etc/passwd").status == 404)
      #expect(try box.call("PUT", "/api/sync", bearer: token, body: []).status == 405)
    }

    @Test("what was acknowledged is there after SIGKILL, and every batch is whole or not there")
    func kills() async throws {
      let box = try ReceiverBox()
      let code = try await box.addAccount("Ada")
      try await box.start()
      let token = try box.signIn(code)
      var acknowledged: Set<String> = []
      for round in 0..<3 {
        let senders = (0..<3).map { BatchSender("\(round)-\($0)", box.port, token) }
        let goal = acknowledged.count + 20 * (round + 1)
        try await eventually("batches") {
          (senders.reduce(acknowledged.count) { $0 + $1.acknowledged.count } >= goal).orNil
        }
        await box.kill()
        for sender in senders {
          try await eventually("end of a sender") { sender.isDone.orNil }
          acknowledged.formUnion(sender.acknowledged)
        }
        try await box.start()
        let stored = try BatchSender.stored(at: box.port, token)
        #expect(stored.values.allSatisfy { $0 == BatchSender.rows }, "batches came in parts")
        #expect(acknowledged.subtracting(stored.keys) == [], "acknowledged and lost")
      }
      #expect(acknowledged.count >= 60)
    }

    @Test("two receivers on one PostgreSQL are one")
    func twoReceivers() async throws {
      let more = "[storage]\npostgresql = \(try PrivatePostgres.shared().makeDatabase())"
      let boxes = [try ReceiverBox(more), try ReceiverBox(more)]
      for box in boxes { try await box.start() }
      let token = try boxes[0].signIn(try await boxes[1].addAccount("Ada"))
      let senders = boxes.enumerated().map { BatchSender("\($0)", $1.port, token) }
      for sender in senders {
        try await eventually("batches") { (sender.acknowledged.count >= 10).orNil }
      }
      await boxes[0].kill()
      let so = senders[1].acknowledged.count
      try await eventually("the other goes on") { (senders[1].acknowledged.count > so + 3).orNil }
      senders[1].stop()
      for sender in senders { try await eventually("end") { sender.isDone.orNil } }
      let stored = try BatchSender.stored(at: boxes[1].port, token)
      #expect(stored.values.allSatisfy { $0 == BatchSender.rows })
      for sender in senders { #expect(sender.acknowledged.subtracting(stored.keys) == []) }
      try await boxes[0].start()
      let digests = try boxes.map { try $0.call("GET", "/api/tables", bearer: token).text }
      #expect(digests[0] == digests[1])
      let revoked = try await boxes[0].command("account", "revoke", "Ada")
      #expect(revoked.output == ["signed out: 1 device"])
      for box in boxes {
        #expect(try box.call("GET", "/api/account", bearer: token).status == 401)
        #expect(await box.stop() == .exit(0))
      }
    }

    @Test("attempts with codes are counted by device, behind a proxy that is trusted and no other")
    func proxies() async throws {
      func attempts(_ box: ReceiverBox) throws -> [Int] {
        // Ten at once are free for each.
        try (0..<12).map { index in
          let more = "X-Forwarded-For: 203.0.113.9, 198.51.100.\(index)\r\n"
          return try box.call("POST", "/api/auth/device-tokens", bearer: "wrong", more: more).status
        }
      }
      let open = try ReceiverBox()
      try await open.start()
      #expect(try attempts(open) == Array(repeating: 401, count: 10) + [429, 429])
      let proxied = try ReceiverBox()
      try proxied.configure("[listen]\naddress = 127.0.0.1:0\ntrusted-proxies = 127.0.0.1")
      try await proxied.start()
      #expect(try attempts(proxied) == Array(repeating: 401, count: 12))
    }

    @Test("accounts by hand: list, a second device, revoke, delete")
    func accounts() async throws {
      let box = try ReceiverBox()
      let first = try await box.command("account", "add", "Ada Glider", "--id", "ada")
      #expect(first.code == 0)
      #expect(first.output.contains { $0.hasPrefix("one-time code:") })
      #expect(first.output.contains { $0.contains("barograph account sign-in --server ") })
      #expect(try await box.command("account", "add", "Other", "--id", "ada").code == 1)
      let second = try await box.command("account", "code", "Ada Glider", "--json")
      #expect(second.code == 0)
      let list = try await box.command("account", "list")
      #expect(list.output == ["ada  Ada Glider  never heard of"])
      #expect(
        try await box.command("account", "delete", "ada").code == 1, "standard input is empty")
      #expect(try await box.command("account", "delete", "nobody", "--yes").code == 1)
      #expect(try await box.command("account", "delete", "ada", "--yes").code == 0)
      #expect(try await box.command("account", "list").output == ["no accounts"])
      #expect(try await box.command("account", "lisst").code == 64)
    }

    @Test("a wrong configuration and secrets that others may read are refused with words")
    func refusalsAtTheStart() async throws {
      let box = try ReceiverBox("[limits]\nconnections = none")
      let wrong = try await box.command("serve", "--check-config")
      #expect(wrong.code == 78)
      #expect(
        wrong.output.first?.hasPrefix("\(box.configurationPath):4: limits.connections") == true)
      #expect(try await box.command("serve").code == 78)
      let url = box.folder.file("url")
      try Files.replace(url, with: Array("postgresql://u:secret@h/d\n".utf8), mode: 0o644)
      try box.configure("[storage]\npostgresql-url-file = \(url)")
      let open = try await box.command("serve")
      #expect(open.code == 66)
      #expect(open.output.contains { $0.contains("0600") })
      #expect(!open.output.contains { $0.contains("secret") })
      let holder = try Loopback.listen()
      try box.configure("[listen]\naddress = 127.0.0.1:\(try Loopback.port(of: holder))")
      #expect(try await box.command("serve").code == 69)
    }

    @Test("takes the socket that systemd passes")
    func passedSocket() async throws {
      let box = try ReceiverBox()
      // As systemd does it: the listening socket is descriptor 3 of the process that is named.
      let script = """
        import os, socket, sys
        s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen()
        os.dup2(s.fileno(), 3); os.set_inheritable(3, True)
        os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
        print("passed", s.getsockname()[1], flush=True)
        os.execv(sys.argv[1], sys.argv[1:])
        """
      box.prefix = ["python3", "-c", script]
      try await box.start()
      #expect(box.log.lines.first == "passed \(box.port)")
      #expect(try box.call("GET", "/healthz").status == 200)
      #expect(await box.stop() == .exit(0))
    }

    @Test("serves TLS with a certificate and a key of its own user's")
    func tls() async throws {
      let box = try ReceiverBox()
      let (key, certificate) = (box.folder.file("key"), box.folder.file("certificate"))
      let made = try await ChildProcess.run([
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
        "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
        "-keyout", key, "-out", certificate,
      ])
      try #require(made.ending == .exit(0), "\(made.output)")
      try box.configure(
        "[listen]\naddress = 127.0.0.1:0\ntls-certificate = \(certificate)\ntls-key = \(key)")
      try await box.start()
      let request = #"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"#
      let client = try await ChildProcess.run([
        "sh", "-c",
        "printf '\(request)' | openssl s_client -quiet -verify_return_error -CAfile \(certificate) "
          + "-connect 127.0.0.1:\(box.port)",
      ])
      #expect(client.output.contains(#"{"status":"ok"}"#), "\(client.output)")
      await box.stop()
      chmod(key, 0o640)
      #expect(try await box.command("serve").code == 66)
    }
  }
}

/// Sends batch after batch, each of the same count of rows, until it is told to stop or the receiver
/// is gone.
private final class BatchSender: Sendable {
  static let rows = 20

  private struct State {
    var acknowledged: Set<String> = []
    var isStopped = false
    var isDone = false
  }

  private let state = Mutex(State())

  /// The names of batches that were answered 200.
  var acknowledged: Set<String> { state.withLock { $0.acknowledged } }
  var isDone: Bool { state.withLock { $0.isDone } }

  init(_ name: String, _ port: UInt16, _ token: String) {
    try? Threads.spawn(name: "sender") { [self] in
      for number in 0..<10_000 where !state.withLock({ $0.isStopped }) {
        let batch = "\(name)-\(number)"
        let answer = try? PlainAnswer(
          port: port, "POST", "/api/sync", bearer: token, body: Self.body(batch))
        guard answer?.status == 200 else { break }
        state.withLock { _ = $0.acknowledged.insert(batch) }
      }
      state.withLock { $0.isDone = true }
    }
  }

  func stop() { state.withLock { $0.isStopped = true } }

  private static func body(_ batch: String) -> [UInt8] {
    let rows = (0..<rows).map { row in
      #"{"key":"\#(batch)/\#(row)","valueJson":"1","updatedAt":1000}"#
    }
    return Array(#"{"appSettings":[\#(rows.joined(separator: ","))]}"#.utf8)
  }

  /// Every batch that is stored, with the count of its rows.
  static func stored(at port: UInt16, _ token: String) throws -> [String: Int] {
    var found: [String: Int] = [:]
    var after = ""
    while true {
      let page = try PlainAnswer(
        port: port, "GET", "/api/tables/appSettings\(after)", bearer: token)
      let json = try JSONValue.parse(page.body)
      for row in json["appSettings"]?.array ?? [] {
        let key = row["key"]?.string ?? ""
        found[String(key.prefix { $0 != "/" }), default: 0] += 1
      }
      guard let next = page.headers["barograph-next"] else { return found }
      after = "?after=\(next)"
    }
  }
}
