import CommandLineInterface
import Testing

@Suite struct CompletionTests {
  private static func command(
    _ path: String, _ arguments: String = "", _ count: Int = 0, choices: [String] = [],
    _ options: OptionSpec...
  ) -> CommandSpec {
    CommandSpec(
      path: path.split(separator: " ").map(String.init), summary: "about \(path)",
      arguments: arguments, argumentCount: 0...count, choices: choices, options: options,
      details: ""
    ) { _ in 0 }
  }

  private let completion = Completion(
    ProgramSpec(
      name: "tool", title: "", section: 1, details: "", groups: ["flights": "the logbook"],
      commands: [
        command(
          "status", "", 0, OptionSpec("json", nil, "as JSON"), OptionSpec("keys", "DIRECTORY", "")),
        command("flights list", "", 0, OptionSpec("sort", "KEY", "", choices: ["date", "gain"])),
        command("flights show", "ID", 1),
        command("flights export", "ID|FILE", 1, OptionSpec("format", "csv|json", "")),
        command("flights copy", "ID [FILE]", 2),
        command("boards list"),
        command("telemetry", "", 0, OptionSpec("board", "ID", ""), OptionSpec("device", "ID", "")),
        command("shell", "SHELL [WORD...]", 9, choices: ["bash", "zsh"]),
      ]))

  private func words(_ line: String...) -> [String] {
    completion.answers(line).flatMap { answer in
      switch answer {
      case .words(let candidates): candidates.map(\.word)
      case .files: [":files"]
      case .folders: [":folders"]
      case .ids(let group): ["ids of \(group)"]
      }
    }
  }

  @Test func commandsComeWithWhatTheyAreAbout() {
    #expect(
      completion.answers(["f"]) == [.words([.init("flights", "the logbook")])])
    #expect(
      completion.answers(["s"]) == [
        .words([.init("status", "about status"), .init("shell", "about shell")])
      ])
    #expect(words("flights", "") == ["list", "show", "export", "copy"])
    #expect(words("help", "flights", "s") == ["show"])
    #expect(words("--v") == ["--version"])
    #expect(words("flights", "nothing", "") == [])
    #expect(words("nothing", "") == [])
    #expect(completion.answers([]).count == 1)
  }

  @Test func optionsAreOfferedOnce() {
    #expect(words("status", "-") == ["--json", "--keys", "--help"])
    #expect(words("status", "--json", "--") == ["--keys", "--help"])
    #expect(words("status", "--keys", "/x", "--") == ["--json", "--help"])
    #expect(words("status", "") == [])
    #expect(words("flights", "show", "--", "--") == ["ids of flights"])
  }

  @Test func valuesAreWhatTheHelpCallsThem() {
    #expect(words("status", "--keys", "") == [":folders"])
    #expect(words("status", "--keys=") == [":folders"])
    #expect(words("flights", "list", "--sort", "g") == ["gain"])
    #expect(words("flights", "list", "--sort=g") == ["--sort=gain"])
    #expect(words("flights", "export", "--format", "") == ["csv", "json"])
    #expect(words("flights", "list", "--nothing=x") == [])
    #expect(words("telemetry", "--board", "") == ["ids of boards"])
    #expect(words("telemetry", "--device", "") == [])
  }

  @Test func argumentsAreCounted() {
    #expect(words("flights", "show", "") == ["ids of flights"])
    #expect(words("flights", "show", "abcd", "") == [])
    #expect(words("flights", "export", "--format", "csv", "") == ["ids of flights", ":files"])
    #expect(words("flights", "copy", "abcd", "") == [":files"])
    #expect(words("shell", "") == ["bash", "zsh"])
    #expect(words("shell", "bash", "") == [])
  }

  @Test func aProgramWithoutCommandsHasOptions() {
    let daemon = Completion(.daemon)
    #expect(
      daemon.answers(["--c"]).flatMap { answer in
        if case .words(let found) = answer { found.map(\.word) } else { [String]() }
      } == ["--config", "--check-config"])
    #expect(daemon.answers(["--config", ""]) == [.files])
  }

  @Test func anEqualsSignOfItsOwnIsBashs() {
    #expect(CompletionShell.bash.words(["t", "--sort", "=", "d"]) == ["t", "--sort", "d"])
    #expect(CompletionShell.bash.words(["t", "--sort", "="]) == ["t", "--sort", ""])
    #expect(CompletionShell.zsh.words(["t", "="]) == ["t", "="])
  }
}
