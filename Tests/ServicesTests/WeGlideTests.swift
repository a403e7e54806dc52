import HTTPClient
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing

@Suite(.timeLimit(.minutes(10))) struct WeGlideTests {
  @Test func aFlightIsTakenAndSeen() async throws {
    let fixture = try await StubFixture(.weglide)
    #expect(try await fixture.look() == .success(.unseen))
    #expect(try await fixture.upload() == .success(.done(id: "500001")))
    #expect(try await fixture.look() == .success(.seen(id: "500001")))
    #expect(try await fixture.look(id: "500001") == .success(.seen(id: "500001")))
    #expect(try await fixture.look(id: "500002") == .success(.unseen))
    #expect(try await fixture.look(for: .made(day: 5)) == .success(.unseen))
    let flight = try #require(try await fixture.stub.flights(of: "weglide").first)
    #expect(flight["filename"]?.string == FlightToUpload.example.filename)
  }

  @Test(arguments: [true, false]) func aFlightThatIsThereIsKnown(isBare: Bool) async throws {
    let fixture = try await StubFixture(.weglide)
    try await fixture.stub.set("weglide", ["bare": .bool(isBare)])
    _ = try await fixture.upload()
    #expect(try await fixture.upload() == .success(.known(id: isBare ? nil : "500001")))
  }

  @Test func whatIsKnownNeedNotBeSeen() async throws {
    let fixture = try await StubFixture(.weglide)
    try await fixture.stub.set("weglide", ["visible": false])
    _ = try await fixture.upload()
    #expect(try await fixture.upload() == .success(.known(id: "500001")))
    #expect(try await fixture.look(id: "500001") == .success(.unseen))
    #expect(try await fixture.look() == .success(.unseen))
  }

  @Test func aMissingAircraftIsAskedFor() async throws {
    let fixture = try await StubFixture(.weglide)
    let without: [ServiceField: String] = [.aircraftID: ""]
    #expect(try await fixture.upload(.example, without) == .failure(.needsInput(.aircraftID)))
    try await fixture.stub.fail(["status": 400, "body": "{}"])
    #expect(try await fixture.upload(.example, without) == .failure(.needsInput(.aircraftID)))
    try await fixture.stub.set("weglide", ["aircraft": true])
    #expect(try await fixture.upload(.example, without) == .success(.done(id: "500001")))
  }

  @Test func whatDoesNotFitIsAskedFor() async throws {
    let fixture = try await StubFixture(.weglide)
    #expect(
      try await fixture.upload(.example, [.dateOfBirth: "1980-01-01"])
        == .failure(.needsInput(.dateOfBirth)))
    #expect(
      try await fixture.upload(.example, [.dateOfBirth: ""])
        == .failure(.needsInput(.dateOfBirth)))
    #expect(
      try await fixture.upload(.example, [.userID: "18"]) == .failure(.needsInput(.userID)))
  }

  @Test func aRefusalSpeaks() async throws {
    let fixture = try await StubFixture(.weglide)
    var flight = FlightToUpload.example
    flight.igc = Array("no flight".utf8)
    #expect(try await fixture.upload(flight) == .failure(.refused("Invalid IGC file")))
    try await fixture.stub.fail(["status": 422, "body": "nothing"])
    #expect(try await fixture.upload() == .failure(.refused("status 422")))
    try await fixture.stub.fail(["status": 413])
    #expect(try await fixture.upload() == .failure(.refused("status 413")))
  }

  @Test func aKeyIsChecked() async throws {
    let fixture = try await StubFixture(.weglide)
    #expect(
      try await fixture.check()
        == .success(try ServiceCredential(.weglide, StubFixture.good[.weglide]!)))
    #expect(try await fixture.check([.key: "wrong"]) == .failure(.unauthorised))
    try await fixture.stub.fail(["status": 403])
    #expect(try await fixture.check() == .failure(.unauthorised))
  }

  @Test func aLongListIsLookedThrough() async throws {
    let fixture = try await StubFixture(.weglide)
    for day in [1, 2, 3] { _ = try await fixture.upload(.made(day: day)) }
    let page = JSONValue.array(
      (0..<100).map { ["id": .integer($0), "takeoff_time": "2026-07-09T10:00:00Z"] })
    try await fixture.stub.fail([
      "path": "flight", "status": 200, "body": .string(page.text()), "times": 1,
    ])
    // The second page is the stub's own from number 100 on: nothing.
    #expect(try await fixture.look(for: .made(day: 2)) == .success(.unseen))
    #expect(try await fixture.look(for: .made(day: 2)) == .success(.seen(id: "500002")))
    let log = try await fixture.stub.control()["log"]?.array?.suffix(3).compactMap(\.string)
    #expect(log == Array(repeating: "GET weglide flight", count: 3))
  }
}
