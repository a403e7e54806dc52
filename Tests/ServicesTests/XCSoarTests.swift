import FlightModel
import HTTPClient
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing
import Waypoints

@Suite(.timeLimit(.minutes(10))) struct XCSoarTests {
  private static let day = CivilDate(year: 2026, month: 3, day: 1)

  @Test func whatLiesInItIsListed() async throws {
    let fixture = try await PlaceFixture(.xcsoar)
    let root = try #require(try await fixture.list("").value)
    #expect(root.entries.map(\.name) == ["waypoints", "airspace"])
    #expect(root.entries.allSatisfy { $0.kind == .folder })
    let airspace = try #require(try await fixture.list("airspace").value)
    #expect(
      airspace.entries == [
        CatalogueEntry(
          "DE-ASP.txt", .airspace, title: "DE-ASP.txt", detail: "DE", day: Self.day)
      ])
    let waypoints = try #require(try await fixture.list("waypoints").value)
    #expect(
      waypoints.entries.map(\.name) == [
        "Alps.cup", "Broken.cup", "Elsewhere.cup", "Germany.cup", "Gone.cup", "Moved.cup",
      ])
    #expect(waypoints.entries[0].title == "Fields in the Alps")
    #expect(waypoints.entries[3].detail == "de")
    #expect(!waypoints.hasMore)
  }

  @Test func aFileIsFetched() async throws {
    let fixture = try await PlaceFixture(.xcsoar)
    let file = try #require(try await fixture.fetch("waypoints/Germany.cup").value)
    #expect(file.summary == "Germany.cup de 2026-03-01")
    let read = CUPFile.read(file.bytes ?? [])
    #expect(read.file.waypoints.map(\.code) == ["WAKU", "FULDA", "GERS"])
    #expect(read.badLines.count == 0)
    #expect(
      try await fixture.fetch("airspace/DE-ASP.txt").value?.summary == "DE-ASP.txt DE 2026-03-01")
    // A blank in its address, and a redirect.
    #expect(try await fixture.fetch("waypoints/Alps.cup").value?.summary == "Alps.cup - 2026-03-01")
    #expect(try await fixture.fetch("waypoints/Moved.cup").value?.bytes == file.bytes)
  }

  @Test func aFileMayLieElsewhere() async throws {
    let fixture = try await PlaceFixture(.xcsoar)
    let other = try await StubServices()
    try await fixture.stub.set(
      "xcsoar", ["address": .string("\(other.address)/xcsoar/content/Germany.cup")])
    #expect(
      try await fixture.fetch("waypoints/Elsewhere.cup").value?.summary
        == "Elsewhere.cup be 2026-03-01")
    #expect(
      try await other.control()["log"] == ["GET xcsoar content/Germany.cup"])
  }

  @Test func aFileThatIsNotThePromisedOneIsRefused() async throws {
    let fixture = try await PlaceFixture(.xcsoar)
    #expect(
      try await fixture.fetch("waypoints/Broken.cup")
        == .failure(.service(.refused("the file's digest is not the one in the catalogue"))))
  }

  @Test func whatIsNotThereIsAbsent() async throws {
    let fixture = try await PlaceFixture(.xcsoar)
    #expect(try await fixture.fetch("waypoints/Gone.cup") == .failure(.absent))
    #expect(try await fixture.fetch("waypoints/DE-ASP.txt") == .failure(.absent))
    #expect(try await fixture.edition(of: "airspace/none") == .failure(.absent))
  }

  @Test func editionsFollowTheCatalogue() async throws {
    let fixture = try await PlaceFixture(.xcsoar)
    #expect(try await fixture.edition(of: "waypoints/Germany.cup") == .success(Self.day))
    try await fixture.stub.set("xcsoar", ["update": "2026-05-09T03:00:00.123Z"])
    #expect(
      try await fixture.edition(of: "waypoints/Germany.cup")
        == .success(CivilDate(year: 2026, month: 5, day: 9)))
    try await fixture.stub.set("xcsoar", ["update": "lately"])
    #expect(try await fixture.edition(of: "waypoints/Germany.cup") == .success(nil))
    #expect(try await fixture.asked() == ["GET repository", "GET repository", "GET repository"])
  }

  @Test func aPathThatLeadsNowhereSaysSo() async throws {
    let fixture = try await PlaceFixture(.xcsoar)
    let form = CatalogueFault.path("waypoints or airspace, then a file's name")
    #expect(try await fixture.list("maps") == .failure(form))
    #expect(try await fixture.fetch("waypoints/a/b") == .failure(form))
    #expect(try await fixture.list("waypoints/Germany.cup") == .failure(.wrongKind))
    #expect(try await fixture.fetch("") == .failure(.wrongKind))
    #expect(try await fixture.fetch("waypoints") == .failure(.wrongKind))
    #expect(try await fixture.asked() == [])
  }

  @Test func aLongListHasPages() async throws {
    let fixture = try await PlaceFixture(.xcsoar)
    let records = (0..<2500).map { "name=\($0)\nuri=/a\ntype=waypoint\n" }.joined()
    try await fixture.stub.fail([
      "status": 200, "body": .string(records), "times": 4, "path": "repository",
    ])
    let pages = try await [1, 2, 3, 4].asyncMap { page in
      try #require(try await fixture.list("waypoints", page: page).value)
    }
    #expect(pages.map(\.entries.count) == [1000, 1000, 500, 0])
    #expect(pages.map(\.hasMore) == [true, true, false, false])
  }
}
