import Glibc
import HTTPServer
import Linux
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct TLSServerTests {
  private let folder = TemporaryFolder()

  /// A certificate for 127.0.0.1, signed by itself.
  private func identity(_ name: String = "a") async throws -> TLSIdentity {
    let (key, certificate) = (folder.file("\(name).key"), folder.file("\(name).crt"))
    let made = try await ChildProcess.run([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout",
      key, "-out", certificate,
    ])
    try #require(made.ending == .exit(0), "\(made.output)")
    return TLSIdentity(
      certificatePEM: String(decoding: try Files.read(certificate, limit: 1 << 16), as: UTF8.self),
      keyPEM: String(decoding: try Files.read(key, limit: 1 << 16), as: UTF8.self))
  }

  private func client(_ port: UInt16, _ options: String) async throws -> [String] {
    let request = #"GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"#
    let call = "printf '\(request)' | openssl s_client -connect 127.0.0.1:\(port) \(options) 2>&1"
    return try await ChildProcess.run(["sh", "-c", call]).output
  }

  @Test func answersWhoKnowsItsCertificate() async throws {
    let bench = try TCPBench(tls: try await identity())
    for version in ["-tls1_2", "-tls1_3"] {
      let known = "-quiet -verify_return_error -CAfile \(folder.file("a.crt")) \(version)"
      let output = try await client(bench.port, known)
      #expect(output.contains { $0.hasPrefix("HTTP/1.1 200 ") }, "\(version): \(output)")
      #expect(output.last == "GET /x ")
    }
  }

  @Test(arguments: ["-tls1", "-tls1_1"]) func oldVersionsAreRefused(version: String) async throws {
    let bench = try TCPBench(tls: try await identity())
    let output = try await client(bench.port, "-cipher DEFAULT@SECLEVEL=0 \(version)")
    // The client offered what it was told to, and nothing came back.
    let offer = output.first { $0.hasPrefix("SSL handshake has read 0 bytes and written ") }
    #expect(offer?.contains("written 0 ") == false, "\(output)")
    #expect(output.contains { $0.hasSuffix("Cipher is (NONE)") })
  }

  @Test func whoSpeaksPlainlyIsCut() async throws {
    let bench = try TCPBench(tls: try await identity())
    let answer = try bench.exchange("GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(!answer.hasPrefix("HTTP"))
  }

  @Test func aHandshakeThatNeverEndsIsCut() async throws {
    var limits = HTTPServerLimits()
    limits.requestSeconds = 1
    let bench = try TCPBench(tls: try await identity(), limits: limits)
    let raw = try bench.connect()
    defer { raw.close() }
    // The head of a record whose rest does not come.
    raw.send([0x16, 3, 1, 2, 0, 1])
    #expect(raw.readToEnd().utf8.count < 100)
  }

  @Test func aKeyOfAnotherCertificateIsRefusedAtTheStart() async throws {
    var mixed = try await identity()
    mixed.keyPEM = try await identity("b").keyPEM
    let error = #expect(throws: HTTPServerError.self) { _ = try TCPBench(tls: mixed) }
    #expect(error?.hint.contains("certificate") == true)
    mixed.keyPEM = "nonsense"
    #expect(throws: HTTPServerError.self) { _ = try TCPBench(tls: mixed) }
  }

  /// libmicrohttpd closes the socket itself when the key is refused, and the number may be another
  /// thread's by the time it returns.
  @Test func aRefusedKeyClosesNobodyElsesDescriptor() async throws {
    var broken = try await identity()
    broken.keyPEM = "nonsense"
    let isDone = Atomic(false)
    let (losses, feed) = AsyncStream<Int>.makeStream()
    try Threads.spawn(name: "opener") {
      var count = 0
      while !isDone.load(ordering: .relaxed) {
        let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
        sched_yield()
        if close(number) != 0 { count += 1 }
      }
      feed.yield(count)
    }
    for _ in 0..<2000 {
      #expect(throws: HTTPServerError.self) { _ = try TCPBench(tls: broken) }
    }
    isDone.store(true, ordering: .relaxed)
    var ends = losses.makeAsyncIterator()
    #expect(await ends.next() == 0)
  }
}
