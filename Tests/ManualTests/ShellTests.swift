import Linux
import TestSupport
import Testing

/// The completions in the shells themselves.
@Suite struct ShellTests {
  private let folder = TemporaryFolder()

  /// Runs a script with the programs of this build on its PATH, in a home and a working directory
  /// of its own.
  private func run(_ shell: [String], _ script: String) async throws -> [String] {
    let (ending, lines) = try await ChildProcess.run(
      ["timeout", "300"] + shell + ["-c", "cd '\(folder.path)' && \(script)"],
      environment: [
        "PATH": "\(Program.folder):/usr/bin:/bin", "HOME": folder.path, "TERM": "dumb",
        "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path,
        "BAROGRAPH_SOCKET": folder.file("no-socket"),
      ])
    #expect(ending == .exit(0), "\(lines)")
    return lines
  }

  private func bash(_ words: String...) async throws -> [String] {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    return try await run(
      ["bash", "--norc", "--noprofile"],
      """
      source <(barograph completion bash) && source <(barograph-receiver completion bash)
      COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1)
      function=$(complete -p "${COMP_WORDS[0]}" | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
      "$function" && printf '%s\\n' "${COMPREPLY[@]}"
      """)
  }

  @Test func bashCompletesEveryProgram() async throws {
    #expect(try await bash("barograph", "fli") == ["flights"])
    #expect(try await bash("barograph", "flights", "list", "--so") == ["--sort", "--socket"])
    #expect(try await bash("barograph", "flights", "list", "--sort", "=", "da") == ["date"])
    #expect(try await bash("barographd", "--ch") == ["--check-config"])
    #expect(try await bash("barograph-receiver", "account", "co") == ["code"])
    #expect(try await bash("barograph", "flights", "show", "") == [""])
  }

  /// Types into a shell on a pseudo-terminal, a line of `typed` after the other; each is awaited.
  private func press(_ shell: String, _ typed: [(keys: String, seen: String)]) async throws {
    let steps = typed.map { step in
      "zpty -w -n shell $'\(step.keys)'; zpty -r shell out '*\(step.seen)*' || exit 1\n"
    }.joined()
    _ = try await run(
      ["zsh", "-f"],
      "zmodload zsh/zpty && zpty -e shell \(shell)\n\(steps)zpty -d shell; exit 0")
  }

  @Test func tabCompletesInBash() async throws {
    try Files.replace(folder.file("a-long-name.igc"), with: [])
    try await press(
      "bash --norc --noprofile -i",
      [
        (#"source <(barograph completion bash); echo set\'\'tled\n"#, "settled"),
        (#"barograph flights li\t"#, "flights list "), (#"--sort di\t"#, "--sort distance "),
        (#"\x15barograph verify a-l\t"#, "verify a-long-name.igc "),
      ])
  }

  @Test func tabCompletesInZsh() async throws {
    try Files.replace(folder.file("a-long-name.igc"), with: [])
    try await press(
      "zsh -f -i",
      [
        (
          #"autoload -Uz compinit; compinit -u -D; source <(barograph completion zsh); echo set\'\'tled\n"#,
          "settled"
        ),
        (#"barograph flights li\t"#, "flights list"), (#"--sort di\t"#, "distance"),
        (#"\x15barograph verify a-l\t"#, "ong-name.igc"),
      ])
  }

  @Test func zshLoadsTheFileOfThePackage() async throws {
    let script = try await Program.output("barograph", "completion", "zsh")
    #expect(script[0] == "#compdef barograph barographd")
    try Files.makeFolder(folder.file("site"))
    try Files.replace(
      folder.file("site/_barograph"), with: (script.joined(separator: "\n") + "\n").utf8)
    try await press(
      "zsh -f -i",
      [
        (
          #"fpath=(site $fpath); autoload -Uz compinit; compinit -u -D; echo set\'\'tled\n"#,
          "settled"
        ),
        (#"barographd --ch\t"#, "barographd --check-config"),
      ])
  }

  @Test func fishCompletesEveryProgram() async throws {
    try Files.replace(folder.file("a-long-name.igc"), with: [])
    func fish(_ line: String) async throws -> [String] {
      try await run(
        ["fish", "--no-config"],
        """
        barograph completion fish | source; barograph-receiver completion fish | source
        complete -C '\(line)'
        """)
    }
    #expect(try await fish("barograph fli") == ["flights\tthe logbook"])
    #expect(try await fish("barograph flights list --sort=da") == ["--sort=date"])
    #expect(try await fish("barograph verify a-l") == ["a-long-name.igc"])
    #expect(try await fish("barograph analyze --task=a-l") == ["--task=a-long-name.igc"])
    #expect(try await fish("barographd --ch").first?.hasPrefix("--check-config\t") == true)
    #expect(try await fish("barograph-receiver account co").first?.hasPrefix("code\t") == true)
    #expect(try await fish("barograph flights show ") == [])
  }
}
