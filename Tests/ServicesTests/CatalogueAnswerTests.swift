import FlightModel
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing
import Waypoints

/// What statuses and silences mean at every catalogue.
@Suite(.timeLimit(.minutes(10))) struct CatalogueAnswerTests {
  private static let services = PlaceFixture.services

  private func fetch(
    _ fixture: PlaceFixture
  ) async throws -> Result<CatalogueContent, CatalogueFault> {
    try await fixture.fetch(PlaceFixture.example(fixture.service).joined(separator: "/"))
  }

  private func expectTryAgain(_ result: Result<CatalogueContent, CatalogueFault>) {
    guard case .failure(.service(.tryAgain)) = result else {
      Issue.record("taken for an answer: \(result)")
      return
    }
  }

  @Test(arguments: services) func aGoodAnswerIsGood(service: Service) async throws {
    #expect(try await fetch(PlaceFixture(service)).value != nil)
  }

  @Test(arguments: services) func a429WaitsAsLongAsItSays(service: Service) async throws {
    let fixture = try await PlaceFixture(service)
    try await fixture.stub.fail(["status": 429, "headers": ["Retry-After": "90"]])
    #expect(try await fetch(fixture) == .failure(.service(.retryLater(waitMs: 90_000))))
  }

  @Test(arguments: services, [408, 500, 502, 503])
  func whatIsOutOfOrderIsTriedAgain(service: Service, status: Int) async throws {
    let fixture = try await PlaceFixture(service)
    try await fixture.stub.fail(["status": JSONValue(status)])
    #expect(try await fetch(fixture) == .failure(.service(.tryAgain("status \(status)"))))
  }

  @Test(arguments: services, ["cut", "half"])
  func anAnswerThatEndsEarlyIsNone(service: Service, mode: String) async throws {
    let fixture = try await PlaceFixture(service)
    try await fixture.stub.fail(["mode": .string(mode)])
    expectTryAgain(try await fetch(fixture))
  }

  @Test(arguments: services) func aStalledServiceIsGivenUp(service: Service) async throws {
    let fixture = try await PlaceFixture(service, patienceMs: 500)
    try await fixture.stub.fail(["mode": "stall"])
    #expect(try await fetch(fixture) == .failure(.service(.tryAgain("no answer in time"))))
  }

  @Test(arguments: services, [400, 402, 405, 406, 418])
  func aRefusalIsTold(service: Service, status: Int) async throws {
    let fixture = try await PlaceFixture(service)
    try await fixture.stub.fail([
      "status": JSONValue(status), "body": "{\"message\":\"no\\u0007\"}",
    ])
    #expect(try await fetch(fixture) == .failure(.service(.refused("no "))))
  }

  @Test(
    arguments: [Service.soaringspot, .xcsoar],
    ["", "{", "<html>portal</html>", "{}", "null", "7", "\"task\""])
  func aGoodStatusWithAStrangeBodyIsNoSuccess(service: Service, body: String) async throws {
    let fixture = try await PlaceFixture(service)
    try await fixture.stub.fail(["status": 200, "body": .string(body)])
    expectTryAgain(try await fetch(fixture))
  }

  @Test func onlySoaringSpotKnowsWhoAsks() throws {
    for service in PlaceFixture.services {
      let uplink = try HeldUplink()
      let catalogue = service.catalogue(
        at: .init("https://service.example")!, nil, zones: .init(), over: uplink.transport)
      #expect((catalogue == nil) == (service == .soaringspot))
    }
  }
}
