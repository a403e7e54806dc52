import FlightModel
import HTTPClient
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing

/// Files of flights, and who gets the token on the way there.
@Suite(.timeLimit(.minutes(10))) struct SoaringSpotFlightTests {
  private static let day = "DE/2026/1001/club/2026-07-04"

  private func authorizations(_ stub: StubServices, _ path: String) async throws -> [JSONValue] {
    let asked = try await stub.control()["soaringspot"]?["asked"]?.array ?? []
    return asked.filter { $0["path"]?.string == path }.map { $0["authorization"] ?? .null }
  }

  private func expectFlight(
    _ result: Result<CatalogueContent, CatalogueFault>, _ filename: String, of number: String
  ) {
    guard case .success(.flight(let name, let igc)) = result else {
      Issue.record("\(result)")
      return
    }
    let text = String(decoding: igc, as: UTF8.self)
    #expect(name == filename && text.contains("HFCIDCOMPETITIONID:\(number)\r\n"))
  }

  @Test func aFileBelowTheProxyComesWithTheToken() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    // It answers with a redirect of its own.
    expectFlight(try await fixture.fetch("\(Self.day)/55001"), "ada.igc", of: "AX")
    let token = JSONValue.string(PlaceFixture.token)
    #expect(try await authorizations(fixture.stub, "files/ada.igc") == [token])
    #expect(try await authorizations(fixture.stub, "stored/2026/ada.igc") == [token])
  }

  @Test func aFileElsewhereComesWithoutTheToken() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    let other = try await StubServices()
    try await fixture.stub.set(
      "soaringspot", ["elsewhere": .string("\(other.address)/soaringspot")])
    expectFlight(try await fixture.fetch("\(Self.day)/55002"), "ben.igc", of: "7B")
    #expect(try await authorizations(other, "open/ben.igc") == [.null])
  }

  @Test func aRedirectElsewhereLeavesTheTokenBehind() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    let other = try await StubServices()
    try await fixture.stub.fail([
      "path": "files/ada.igc", "status": 302,
      "headers": ["Location": .string("\(other.address)/soaringspot/open/ben.igc")],
    ])
    expectFlight(try await fixture.fetch("\(Self.day)/55001"), "ada.igc", of: "7B")
    #expect(try await authorizations(other, "open/ben.igc") == [.null])
  }

  @Test func aQuestionIsNotSentOn() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    let other = try await StubServices()
    try await fixture.stub.fail([
      "path": "countries", "status": 302,
      "headers": ["Location": .string("\(other.address)/soaringspot/countries")],
    ])
    #expect(try await fixture.list("") == .failure(.service(.tryAgain("status 302"))))
    #expect(try await authorizations(other, "countries") == [])
  }

  @Test(arguments: [(401, "status 401"), (403, "status 403")])
  func whoRefusesAFileSaysNothingOfTheToken(status: Int, words: String) async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    try await fixture.stub.fail(["path": "files/ada.igc", "status": JSONValue(status)])
    #expect(
      try await fixture.fetch("\(Self.day)/55001") == .failure(.service(.refused(words))))
  }

  @Test func aFileThatIsGoneIsAbsent() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    try await fixture.stub.fail(["path": "files/ada.igc", "status": 410])
    #expect(try await fixture.fetch("\(Self.day)/55001") == .failure(.absent))
  }

  private func names(_ json: JSONValue) throws -> [String] {
    try SoaringSpot.flights(in: json).map {
      "\($0.name) \($0.pilot ?? "-") \($0.competitionNumber ?? "-") \($0.file)"
    }
  }

  @Test func flightsAreReadLeniently() throws {
    #expect(
      try names([
        ["id": "a_1", "pilot": "Ada", "cn": 7, "igc_url": "https://x.example/a.igc"],
        ["competition_number": "AX", "pilot": ["name": "Ben"], "file": ["href": "b"]],
        ["url": "https://x.example/f/c.igc?x=1", "pilot_name": "Cy", "id": nil],
        ["id": "a_1", "igc": "again"], ["id": "task", "igc": "no"], ["id": 1], [], "flight", 7,
        ["url": "https://x.example/"],
      ]) == [
        "a_1 Ada 7 https://x.example/a.igc", "AX Ben AX b",
        "c.igc Cy - https://x.example/f/c.igc?x=1", "x.example - - https://x.example/",
      ])
    let embedded: JSONValue = [
      "_embedded": ["http://api.example/rel/results": [["id": 1, "igc": "a", "contestant": "Di"]]]
    ]
    #expect(try names(embedded) == ["1 Di - a"])
    #expect(throws: CatalogueFault.service(.tryAgain("no list of flights"))) {
      try names(["a": []])
    }
  }
}
