import HTTPClient
import Linux
import TestSupport
import Testing

/// An authority and certificates that the `openssl` command makes, and servers that use them.
private struct TestAuthority {
  let folder = TemporaryFolder()

  init() async throws {
    try await openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-keyout", folder.file("ca.key"), "-out", file, "-subj", "/CN=Test authority", "-days", "2")
  }

  var file: String { folder.file("ca.pem") }

  private func openssl(_ arguments: String...) async throws {
    let (ending, output) = try await ChildProcess.run(["openssl"] + arguments)
    try #require(ending == .exit(0), "\(output)")
  }

  /// A certificate of this authority; `days` below 0 is expired. Nil names no host but its own.
  func certificate(for name: String, days: Int = 2) async throws {
    try Files.replace(folder.file("ext"), with: Array("subjectAltName=\(name)\n".utf8))
    try await openssl(
      "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-keyout", folder.file("key"), "-out", folder.file("csr"), "-subj", "/CN=server")
    try await openssl(
      "x509", "-req", "-in", folder.file("csr"), "-CA", file, "-CAkey", folder.file("ca.key"),
      "-CAcreateserial", "-extfile", folder.file("ext"), "-days", "\(days)", "-out",
      folder.file("cert"))
  }

  /// A web server of `openssl s_server` and its port.
  func serve(_ arguments: String...) async throws -> (ChildProcess, port: String) {
    let server = try ChildProcess(
      [
        "openssl", "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", folder.file("cert"),
        "-key", folder.file("key"),
      ] + arguments)
    for await line in server.lines where line.hasPrefix("ACCEPT") {
      return (server, String(line.split(separator: ":").last ?? ""))
    }
    throw SystemError(operation: "openssl s_server", subject: folder.path, code: 0)
  }
}

@Suite(.timeLimit(.minutes(10))) struct UplinkTLSTests {
  private func ask(
    _ host: String, port: String, authority: String?
  ) async throws -> UplinkReply {
    let uplink = try TestUplink { $0.authorityFile = authority }
    return await uplink.send(
      request(.get, "https://\(host):\(port)/") { ($0.isLoopback, $0.bearer) = (false, "secret") })
  }

  /// The cause in the text of a refusal.
  private func refusal(_ reply: UplinkReply, port: String, host: String = "localhost") -> String {
    guard case .unreachable(let text) = reply, text.hasPrefix("\(host):\(port): ") else {
      return "no refusal: \(reply)"
    }
    return String(text.dropFirst(host.count + port.count + 3))
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func aServerOfAKnownAuthorityIsTrusted(version: String) async throws {
    let authority = try await TestAuthority()
    try await authority.certificate(for: "DNS:localhost,IP:127.0.0.1")
    let (server, port) = try await authority.serve(version)
    for host in ["localhost", "127.0.0.1"] {
      let reply = try await ask(host, port: port, authority: authority.file)
      guard case .answer(let response) = reply else { return #expect(reply == .timedOut) }
      #expect(response.status == 200)
    }
    server.send(9)
  }

  @Test func anUnknownAuthorityIsRefused() async throws {
    let authority = try await TestAuthority()
    let other = try await TestAuthority()
    try await authority.certificate(for: "DNS:localhost")
    let (server, port) = try await authority.serve()
    for file in [nil, other.file] {
      let reply = try await ask("localhost", port: port, authority: file)
      #expect(refusal(reply, port: port).contains("unable to get local issuer certificate"))
    }
    server.send(9)
  }

  @Test func aCertificateThatSignsItselfIsRefused() async throws {
    let authority = try await TestAuthority()
    try await authority.certificate(for: "DNS:localhost")
    let (server, port) = try await authority.serve(
      "-cert", authority.file, "-key", authority.folder.file("ca.key"))
    let reply = try await ask("localhost", port: port, authority: nil)
    #expect(refusal(reply, port: port).contains("self-signed certificate"))
    server.send(9)
  }

  @Test(arguments: ["DNS:club.example", "IP:127.0.0.2"])
  func aCertificateOfAnotherHostIsRefused(name: String) async throws {
    let authority = try await TestAuthority()
    try await authority.certificate(for: name)
    let (server, port) = try await authority.serve()
    for host in ["localhost", "127.0.0.1"] {
      let reply = try await ask(host, port: port, authority: authority.file)
      #expect(refusal(reply, port: port, host: host).contains("subject name"))
    }
    server.send(9)
  }

  @Test func anExpiredCertificateIsRefused() async throws {
    let authority = try await TestAuthority()
    try await authority.certificate(for: "DNS:localhost", days: -1)
    let (server, port) = try await authority.serve()
    let reply = try await ask("localhost", port: port, authority: authority.file)
    #expect(refusal(reply, port: port).contains("certificate has expired"))
    server.send(9)
  }

  @Test func aVersionBefore12IsRefused() async throws {
    let authority = try await TestAuthority()
    try await authority.certificate(for: "DNS:localhost")
    let old = ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]
    let (server, port) = try await authority.serve("-tls1_1", "-cipher", "ALL:@SECLEVEL=0")
    let probe = try await ChildProcess.run(
      ["openssl", "s_client", "-connect", "127.0.0.1:\(port)"] + old)
    guard probe.output.contains(where: { $0.contains("Protocol") && $0.contains("TLSv1.1") }) else {
      return print("skipped: this openssl command does not serve TLS 1.1")
    }
    let reply = try await ask("localhost", port: port, authority: authority.file)
    #expect(refusal(reply, port: port).contains("alert protocol version"))
    server.send(9)
  }

  @Test func anAuthorityFileThatIsNotThereIsNamedAsTheCause() async throws {
    let authority = try await TestAuthority()
    try await authority.certificate(for: "DNS:localhost")
    let (server, port) = try await authority.serve()
    let reply = try await ask("localhost", port: port, authority: authority.folder.file("none"))
    #expect(refusal(reply, port: port).contains(authority.folder.file("none")))
    server.send(9)
  }

  @Test func aServerWithoutTLSIsRefused() async throws {
    let server = try ScriptedServer(answer: ok)
    let reply = try await ask("127.0.0.1", port: "\(server.port)", authority: nil)
    guard case .unreachable = reply else { return #expect(reply == .timedOut) }
  }
}
