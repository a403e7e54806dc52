import FlightModel
import HTTPClient
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing

@Suite(.timeLimit(.minutes(10))) struct SkyLinesCatalogueTests {
  @Test func whatThereIs() async throws {
    let fixture = try await PilotFixture(.skylines)
    #expect(try await fixture.list("").get().names == ["own", "latest", "date", "pilot"])
    #expect(try await fixture.stub.control()["log"] == [])
  }

  @Test(arguments: ["", "42"])
  func ownFlightsAreListedAndFetched(user: String) async throws {
    let fixture = try await PilotFixture(.skylines)
    try await fixture.upload(2, 4)
    let listing = try await fixture.list("own", [.userID: user]).get()
    #expect(
      listing.entries[0]
        == CatalogueEntry(
          "9002", .flight, title: "Ada Example", detail: "LS-4, 512 km, Aalen",
          day: CivilDate(year: 2026, month: 7, day: 4)))
    #expect(listing.names == ["9002", "9001"])
    #expect(try await fixture.fetch("own/9002") == .success(.made(day: 4)))
    #expect(try await fixture.fetch("own/9003") == .failure(.absent))
  }

  @Test(arguments: [
    ("pilot/42", ["9002", "9001"]), ("pilot/43", ["8001"]), ("date/2026-07-03", ["9001", "8001"]),
    ("date/2026-07-04", ["9002"]), ("date/2026-07-05", []), ("latest", ["9002"]),
  ])
  func flightsByPilotAndDay(path: String, names: [String]) async throws {
    let fixture = try await PilotFixture(.skylines)
    try await fixture.upload(3, 4)
    #expect(try await fixture.list(path).get().names == names)
  }

  @Test(arguments: ["pilot/43/8001", "date/2026-07-03/8001", "latest/8001"])
  func flightsOfOthersAreFetched(path: String) async throws {
    let fixture = try await PilotFixture(.skylines)
    guard case .success(.flight(let filename, let igc)) = try await fixture.fetch(path) else {
      Issue.record("no flight")
      return
    }
    #expect(filename == "bob_47nxbc1.igc")
    #expect(String(decoding: igc, as: UTF8.self).hasPrefix("AXBCDEF\r\nHFDTE030726\r\n"))
    #expect(try await fixture.signed() == ["GET skylines flights/8001"])
  }

  @Test(arguments: [
    ("https://api.skylines.aero", "https://skylines.aero/files/a%20%C3%A9.igc"),
    ("https://skylines.aero/api", "https://skylines.aero/files/a%20%C3%A9.igc"),
    ("https://club.example/sky", "https://club.example/sky/files/a%20%C3%A9.igc"),
    ("http://127.0.0.1:80/sky", "http://127.0.0.1:80/sky/files/a%20%C3%A9.igc"),
  ])
  func filesLieBesideTheAPI(address: String, url: String) throws {
    let skylines = SkyLines(
      try #require(ServiceAddress(address)),
      try ServiceCredential(.skylines, StubFixture.good[.skylines]!))
    let download = skylines.download("a é.igc")
    #expect(download.url == url && download.authorization == nil && download.redirects == 0)
  }

  @Test func aLongListHasPages() async throws {
    let fixture = try await PilotFixture(.skylines)
    try await fixture.stub.set("skylines", ["old": 103])
    var found: [[Int]] = []
    for page in [1, 2, 3, 4, 0, .max] {
      let listing = try await fixture.list("pilot/42", page: page).get()
      found.append([listing.entries.count, listing.hasMore ? 1 : 0])
    }
    #expect(found == [[50, 1], [50, 1], [3, 0], [0, 0], [0, 0], [0, 0]])
  }

  @Test func daysGoBackFromToday() async throws {
    let fixture = try await PilotFixture(.skylines)
    let first = try await fixture.list("date").get()
    #expect(first.names.count == 30 && first.hasMore)
    #expect(first.names.prefix(6).suffix(3) == ["2026-07-02", "2026-07-01", "2026-06-30"])
    #expect(first.entries[0].kind == .folder)
    let second = try await fixture.list("date", page: 2).get()
    #expect(second.names.first == "2026-06-05")
    #expect(try await fixture.stub.control()["log"] == [])
  }

  @Test(arguments: [
    ("none", true, CatalogueFault.absent), ("pilot", true, .path("pilot/NUMBER")),
    ("pilot/bob", true, .path("pilot/NUMBER")), ("date/today", true, .path("date/YYYY-MM-DD")),
    ("date/2026-02-30", true, .path("date/YYYY-MM-DD")), ("own/1", true, .wrongKind),
    ("pilot/44/x", true, .absent), ("own", false, .wrongKind), ("", false, .wrongKind),
    ("pilot", false, .wrongKind), ("pilot/42", false, .wrongKind),
    ("date/2026-07-04", false, .wrongKind), ("own/1/2", false, .absent),
    ("own/a", false, .absent), ("date/x/1", false, .path("date/YYYY-MM-DD")),
  ])
  func pathsThatLeadNowhere(path: String, isListing: Bool, fault: CatalogueFault) async throws {
    let fixture = try await PilotFixture(.skylines)
    if isListing {
      #expect(try await fixture.list(path) == .failure(fault))
    } else {
      #expect(try await fixture.fetch(path) == .failure(fault))
    }
    #expect(try await fixture.stub.control()["log"] == [])
  }

  @Test func nobodyIsAbsent() async throws {
    let fixture = try await PilotFixture(.skylines)
    #expect(try await fixture.list("pilot/44") == .failure(.absent))
  }

  @Test func aBlockIsWaitedFor() async throws {
    let fixture = try await PilotFixture(.skylines)
    try await fixture.stub.fail(
      ["status": 403], ["status": 403, "headers": ["Retry-After": "60"]])
    #expect(
      try await fixture.list("latest") == .failure(.service(.retryLater(waitMs: 3_600_000))))
    #expect(
      try await fixture.fetch("latest/8001") == .failure(.service(.retryLater(waitMs: 60_000))))
  }

  @Test(arguments: ["a/../b.igc", "..", "", "a\u{7}.igc"])
  func aFileElsewhereIsNotFetched(name: String) async throws {
    let fixture = try await PilotFixture(.skylines)
    let file = JSONValue.object(["filename": .string(name)])
    let body = JSONValue.object(["flight": .object(["id": 5, "igcFile": file])])
    try await fixture.stub.fail([
      "path": "flights/5", "status": 200, "body": .string(body.text()),
    ])
    #expect(
      try await fixture.fetch("own/5")
        == .failure(.service(.refused("it does not give the file of this flight"))))
  }

  @Test func aFlightIsLookedForToTheLastPageOnly() async throws {
    let fixture = try await StubFixture(.skylines)
    _ = try await fixture.upload(.made(day: 8))
    #expect(try await fixture.look(for: .made(day: 7)) == .success(.unseen))
    let log = try await fixture.stub.control()["log"]?.array?.compactMap(\.string)
    #expect(log?.filter { $0 == "GET skylines flights/pilot/42" }.count == 2)
  }
}
