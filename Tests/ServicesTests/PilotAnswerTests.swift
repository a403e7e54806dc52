import FlightModel
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing
import Waypoints

/// What statuses and silences mean at every pilot's service.
@Suite(.timeLimit(.minutes(10))) struct PilotAnswerTests {
  private static let services = PilotFixture.services
  /// A folder of flights, a flight in it, and the request that its file is asked for with.
  private static let places: [Service: (folder: String, flight: String, file: String)] = [
    .weglide: ("latest", "latest/600001", "18/igcfiles/47NXBC1.igc"),
    .skylines: ("latest", "latest/8001", "files/bob_47nxbc1.igc"),
    .charron: (
      "2026-07-04", "2026-07-04/2026-07-04-XBG-ABC-01.IGC", "2026/igc/2026-07-04-XBG-ABC-01.IGC"
    ),
  ]

  private func fixture(_ service: Service) async throws -> (PilotFixture, String, String, String) {
    let fixture = try await PilotFixture(service)
    try await fixture.upload(4)
    let places = Self.places[service]!
    return (fixture, places.folder, places.flight, places.file)
  }

  @Test func withoutAnAccountThereIsNone() async throws {
    let uplink = try HeldUplink()
    for service in Self.services {
      let catalogue = service.catalogue(
        at: ServiceAddress("http://127.0.0.1:1")!, nil, zones: .init(), over: uplink.transport)
      #expect(catalogue == nil)
    }
  }

  @Test(
    arguments: services,
    [
      (401, ServiceFault.unauthorised), (406, .refused("status 406")),
      (418, .refused("status 418")),
      (302, .tryAgain("status 302")), (503, .tryAgain("status 503")),
      (408, .tryAgain("status 408")),
      (429, .retryLater(waitMs: 90_000)),
    ])
  func statusesOfListings(service: Service, answer: (Int, ServiceFault)) async throws {
    let (fixture, folder, flight, _) = try await fixture(service)
    let headers: JSONValue = answer.0 == 429 ? ["Retry-After": "90"] : [:]
    try await fixture.stub.fail([
      "status": .integer(Int64(answer.0)), "times": 2, "headers": headers,
    ])
    #expect(try await fixture.list(folder) == .failure(.service(answer.1)))
    #expect(try await fixture.fetch(flight) == .failure(.service(answer.1)))
  }

  @Test func a403IsAKeyThatIsNoneAtWeGlide() async throws {
    let (fixture, folder, flight, _) = try await fixture(.weglide)
    try await fixture.stub.fail(["status": 403, "times": 2])
    #expect(try await fixture.list(folder) == .failure(.service(.unauthorised)))
    #expect(try await fixture.fetch(flight) == .failure(.service(.unauthorised)))
  }

  @Test(
    arguments: services,
    [
      (401, CatalogueFault.service(.refused("status 401 for the file"))),
      (403, .service(.refused("status 403 for the file"))), (404, .absent), (410, .absent),
      (500, .service(.tryAgain("status 500"))),
    ])
  func whoRefusesAFileSaysNothingOfTheAccount(
    service: Service, answer: (Int, CatalogueFault)
  ) async throws {
    let (fixture, _, flight, file) = try await fixture(service)
    try await fixture.stub.fail(["path": .string(file), "status": .integer(Int64(answer.0))])
    #expect(try await fixture.fetch(flight) == .failure(answer.1))
  }

  @Test(
    arguments: services,
    [
      ("", "an empty file"), (" \r\n", "an empty file"),
      ("\n<!DOCTYPE html><html>", "a page in place of the file"),
    ])
  func aPageIsNoFile(service: Service, answer: (String, String)) async throws {
    let (fixture, _, flight, file) = try await fixture(service)
    try await fixture.stub.fail([
      "path": .string(file), "status": 200, "body": .string(answer.0),
    ])
    #expect(try await fixture.fetch(flight) == .failure(.service(.tryAgain(answer.1))))
  }

  @Test(arguments: [Service.weglide, .skylines])
  func nobodyFollowsARedirect(service: Service) async throws {
    let (fixture, _, flight, file) = try await fixture(service)
    let place = "\(fixture.stub.address)/weglide/v1/18/igcfiles/47NXBC1.igc?again"
    try await fixture.stub.fail([
      "path": .string(file), "status": 302, "headers": ["Location": .string(place)],
    ])
    #expect(try await fixture.fetch(flight) == .failure(.service(.tryAgain("status 302"))))
  }

  @Test(arguments: services, ["cut", "half"])
  func anAnswerThatEndsEarlyIsNone(service: Service, mode: String) async throws {
    let (fixture, folder, flight, file) = try await fixture(service)
    try await fixture.stub.fail(["mode": .string(mode), "times": 20])
    guard case .failure(.service(.tryAgain)) = try await fixture.list(folder) else {
      Issue.record("taken for a listing")
      return
    }
    try await fixture.stub.fail(["mode": .string(mode), "path": .string(file), "times": 20])
    guard case .failure(.service(.tryAgain)) = try await fixture.fetch(flight) else {
      Issue.record("taken for a file")
      return
    }
  }

  @Test(arguments: services) func aStalledServiceIsGivenUp(service: Service) async throws {
    let (fixture, _, flight, _) = try await fixture(service)
    try await fixture.stub.fail(["mode": "stall"])
    #expect(
      try await fixture.fetch(flight, patienceMs: 500)
        == .failure(.service(.tryAgain("no answer in time"))))
  }

  @Test(
    arguments: [Service.weglide, .skylines],
    [
      "", "{", "<html>portal</html>", "{}", "null", "7", #"{"flights": {}}"#,
    ])
  func aStrangeBodyIsNoListing(service: Service, body: String) async throws {
    let (fixture, folder, flight, _) = try await fixture(service)
    try await fixture.stub.fail(["status": 200, "body": .string(body), "times": 2])
    guard case .failure(.service(.tryAgain)) = try await fixture.list(folder) else {
      Issue.record("taken for a listing")
      return
    }
    switch try await fixture.fetch(flight) {
    case .failure(.service(.tryAgain)), .failure(.service(.refused)): break
    case let other: Issue.record("taken for a flight: \(other)")
    }
  }

  @Test(arguments: ["", "{", "<html>portal</html>", "<a href", "<a href=flights.php?day=>"])
  func aPageWithoutLinksIsAnEmptyDay(body: String) async throws {
    let (fixture, folder, flight, _) = try await fixture(.charron)
    try await fixture.stub.fail([
      "path": "2026/flights.php", "status": 200, "body": .string(body), "times": 2,
    ])
    #expect(try await fixture.list(folder) == .success(CatalogueListing([])))
    #expect(try await fixture.fetch(flight) == .failure(.absent))
  }

  @Test(arguments: services) func aBodyIsBounded(service: Service) async throws {
    let (fixture, folder, _, _) = try await fixture(service)
    let request = service == .charron ? "2026/flights.php" : "flights/latest"
    try await fixture.stub.fail([
      "path": .string(service == .weglide ? "flight/feed" : request), "mode": "long",
      "bytes": .integer(5 << 20),
    ])
    #expect(
      try await fixture.list(folder)
        == .failure(.service(.tryAgain("status 200 with more than 4194304 bytes"))))
  }
}
