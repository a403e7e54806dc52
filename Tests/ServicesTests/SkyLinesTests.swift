import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing

@Suite(.timeLimit(.minutes(10))) struct SkyLinesTests {
  @Test func aLoginTellsTheAccountsNumber() async throws {
    let fixture = try await StubFixture(.skylines)
    #expect(try await fixture.check().get()[.userID] == "42")
  }

  @Test func aFlightIsTakenSeenAndPublished() async throws {
    let fixture = try await StubFixture(.skylines)
    #expect(try await fixture.look() == .success(.unseen))
    #expect(try await fixture.upload() == .success(.done(id: "9001")))
    #expect(try await fixture.look() == .success(.seen(id: "9001")))
    #expect(try await fixture.look(id: "9001") == .success(.seen(id: "9001")))
    #expect(try await fixture.look(id: "9002") == .success(.unseen))
    #expect(try await fixture.stub.flights(of: "skylines").map { $0["privacy"]?.integer } == [2])
    try await fixture.client().publish(id: "9001")
    #expect(try await fixture.stub.flights(of: "skylines").map { $0["privacy"]?.integer } == [0])
  }

  @Test func aFileThatIsThereIsKnown() async throws {
    let fixture = try await StubFixture(.skylines)
    _ = try await fixture.upload()
    #expect(try await fixture.upload() == .success(.known(id: nil)))
  }

  @Test func aKnownNumberIsNotAskedForAgain() async throws {
    let fixture = try await StubFixture(.skylines)
    _ = try await fixture.upload(.example, [.userID: "42"])
    #expect(try await fixture.stub.control()["log"] == ["POST skylines flights/upload"])
  }

  @Test func failedLoginsEndInABlock() async throws {
    let fixture = try await StubFixture(.skylines)
    for _ in 0..<5 {
      #expect(try await fixture.check([.password: "wrong"]) == .failure(.unauthorised))
    }
    #expect(try await fixture.check() == .failure(.retryLater(waitMs: 3_600_000)))
    #expect(try await fixture.upload() == .failure(.retryLater(waitMs: 3_600_000)))
    try await fixture.stub.fail(["status": 403, "headers": ["Retry-After": "60"]])
    #expect(try await fixture.upload() == .failure(.retryLater(waitMs: 60_000)))
  }

  @Test(arguments: [
    (2, "the file has no date"), (3, "the file cannot be read"),
    (4, "there is no flight in the file"), (5, "the flight is in the future"), (6, "result 6"),
  ])
  func filesAreRefusedByTheirStatus(status: Int64, words: String) async throws {
    let fixture = try await StubFixture(.skylines)
    let body = JSONValue.object(["results": [["status": .integer(status), "flight": nil]]])
    try await fixture.stub.fail([
      "path": "flights/upload", "status": 200, "body": .string(body.text()),
    ])
    #expect(try await fixture.upload() == .failure(.refused(words)))
  }

  @Test func anotherPilotIsRefused() async throws {
    let fixture = try await StubFixture(.skylines)
    #expect(
      try await fixture.upload(.example, [.userID: "43"]) == .failure(.refused("unknown-pilot")))
  }
}
