import Linux
import TestSupport
import Testing

/// The manual that `make install` installs, as mandoc(1) reads it.
@Suite struct PagesTests {
  private let folder = TemporaryFolder()

  @Test func mandocFindsNothingToMend() async throws {
    let pages = try await Program.pages(into: folder.path, epoch: "1783123200")
    #expect(pages.count > 30)
    let (ending, complaints) = try await ChildProcess.run(
      ["mandoc", "-Tlint", "-Wwarning"] + pages)
    #expect(ending == .exit(0))
    #expect(complaints == [])
  }

  @Test func onlyTheDateMakesPagesDiffer() async throws {
    let first = try await Program.pages(into: folder.file("1"), epoch: "1783123200")
    let second = try await Program.pages(into: folder.file("2"), epoch: "1783123201")
    let dateless = try await Program.pages(into: folder.file("3"), epoch: "")
    for (page, (same, other)) in zip(first, zip(second, dateless)) {
      let text = try Files.read(page, limit: 1 << 20)
      #expect(try Files.read(same, limit: 1 << 20) == text, "\(page)")
      let lines = text.split(separator: UInt8(ascii: "\n"))
      let others = try Files.read(other, limit: 1 << 20).split(separator: UInt8(ascii: "\n"))
      #expect(lines.dropFirst() == others.dropFirst(), "\(page)")
      #expect(String(decoding: lines[0], as: UTF8.self).contains("\"2026-07-04\""))
      #expect(String(decoding: others[0], as: UTF8.self).contains(" \"\" "))
    }
  }

  /// The first words of a help's table, after its usage.
  private func words(_ help: [String]) -> [String] {
    help.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.map { line in
      let words = line.dropFirst(2).split(separator: " ", omittingEmptySubsequences: false)
      return words.prefix { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// What `--help` tells of each command, by its words.
  private func help(of program: String) async throws -> [(command: [String], help: [String])] {
    if program == "barograph" { return try goldenHelp() }
    var found: [(command: [String], help: [String])] = []
    for word in words(try await Program.output(program, "--help")) {
      let help = try await Program.output(program, word, "--help")
      let parts = words(help).filter { $0.hasPrefix("\(word) ") }
      if parts.isEmpty { found.append(([word], help)) }
      for part in parts {
        let command = part.split(separator: " ").map(String.init)
        found.append((command, try await Program.output(program, command[0], command[1], "--help")))
      }
    }
    return found
  }

  /// The texts that the command's own tests compare with.
  private func goldenHelp() throws -> [(command: [String], help: [String])] {
    let text = try Files.read(PackageFolder.fixture("command/help.txt"), limit: 1 << 20)
    var found: [(command: [String], help: [String])] = []
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init) {
      if line.hasPrefix("---- ") {
        found.append((line.dropFirst(5).split(separator: " ").map(String.init), []))
      } else if !found.isEmpty {
        found[found.count - 1].help.append(line)
      }
    }
    return found.filter { !$0.help.contains { $0.contains(" COMMAND [options]") } }
  }

  @Test(arguments: [("barograph", 80), ("barograph-receiver", 7)])
  func everyCommandAndOptionIsThere(program: String, least: Int) async throws {
    var pages: [String: [String]] = [:]
    let told = try await help(of: program)
    #expect(told.count >= least)
    for (command, help) in told {
      if pages[command[0]] == nil {
        pages[command[0]] = try await Program.output(program, "manual", command[0])
      }
      let page = pages[command[0]] ?? []
      let usage = "    \(program) \(command.joined(separator: " ")) [options]"
      #expect(page.contains { $0.hasPrefix(usage) }, "\(usage)")
      for option in words(help) where option.hasPrefix("--") {
        #expect(page.contains("    \(option)"), "\(command) \(option)")
      }
    }
  }

  @Test func theDaemonsOptionsAreThere() async throws {
    let page = try await Program.output("barograph", "manual", "barographd")
    for option in words(try await Program.output("barographd", "--help")) {
      #expect(page.contains("    \(option)"), "\(option)")
    }
  }

  @Test func noLineIsTooLongForATerminal() async throws {
    let names = try await Program.pages(into: folder.path, epoch: "").map { path in
      String(path.split(separator: "/").last!)
    }
    for name in names {
      let program = name.contains("receiver") ? "barograph-receiver" : "barograph"
      let page = String(name.dropLast(2))
      for line in try await Program.output(program, "manual", page) {
        #expect(line.count <= 80, "\(page): \(line)")
      }
    }
  }

  @Test func aPageThatIsNotThereIsSixtySix() async throws {
    let (ending, output) = try await ChildProcess.run(
      ["\(Program.folder)/barograph", "manual", "flihgts"])
    #expect(ending == .exit(66))
    #expect(output.joined().contains("barograph-flights"))
  }
}
