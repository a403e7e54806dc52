import FlightModel
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing

@Suite(.timeLimit(.minutes(10))) struct CharronCatalogueTests {
  private static let name = "2026-07-04-XBG-ABC-01.IGC"

  @Test(arguments: ["", "days"]) func daysWithFlightsAreListed(path: String) async throws {
    let fixture = try await PilotFixture(.charron)
    try await fixture.upload(2, 4, 4)
    let listing = try await fixture.list(path).get()
    #expect(listing.names == ["2026-07-04", "2026-07-02"])
    #expect(listing.entries.map(\.kind) == [.folder, .folder])
    #expect(listing.entries[0].day == CivilDate(year: 2026, month: 7, day: 4))
  }

  @Test func eachPageIsASeason() async throws {
    let fixture = try await PilotFixture(.charron)
    try await fixture.upload(4)
    #expect(try await fixture.list("").get().hasMore)
    #expect(try await fixture.list("", page: 2) == .success(CatalogueListing([], hasMore: true)))
    #expect(
      try await fixture.stub.control()["log"]?.array?.suffix(2) == [
        "POST charron 2025/login.php", "GET charron 2025/days.php",
      ])
    try await fixture.stub.fail(["path": "2024/login.php", "status": 404])
    #expect(try await fixture.list("", page: 3) == .success(CatalogueListing([])))
    try await fixture.stub.fail(["path": "2026/login.php", "status": 404])
    #expect(try await fixture.list("") == .failure(.absent))
    #expect(try await fixture.list("", page: 31) == .success(CatalogueListing([])))
    #expect(try await fixture.list("", page: .min) == .success(CatalogueListing([])))
  }

  @Test(arguments: ["days/2026-07-04", "2026-07-04"])
  func flightsOfADayAreListedAndFetched(path: String) async throws {
    let fixture = try await PilotFixture(.charron)
    try await fixture.upload(3, 4)
    let listing = try await fixture.list(path).get()
    #expect(
      listing
        == CatalogueListing([
          CatalogueEntry(
            Self.name, .flight, title: Self.name, detail: "ada D-1234 \(Self.name)",
            day: CivilDate(year: 2026, month: 7, day: 4))
        ]))
    #expect(try await fixture.fetch("\(path)/\(Self.name)") == .success(.made(day: 4)))
    #expect(try await fixture.fetch("\(path)/other.igc") == .failure(.absent))
    #expect(try await fixture.list(path, page: 2) == .success(CatalogueListing([])))
  }

  @Test func aFileInTheArchiveIsFollowedWithTheSession() async throws {
    let fixture = try await PilotFixture(.charron)
    try await fixture.upload(4)
    try await fixture.stub.set("charron", ["archive": true])
    #expect(try await fixture.fetch("2026-07-04/\(Self.name)") == .success(.made(day: 4)))
    #expect(try await fixture.signed().last == "GET charron 2026/archief/\(Self.name)")
  }

  @Test func theSessionGoesNowhereElse() async throws {
    let fixture = try await PilotFixture(.charron)
    let elsewhere = try await StubServices()
    try await fixture.upload(4)
    let place = "\(elsewhere.address)/weglide/v1/18/igcfiles"
    try await fixture.stub.set("charron", ["archive": .string(place)])
    _ = try await fixture.fetch("2026-07-04/\(Self.name)")
    let seen = try await elsewhere.control()
    #expect(seen["log"] == [.string("GET weglide 18/igcfiles/\(Self.name)")])
    #expect(seen["signed"] == [])
  }

  @Test func aLostSessionIsALogin() async throws {
    let fixture = try await PilotFixture(.charron)
    let gone: JSONValue = [
      "path": "2026/login.php", "status": 302, "times": 2,
      "headers": ["Location": "overzicht.php", "Set-Cookie": "PHPSESSID=gone"],
    ]
    try await fixture.stub.fail(gone)
    #expect(try await fixture.list("") == .failure(.service(.unauthorised)))
    #expect(try await fixture.list("2026-07-04") == .failure(.service(.unauthorised)))
    #expect(
      try await fixture.list("", [.password: "wrong"]) == .failure(.service(.unauthorised)))
  }

  @Test(arguments: [
    ("none", true, CatalogueFault.path("days/YYYY-MM-DD")),
    ("days/2026-7-4", true, .path("days/YYYY-MM-DD")),
    ("days/2026-07-04/a.igc", true, .wrongKind), ("2026-07-04/a/b", true, .absent),
    ("", false, .wrongKind), ("days", false, .wrongKind), ("2026-07-04", false, .wrongKind),
    ("none", false, .path("days/YYYY-MM-DD")),
  ])
  func pathsThatLeadNowhere(path: String, isListing: Bool, fault: CatalogueFault) async throws {
    let fixture = try await PilotFixture(.charron)
    if isListing {
      #expect(try await fixture.list(path) == .failure(fault))
    } else {
      #expect(try await fixture.fetch(path) == .failure(fault))
    }
    #expect(try await fixture.stub.control()["log"] == [])
  }

  @Test func whatALinkMeans() async throws {
    let fixture = try await PilotFixture(.charron)
    let page = """
      <tr><td>Ada &amp; Bob<td><a href="/charron/2026/get.php?id=5&amp;file=a%20b.igc">igc</a>
      <tr><td>Cee<td><a href=../2026/igc/c.IGC>c</a> <a href="../../../etc/d.igc">d</a>
      <tr><td>Foreign<td><a href="https://elsewhere.example/e.igc">e</a><a href="//x/f.igc">f</a>
      <tr><td>Twice<td><a href='igc/c.IGC'>c</a><a href="map.php?c.kml">map</a><a name=x.igc>
      """
    try await fixture.stub.fail([
      "path": "2026/flights.php", "status": 200, "times": 3, "body": .string(page),
    ])
    let entries = try await fixture.list("2026-07-04").get().entries
    #expect(entries.map(\.name) == ["a b.igc", "c.IGC"])
    #expect(entries.map(\.detail) == ["Ada & Bob igc", "Cee c d"])
    _ = try await fixture.fetch("2026-07-04/a b.igc")
    _ = try await fixture.fetch("2026-07-04/c.IGC")
    let log = try await fixture.stub.control()["log"]?.array?.compactMap(\.string) ?? []
    #expect(
      log.filter { !$0.contains("flights.php") && !$0.contains("login.php") }
        == ["GET charron 2026/get.php", "GET charron 2026/igc/c.IGC"])
  }
}
