import FlightModel
import HTTPClient
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing

/// What statuses and silences mean at every service.
@Suite(.timeLimit(.minutes(10))) struct CommonAnswerTests {
  private static let services = Service.takingFlights

  @Test(arguments: services) func a401IsAnUnknownLogin(service: Service) async throws {
    let fixture = try await StubFixture(service)
    try await fixture.stub.fail(["status": 401])
    #expect(try await fixture.upload() == .failure(.unauthorised))
  }

  @Test(arguments: services) func a429WaitsAsLongAsItSays(service: Service) async throws {
    let fixture = try await StubFixture(service)
    try await fixture.stub.fail(["status": 429, "headers": ["Retry-After": "90"]])
    #expect(try await fixture.upload() == .failure(.retryLater(waitMs: 90_000)))
  }

  @Test(arguments: services) func a503MaySayHowLong(service: Service) async throws {
    let fixture = try await StubFixture(service)
    try await fixture.stub.fail(
      ["status": 503, "headers": ["Retry-After": "5"]], ["status": 503])
    #expect(try await fixture.upload() == .failure(.retryLater(waitMs: 5000)))
    #expect(try await fixture.upload() == .failure(.tryAgain("status 503")))
  }

  @Test(arguments: services, ["cut", "half"])
  func anAnswerThatEndsEarlyIsNone(service: Service, mode: String) async throws {
    let fixture = try await StubFixture(service)
    try await fixture.stub.fail(["mode": .string(mode)])
    guard case .failure(.tryAgain) = try await fixture.upload() else {
      Issue.record("taken for an answer")
      return
    }
  }

  @Test(arguments: services) func aStalledServiceIsGivenUp(service: Service) async throws {
    let fixture = try await StubFixture(service)
    try await fixture.stub.fail(["mode": "stall", "times": 1])
    let uplink = try HeldUplink()
    let credential = try ServiceCredential(service, StubFixture.good[service]!)
    let client = try #require(
      service.uploadClient(
        at: fixture.stub.address(of: service == .weglide ? "weglide/v1" : service.rawValue),
        credential, over: uplink.hurried(ms: 500)))
    let result = await outcome { () async throws(ServiceFault) in try await client.upload(.example)
    }
    #expect(result == .failure(.tryAgain("no answer in time")))
  }

  @Test(arguments: services, ["", "{", "<html>portal</html>", "[]", "{}", "null", "[{\"id\":{}}]"])
  func aGoodStatusWithAStrangeBodyIsNoSuccess(service: Service, body: String) async throws {
    let fixture = try await StubFixture(service)
    let path = ["weglide": "igcfile", "skylines": "flights/upload", "charron": "2026/invoer2.php"]
    try await fixture.stub.fail([
      "status": 200, "body": .string(body), "path": .string(path[service.rawValue]!),
    ])
    guard case .failure(.tryAgain) = try await fixture.upload() else {
      Issue.record("taken for an answer")
      return
    }
  }

  @Test(arguments: services) func nobodyFollowsARedirect(service: Service) async throws {
    let fixture = try await StubFixture(service)
    try await fixture.stub.fail(["status": 302, "headers": ["Location": "https://portal.example/"]])
    #expect(try await fixture.upload() == .failure(.tryAgain("status 302")))
  }

  @Test(arguments: services) func whatAServiceSaysIsBounded(service: Service) async throws {
    let fixture = try await StubFixture(service)
    let words = String(repeating: "a\u{7}", count: 1000)
    try await fixture.stub.fail([
      "status": 418, "body": .string(JSONValue.object(["error": .string(words)]).text()),
    ])
    guard case .failure(.refused(let said)) = try await fixture.upload() else {
      Issue.record("not refused")
      return
    }
    #expect(said.count <= 200 && !said.contains("\u{7}"))
  }

  @Test(arguments: services) func aServiceOutOfReachIsTriedAgain(service: Service) async throws {
    let credential = try ServiceCredential(service, StubFixture.good[service]!)
    let uplink = try HeldUplink()
    let client = try #require(
      service.uploadClient(at: .init("http://127.0.0.1:1")!, credential, over: uplink.transport))
    let result = await outcome { () async throws(ServiceFault) in try await client.upload(.example)
    }
    guard case .failure(.tryAgain) = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test(arguments: services) func aCredentialSaysNothingOfItself(service: Service) throws {
    let credential = try ServiceCredential(service, StubFixture.good[service]!)
    var dumped = ""
    dump(credential, to: &dumped)
    for value in StubFixture.good[service]!.values where value.count > 2 {
      for text in ["\(credential)", String(reflecting: credential), dumped] {
        #expect(!text.contains(value))
      }
    }
  }
}
