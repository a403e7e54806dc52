import FlightModel
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing
import Waypoints

/// What statuses and silences mean at every catalogue that no flight goes to.
@Suite(.timeLimit(.minutes(10))) struct CatalogueAnswerTests {
  private static let services = PlaceFixture.services

  private func fetch(
    _ fixture: PlaceFixture
  ) async throws -> Result<CatalogueContent, CatalogueFault> {
    try await fixture.fetch(PlaceFixture.example(fixture.service).joined(separator: "/"))
  }

  private func expectTryAgain(_ result: Result<CatalogueContent, CatalogueFault>, _ what: String) {
    guard case .failure(.service(.tryAgain)) = result else {
      Issue.record("\(what) is taken for an answer: \(result)")
      return
    }
  }

  @Test(arguments: services) func statusesHaveAMeaning(service: Service) async throws {
    let fixture = try await PlaceFixture(service)
    #expect(try await fetch(fixture).value != nil)
    try await fixture.stub.fail(["status": 429, "headers": ["Retry-After": "90"]])
    #expect(try await fetch(fixture) == .failure(.service(.retryLater(waitMs: 90_000))))
    for status in [408, 500, 502, 503] {
      try await fixture.stub.fail(["status": JSONValue(status)])
      #expect(try await fetch(fixture) == .failure(.service(.tryAgain("status \(status)"))))
    }
    for status in [400, 402, 405, 406, 418] {
      try await fixture.stub.fail([
        "status": JSONValue(status), "body": "{\"message\":\"no\\u0007\"}",
      ])
      #expect(try await fetch(fixture) == .failure(.service(.refused("no "))))
    }
  }

  @Test(arguments: services) func anAnswerThatEndsEarlyIsNone(service: Service) async throws {
    let fixture = try await PlaceFixture(service)
    for mode in ["cut", "half"] {
      try await fixture.stub.fail(["mode": .string(mode)])
      expectTryAgain(try await fetch(fixture), mode)
    }
  }

  @Test(arguments: services) func aStalledServiceIsGivenUp(service: Service) async throws {
    let fixture = try await PlaceFixture(service, patienceMs: 500)
    try await fixture.stub.fail(["mode": "stall"])
    #expect(try await fetch(fixture) == .failure(.service(.tryAgain("no answer in time"))))
  }

  @Test(arguments: [Service.soaringspot, .xcsoar])
  func aGoodStatusWithAStrangeBodyIsNoSuccess(service: Service) async throws {
    let fixture = try await PlaceFixture(service)
    for body in ["", "{", "<html>portal</html>", "{}", "null", "7", "\"task\""] {
      try await fixture.stub.fail(["status": 200, "body": .string(body)])
      expectTryAgain(try await fetch(fixture), body)
    }
  }

  /// A file's place at the stub, and its path.
  private static let files: [Service: (place: String, path: String)] = [
    .soaringspot: ("files/ada.igc", "DE/2026/1001/club/2026-07-04/55001"),
    .xcsoar: ("content/Germany.cup", "waypoints/Elsewhere.cup"), .openaip: ("de_asp.txt", "de"),
  ]

  @Test(arguments: services) func aPageIsNoFile(service: Service) async throws {
    let fixture = try await PlaceFixture(service)
    let file = Self.files[service]!
    for body in ["", " \n", "<html>portal</html>", "\n <?xml?>"] {
      try await fixture.stub.fail([
        "status": 200, "path": .string(file.place), "body": .string(body),
      ])
      expectTryAgain(try await fixture.fetch(file.path), body)
    }
  }

  @Test(arguments: services) func nothingIsTakenWithoutEnd(service: Service) async throws {
    let fixture = try await PlaceFixture(service)
    let file = Self.files[service]!
    for (place, bytes) in [(file.place, 20_000_000), ("repository", 4 << 20)] {
      try await fixture.stub.fail([
        "mode": "long", "path": .string(place), "bytes": JSONValue(bytes + 1),
      ])
      guard place == file.place || service == .xcsoar else { continue }
      #expect(
        try await fixture.fetch(file.path)
          == .failure(.service(.tryAgain("status 200 with more than \(bytes) bytes"))))
    }
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
