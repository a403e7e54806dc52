import FlightModel
import HTTPClient
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing

@Suite(.timeLimit(.minutes(10))) struct SoaringSpotTests {
  private static let day = CivilDate(year: 2026, month: 7, day: 4)

  @Test func theWayDownIsListed() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    let countries = try #require(try await fixture.list("").value).entries
    #expect(countries.map(\.name) == ["AT", "DE"] && countries[1].title == "Germany")
    let years = try #require(try await fixture.list("de").value).entries
    #expect(years.map(\.name) == (2016...2026).reversed().map(String.init))
    #expect((countries + years).allSatisfy { $0.kind == .folder })
    #expect(try await fixture.list("AT/2026").value?.entries == [])
    #expect(
      try await fixture.asked() == [
        "GET countries", "GET competitions",
      ])
  }

  @Test func competitionsComeInPages() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    let pages = try await [1, 2, 3, 4].asyncMap { page in
      try #require(try await fixture.list("DE/2026", page: page).value)
    }
    #expect(
      pages.map { $0.entries.map(\.name) } == [["1001", "1002"], ["1003", "1004"], ["1005"], []])
    #expect(pages.map(\.hasMore) == [true, true, false, false])
    #expect(
      pages[0].entries[0]
        == CatalogueEntry(
          "1001", .folder, title: "Rhoen Cup 1",
          detail: "Wasserkuppe, 2026-07-04 to 2026-07-11"))
  }

  @Test func aCompetitionTellsOfItself() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    let listing = try #require(try await fixture.list("DE/2026/1001").value)
    #expect(
      listing.competition
        == ListedCompetition(
          id: "1001", name: "Rhoen Cup 1", location: "Wasserkuppe", country: "DE",
          firstDay: Self.day, lastDay: CivilDate(year: 2026, month: 7, day: 11)))
    #expect(
      listing.entries == [
        CatalogueEntry("club", .folder, title: "Club class", detail: "2 days"),
        CatalogueEntry("open", .folder, title: "Open class"),
      ])
  }

  @Test func aClassHasDays() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    let days = try #require(try await fixture.list("DE/2026/1001/club").value).entries
    #expect(days.map(\.name) == ["2026-07-04", "2026-07-05"])
    #expect(
      days[0]
        == CatalogueEntry(
          "2026-07-04", .folder, title: "Task 1", detail: "speed", day: Self.day))
    #expect(try await fixture.list("DE/2026/1001/open").value?.entries == [])
  }

  @Test func aDayHasATaskAndFlights() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    let listing = try #require(try await fixture.list("DE/2026/1001/club/2026-07-04").value)
    // Ben's name is in the list of pilots alone; QQ's file cannot be had.
    #expect(
      listing.entries == [
        CatalogueEntry("task", .task, title: "Task", day: Self.day),
        CatalogueEntry("55001", .flight, title: "Ada Example", detail: "AX, LS 4", day: Self.day),
        CatalogueEntry(
          "55002", .flight, title: "Ben Beispiel", detail: "7B, ASW 19", day: Self.day),
      ])
    let morning = try #require(try await fixture.list("DE/2026/1001/club/2026-07-05").value)
    #expect(morning.entries.map(\.name) == ["task"])
  }

  @Test func withoutPilotsThereAreNumbers() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    try await fixture.stub.fail(["path": "competitions/1001/pilots", "status": 500])
    let listing = try await fixture.list("DE/2026/1001/club/2026-07-04").value
    #expect(listing?.entries.last?.title == "7B")
  }

  @Test func whatIsNotThereIsAbsent() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    for path in [
      "DE/2026/9999", "DE/2026/a.b", "DE/2026/1001/none", "DE/2026/1001/club/2026-07-06",
      "DE/2026/1001/club/é",
    ] {
      #expect(try await fixture.list(path) == .failure(.absent), "\(path)")
    }
    for file in ["2026-07-06/task", "2026-07-04/1", "2026-07-04/55003", "2026-07-06/55001"] {
      #expect(try await fixture.fetch("DE/2026/1001/club/\(file)") == .failure(.absent), "\(file)")
    }
  }

  @Test func aPathThatLeadsNowhereSaysSo() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    let country = CatalogueFault.path("a country in two letters, then a year: DE/2026")
    #expect(try await fixture.list("1001") == .failure(country))
    let year = CatalogueFault.path("a year behind the country: DE/2026")
    #expect(try await fixture.list("DE/latest") == .failure(year))
    let form = CatalogueFault.path("DE/2026/ID/CLASS/DAY/task")
    #expect(try await fixture.fetch("DE/2026/1/c/d/task/more") == .failure(form))
    #expect(try await fixture.list("DE/2026/1/c/d/task") == .failure(.wrongKind))
    #expect(try await fixture.fetch("DE/2026/1/c/d") == .failure(.wrongKind))
  }

  @Test func aTokenIsSentAsItIs() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    _ = try await fixture.list("")
    #expect(
      try await fixture.stub.control()["soaringspot"]?["asked"] == [
        [
          "path": "countries", "authorization": .string(PlaceFixture.token),
          "accept": "application/json",
        ]
      ])
    #expect(try await fixture.list("", token: "other") == .failure(.service(.unauthorised)))
    #expect(
      try await fixture.fetch("DE/2026/1001/club/2026-07-04/task", token: "other")
        == .failure(.service(.unauthorised)))
    try await fixture.stub.fail(["status": 401])
    #expect(try await fixture.list("") == .failure(.service(.unauthorised)))
  }

  @Test func anotherCompetitionIsNoAnswer() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    try await fixture.stub.fail(["status": 200, "body": "{\"id\":7}"])
    #expect(
      try await fixture.list("DE/2026/1001")
        == .failure(.service(.tryAgain("it tells of another competition"))))
  }
}
