import Linux
import TestSupport
import Testing

/// Remedies, manual and documentation name only commands that there are.
@Suite struct MentionsTests {
  @Test func everyCommandThatIsNamedExists() async throws {
    var places: [CommandMention: String] = [:]
    for (place, text) in try ReadTexts.all() {
      for mention in CommandMention.all(in: text) { places[mention] = place }
    }
    #expect(places.count > 100)
    #expect(places.values.contains { $0.hasPrefix("Sources/Diagnosis/") })
    var helps: [[String]: String?] = [:]
    for (mention, place) in places {
      let line = [mention.program] + command(of: mention)
      if helps[line] == nil { helps[line] = .some(try await help(of: line)) }
      if let objection = objection(to: mention, helps[line] ?? nil) {
        Issue.record("\(place): \(objection)")
      }
    }
  }

  @Test(arguments: [
    ("try `barograph flights lst --all`", "there is no barograph flights lst"),
    ("(barograph status --quite tells)", "barograph status has no --quite"),
    ("barograph-receiver --chek-config", "barograph-receiver has no --chek-config"),
    ("sudo barographd --chek-config", "barographd has no --chek-config"),
  ])
  func wrongOnesAreFound(text: String, objection: String) async throws {
    let mention = try #require(CommandMention.all(in: text[...]).first)
    let help = try await help(of: [mention.program] + command(of: mention))
    #expect(self.objection(to: mention, help) == objection)
  }

  @Test(arguments: [
    "install the package barograph anew", "adduser $USER barograph", "barographd has stopped",
    "sudo -u barograph-receiver barograph-receiver", "/etc/barograph/barograph.conf",
  ])
  func namesAreNoCommands(text: String) {
    #expect(CommandMention.all(in: text[...]).isEmpty)
  }

  /// The receiver serves where no command is named.
  private func command(of mention: CommandMention) -> [String] {
    mention.program == "barograph-receiver" && mention.words.isEmpty ? ["serve"] : mention.words
  }

  /// Nil where there is no such command.
  private func help(of line: [String]) async throws -> String? {
    let (ending, lines) = try await ChildProcess.run(
      ["\(Program.folder)/\(line[0])"] + line.dropFirst() + ["--help"],
      environment: ["BAROGRAPH_SOCKET": "/nowhere"])
    return ending == .exit(0) ? lines.joined(separator: "\n") : nil
  }

  private func objection(to mention: CommandMention, _ help: String?) -> String? {
    let line = ([mention.program] + mention.words).joined(separator: " ")
    guard let help else { return "there is no \(line)" }
    let everywhere = ["--help", "--version"]
    return mention.options.first { option in
      !everywhere.contains(option) && !help.contains("\(option) ") && !help.contains("\(option)\n")
        && !help.hasSuffix(option)
    }.map { "\(line) has no \($0)" }
  }
}
