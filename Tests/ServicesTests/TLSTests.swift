import FlightModel
import JSON
import Linux
import ServiceDoubles
import ServicePlan
import Services
import TestSupport
import Testing

/// Services over TLS, with an authority of our own.
@Suite(.timeLimit(.minutes(10))) struct TLSTests {
  private let folder = TemporaryFolder()

  private func openssl(_ arguments: String...) async throws {
    let (ending, output) = try await ChildProcess.run(["openssl"] + arguments)
    try #require(ending == .exit(0), "\(output)")
  }

  /// A stub whose certificate an authority in `ca.pem` has made.
  private func stub() async throws -> StubServices {
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    _ = try await ChildProcess.run(
      ["openssl", "req", "-x509"] + key + [
        "-keyout", folder.file("ca.key"), "-out", folder.file("ca.pem"), "-subj",
        "/CN=Test authority", "-days", "2",
      ])
    _ = try await ChildProcess.run(
      ["openssl", "req", "-new"] + key + [
        "-keyout", folder.file("key"), "-out", folder.file("csr"), "-subj", "/CN=services",
      ])
    try Files.replace(folder.file("ext"), with: Array("subjectAltName=IP:127.0.0.1\n".utf8))
    try await openssl(
      "x509", "-req", "-in", folder.file("csr"), "-CA", folder.file("ca.pem"), "-CAkey",
      folder.file("ca.key"), "-CAcreateserial", "-extfile", folder.file("ext"), "-days", "2",
      "-out", folder.file("cert"))
    return try await StubServices(
      certificate: folder.file("cert"), key: folder.file("key"), authority: folder.file("ca.pem"))
  }

  private func upload(
    to stub: StubServices, trusting authority: String?
  ) async throws -> Result<Placement, ServiceFault> {
    let uplink = try HeldUplink(authority: authority)
    let credential = try ServiceCredential(.weglide, StubFixture.good[.weglide]!)
    let client = try #require(
      Service.weglide.uploadClient(
        at: stub.address(of: "weglide/v1"), credential, over: uplink.transport))
    return await outcome { () async throws(ServiceFault) in try await client.upload(.example) }
  }

  @Test func onlyAKnownAuthorityIsTrustedWithAKeyAndAFlight() async throws {
    let stub = try await stub()
    #expect(stub.address.hasPrefix("https://"))
    guard case .failure(.tryAgain) = try await upload(to: stub, trusting: nil) else {
      Issue.record("an unknown authority is trusted")
      return
    }
    #expect(try await stub.control()["log"] == [])
    #expect(
      try await upload(to: stub, trusting: folder.file("ca.pem")) == .success(.done(id: "500001")))
  }
}
