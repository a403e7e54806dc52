import FlightModel
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing

@Suite(.timeLimit(.minutes(10))) struct CharronTests {
  @Test func aFlightIsTakenWithItsFieldsAndSeen() async throws {
    let fixture = try await StubFixture(.charron)
    #expect(try await fixture.look() == .success(.unseen))
    #expect(try await fixture.upload() == .success(.done(id: nil)))
    #expect(try await fixture.look() == .success(.seen(id: nil)))
    let flight = try #require(try await fixture.stub.flights(of: "charron").first)
    #expect(flight["immatriculatie"]?.string == "D-1234")
    #expect(flight["motorzwever"]?.string == "0" && flight["wedstrijd"]?.string == "1")
  }

  @Test func aMissingRegistrationIsAskedForBeforeAnythingIsSent() async throws {
    let fixture = try await StubFixture(.charron)
    let flight = FlightToUpload.made(day: 4, registration: "")
    #expect(try await fixture.upload(flight) == .failure(.needsInput(.registration)))
    #expect(try await fixture.stub.control()["log"] == [])
  }

  @Test(arguments: [("immatriculatie", ServiceField.registration), ("motorzwever", .motorGlider)])
  func theFormNamesWhatItMisses(name: String, field: ServiceField) async throws {
    let fixture = try await StubFixture(.charron)
    try await fixture.stub.fail([
      "path": "2026/invoer2.php", "status": 200, "body": .string("<input name=\"\(name)\">"),
    ])
    #expect(try await fixture.upload() == .failure(.needsInput(field)))
  }

  @Test func aWrongPasswordGetsTheFormAgain() async throws {
    let fixture = try await StubFixture(.charron)
    #expect(try await fixture.check([.password: "wrong"]) == .failure(.unauthorised))
    #expect(try await fixture.upload(.example, [.password: "wrong"]) == .failure(.unauthorised))
    guard case .success = try await fixture.check() else {
      Issue.record("the good login is refused")
      return
    }
  }

  @Test func aLostSessionIsNoUpload() async throws {
    let fixture = try await StubFixture(.charron)
    try await fixture.stub.fail([
      "path": "2026/login.php", "status": 302,
      "headers": ["Location": "/charron/2026/overzicht.php?x=1", "Set-Cookie": "PHPSESSID=gone"],
    ])
    #expect(try await fixture.upload() == .failure(.unauthorised))
    try await fixture.stub.fail([
      "path": "2026/login.php", "status": 302, "headers": ["Location": "overzicht.php"],
    ])
    #expect(try await fixture.upload() == .failure(.tryAgain("the login gave no session")))
    try await fixture.stub.fail([
      "path": "2026/login.php", "status": 302,
      "headers": ["Location": "elsewhere.php", "Set-Cookie": "PHPSESSID=a"],
    ])
    #expect(try await fixture.upload() == .failure(.tryAgain("status 302")))
  }

  @Test(arguments: [(9, 30, 2026), (10, 1, 2027), (12, 31, 2027), (1, 1, 2026)])
  func aSeasonBeginsInOctober(month: Int, day: Int, season: Int) {
    #expect(Charron.season(of: CivilDate(year: 2026, month: month, day: day)) == season)
  }
}
