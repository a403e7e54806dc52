import FlightModel
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing
import Waypoints

@Suite(.timeLimit(.minutes(10))) struct OpenAIPTests {
  private static let day = CivilDate(year: 2026, month: 7, day: 4)

  @Test func countriesAreListed() async throws {
    let fixture = try await PlaceFixture(.openaip)
    let listing = try #require(try await fixture.list("").value)
    #expect(
      listing.entries.contains(
        CatalogueEntry("de", .airspace, title: "Airspace of Germany")))
    #expect(listing.entries.count > 30 && !listing.hasMore)
    #expect(Set(listing.entries.map(\.name)).count == listing.entries.count)
    #expect(try await fixture.asked() == [])
  }

  @Test(arguments: ["de", "DE"]) func airspaceIsFetched(code: String) async throws {
    let fixture = try await PlaceFixture(.openaip)
    let file = try #require(try await fixture.fetch(code).value)
    #expect(file.summary == "de_asp.txt de 2026-07-04")
    #expect(OpenAirFile.read(file.bytes ?? []).file.airspaceCount == 2)
  }

  @Test func anEditionIsAskedForWithoutTheFile() async throws {
    let fixture = try await PlaceFixture(.openaip)
    #expect(try await fixture.edition(of: "de") == .success(Self.day))
    #expect(try await fixture.asked() == ["HEAD de_asp.txt"])
  }

  @Test(arguments: ["", "yesterday", "Sat, 32 Jul 2026 03:12:00 GMT"])
  func aDayThatNobodyTellsIsNone(header: String) async throws {
    let fixture = try await PlaceFixture(.openaip)
    try await fixture.stub.set("openaip", ["modified": .string(header)])
    #expect(try await fixture.edition(of: "de") == .success(nil))
    #expect(try await fixture.fetch("de").value?.summary == "de_asp.txt de -")
  }

  @Test func aCountryWithoutAFileIsAbsent() async throws {
    let fixture = try await PlaceFixture(.openaip)
    #expect(try await fixture.fetch("xx") == .failure(.absent))
    #expect(try await fixture.edition(of: "xx") == .failure(.absent))
  }

  @Test(arguments: ["deu", "d", "d1", "de/asp", "é"])
  func aPathThatLeadsNowhereSaysSo(path: String) async throws {
    let fixture = try await PlaceFixture(.openaip)
    let form = CatalogueFault.path("a country in two letters, de for example")
    #expect(try await fixture.fetch(path) == .failure(form))
    #expect(try await fixture.list(path) == .failure(form))
    #expect(try await fixture.edition(of: path) == .failure(form))
  }

  @Test func aFileIsNoFolder() async throws {
    let fixture = try await PlaceFixture(.openaip)
    #expect(try await fixture.list("de") == .failure(.wrongKind))
    #expect(try await fixture.fetch("") == .failure(.wrongKind))
  }

  @Test func aRedirectIsFollowed() async throws {
    let fixture = try await PlaceFixture(.openaip)
    try await fixture.stub.fail([
      "status": 302, "path": "at_asp.txt", "headers": ["Location": "de_asp.txt"],
    ])
    #expect(try await fixture.fetch("at").value?.summary == "at_asp.txt at 2026-07-04")
  }
}
