import ControlAPI
import FlightModel
import FlightSimulator
import Glibc
import JSON
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// Signing in and out of a real receiver.
  @Suite(.timeLimit(.minutes(10)))
  struct AccountTests {
    private static let fixes = SimulatedFlight(.minute).fixes

    @Test("a code works once, a wrong one never; the token is for its owner alone")
    func signIn() async throws {
      let field = try await BackedUpBox()
      let (box, receiver) = (field.box, field.receiver)
      try await box.expectRefusal(64, "name the server", of: "account", "sign-in")
      #expect(try await box.signIn(at: receiver.url, with: "").code == 64)
      let foreign = try await box.signIn(at: "http://club.example", with: "x")
      #expect(foreign.code == 64, "\(foreign.output)")
      let wrong = try await box.signIn(at: receiver.url, with: "AAAAAA-BBBBBB-CCCCCC")
      #expect(wrong.code == 1 && wrong.output[0].contains("the code is wrong"), "\(wrong)")
      let code = try await receiver.addAccount("Ada")
      #expect(try await box.signIn(at: receiver.url, with: code, "--json").code == 0)
      let token = try #require(try box.token())
      var status = stat()
      #expect(stat("\(box.state)/sync/device-token", &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
      let account = try await box.command("account", "status", "--json")
      #expect(!account.output.joined().contains(token))
      let again = try await box.signIn(at: receiver.url, with: code)
      #expect(again.code == 1 && again.output[0].contains("is signed in"), "\(again)")
      try await box.run("account", "sign-out")
      let used = try await box.signIn(at: receiver.url, with: code)
      #expect(used.code == 1 && used.output[0].contains("the code is wrong"), "\(used)")
      await field.stop()
    }

    @Test("sign-out ends the token there; the same account resumes, another is refused")
    func signOutAndOthers() async throws {
      let field = try await BackedUpBox()
      let (box, receiver) = (field.box, field.receiver)
      try await field.feed(Self.fixes.prefix(2))
      let made = try await receiver.command("account", "add", "Ada", "--id", "ada", "--json")
      let first = try #require(try JSONValue.parse(made.output.joined())["code"]?.string)
      #expect(try await box.signIn(at: receiver.url, with: first).code == 0)
      try await box.switchOn()
      try await box.run("boards", "add", "Plank")
      try await box.synced()
      let token = try #require(try box.token())
      #expect(try await box.run("account", "sign-out") == ["Signed out."])
      #expect(try box.token() == nil)
      #expect(try receiver.call("GET", "/api/account", bearer: token).status == 401)
      #expect(try box.status().facts?.sync.state == .signedOut)
      try await box.expectRefusal(1, "not signed in", of: "account", "sign-out")
      try await box.run("boards", "add", "Second")
      let other = try await box.signIn(
        at: receiver.url, with: try await receiver.addAccount("Other"))
      #expect(other.code == 1, "\(other)")
      #expect(other.output.joined().contains("belong to the account ada"), "\(other)")
      #expect(try box.token() == nil)
      let more = try await receiver.command("account", "code", "ada", "--json")
      let second = try #require(try JSONValue.parse(more.output.joined())["code"]?.string)
      #expect(try await box.signIn(at: receiver.url, with: second).code == 0)
      try await box.synced()
      #expect(try field.served("boards").contains { $0["name"]?.string == "Second" })
      await field.stop()
    }

    @Test("without the server sign-out holds here at once, and the server is told later")
    func offline() async throws {
      let field = try await BackedUpBox()
      let (box, receiver) = (field.box, field.receiver)
      try await box.signIn(to: receiver, as: "Ada")
      let token = try #require(try box.token())
      try receiver.keepPort()
      await receiver.kill()
      let said = try await box.run("account", "sign-out")
      #expect(said.joined().contains("could not be told yet"), "\(said)")
      #expect(try box.token() == nil)
      #expect(try box.status().facts?.sync.queuedRevocations == 1)
      await box.stop()
      try await receiver.start()
      #expect(try receiver.call("GET", "/api/account", bearer: token).status == 200)
      try await field.startBox()
      try await box.status("the server's knowledge") { $0.sync.queuedRevocations == 0 }
      #expect(try receiver.call("GET", "/api/account", bearer: token).status == 401)
      await field.stop()
    }

    @Test("a token that others can read is not used; systemd may hold it instead")
    func tokenFile() async throws {
      let field = try await BackedUpBox()
      let (box, receiver) = (field.box, field.receiver)
      try await box.signIn(to: receiver, as: "Ada")
      try await box.switchOn()
      await box.stop()
      let path = "\(box.state)/sync/device-token"
      chmod(path, 0o644)
      try await field.startBox()
      #expect(try box.status().facts?.sync.state == .signedOut)
      try await eventually("the reason in the log") {
        box.log.contains("the Device Token cannot be used").orNil
      }
      await box.stop()
      let folder = box.folder.file("credentials")
      try Files.makeFolder(folder, mode: 0o700)
      chmod(path, 0o600)
      try Files.rename(path, to: "\(folder)/barograph.device-token")
      box.environment["CREDENTIALS_DIRECTORY"] = folder
      try await field.startBox()
      try await box.status("the account") { $0.sync.state == .upToDate }
      try await box.run("account", "sign-out")
      await box.stop()
      try await field.startBox()
      #expect(try box.status().facts?.sync.state == .signedOut, "what is void stays void")
      await field.stop()
    }
  }
}
