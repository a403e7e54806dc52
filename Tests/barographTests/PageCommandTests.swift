import ControlAPI
import JSON
import Linux
import Synchronization
import TestSupport
import Testing

@Suite struct PageCommandTests {
  private static let token = "abcdefghijkmnpqrstuvwxyz23456789"
  private let runner = CommandRunner()
  private let daemon = StubDaemon()

  init() throws { try daemon.listen() }

  /// The command's result where the page is as `facts` tell.
  private func run(
    _ facts: PageFacts, _ words: String...
  ) async throws -> CommandRunner.Result {
    daemon.state.withLock { $0.page = facts }
    return try await runner.run(["page"] + words, socket: daemon.socket)
  }

  private static let loopback = PageFacts(
    address: "127.0.0.1", port: 8088, isWanted: true, token: token)
  private static let field = PageFacts(
    address: "192.168.4.1", port: 8088, isWanted: true, isField: true, token: token)

  @Test(arguments: [
    ("off", PageFacts(), 1), ("loopback", loopback, 0), ("field", field, 0),
    ("fault", PageFacts(isWanted: true, fault: "the port is taken", token: token), 1),
  ])
  func saysWhereThePageIs(name: String, facts: PageFacts, code: Int32) async throws {
    let result = try await run(facts, "--no-code")
    #expect(result.code == code && result.error.isEmpty)
    try CommandRunner.compare(result.output, golden: "page/\(name).txt")
  }

  @Test func showsACodeInTheFieldAlone() async throws {
    let result = try await run(Self.field)
    // In blocks or in ASCII, as the locale has it.
    let code = result.output.split(separator: "\n").filter {
      $0.hasPrefix("████") || $0.hasPrefix("########")
    }
    #expect(code.count > 15 && code.allSatisfy { $0.count <= 90 })
    let here = try await run(Self.loopback).output
    #expect(!here.contains("####") && !here.contains("████"))
  }

  @Test func aNewTokenIsShown() async throws {
    let result = try await run(Self.field, "--new-token", "--no-code")
    #expect(result.output.contains("#token=\(String(Self.token.reversed()))"))
  }

  @Test func writesAPictureAndJSON() async throws {
    #expect(try await run(Self.field, "--svg", "code.svg").output == "code.svg\n")
    let picture = try Files.read(runner.folder.file("code.svg"), limit: 1 << 20)
    #expect(String(decoding: picture, as: UTF8.self).hasPrefix("<svg "))
    let again = try await run(Self.field, "--svg", "-")
    #expect(Array(again.output.utf8) == picture)
    let json = try JSONValue.parse(Array(try await run(Self.field, "--json").output.utf8))
    #expect(json["urls"] == ["http://192.168.4.1:8088/"])
    #expect(json["token"]?.string == Self.token && json["field"]?.bool == true)
  }

  @Test func whoMayNotChangeThingsDoesNotSeeTheToken() async throws {
    var facts = Self.field
    facts.token = nil
    let result = try await run(facts)
    #expect(result.code == 77 && result.output.isEmpty)
  }

  @Test(arguments: ["0", "2", "x"])
  func anAddressIsOneOfTheList(number: String) async throws {
    #expect(try await run(Self.field, "--address", number).code == 64)
  }

  @Test func withoutAPageThereIsNoCode() async throws {
    #expect(try await run(PageFacts(), "--svg", "-").code == 1)
  }
}
