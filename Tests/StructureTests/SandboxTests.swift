import Linux
import TestSupport
import Testing

/// What systemd itself says of every unit, without systemd running.
@Suite(.enabled(if: Files.exists("/usr/bin/systemd-analyze"), "systemd is not installed"))
struct SandboxTests {
  private static let folder = "\(PackageFolder.root)/systemd"
  private static let units =
    (try? Files.names(in: folder).filter { $0.hasSuffix(".service") }) ?? []

  private func lines(_ unit: String) throws -> [Substring] {
    let text = try Files.read("\(Self.folder)/\(unit)", limit: 1 << 16)
    return String(decoding: text, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  private func analyze(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> (ending: ChildProcess.Ending, output: [String]) {
    let plain = ["LC_ALL": "C.UTF-8", "SYSTEMD_LOG_LEVEL": "warning", "SYSTEMD_PAGER": ""]
    return try await ChildProcess.run(
      ["systemd-analyze"] + arguments, environment: plain.merging(environment) { $1 })
  }

  @Test func thereAreUnits() { #expect(Self.units.count >= 4) }

  /// The bar is 1.3; systemd counts in tenths here.
  @Test(arguments: units) func itIsHardlyExposed(_ unit: String) async throws {
    let result = try await analyze([
      "security", "--offline=true", "--threshold=13", "\(Self.folder)/\(unit)",
    ])
    #expect(result.ending == .exit(0), "\(result.output.last ?? "")")
    #expect(result.output.contains { $0.contains("Overall exposure level") })
  }

  @Test(arguments: units) func whatIsLeftOpenIsExplainedBesideIt(_ unit: String) async throws {
    let lines = try lines(unit)
    let open = try await analyze([
      "security", "--offline=true", "\(Self.folder)/\(unit)",
    ]).output.filter { $0.hasPrefix("✗") }
    #expect(!open.isEmpty, "the reader of the table has found too few")
    for line in open {
      let name = line.dropFirst().drop { $0 == " " }.prefix { $0 != "=" }
      #expect(isExplained(name, in: lines), "\(unit) does not explain \(name)=")
    }
  }

  /// The first line that has the directive is a comment or stands below one.
  private func isExplained(_ directive: Substring, in lines: [Substring]) -> Bool {
    guard let index = lines.firstIndex(where: { $0.contains("\(directive)=") }) else {
      return false
    }
    return lines[max(index - 1, 0)...index].contains { $0.hasPrefix("#") }
  }

  /// Of copies whose programs are there, since systemd looks for them.
  @Test(arguments: units) func systemdUnderstandsIt(_ unit: String) async throws {
    let folder = TemporaryFolder()
    for unit in Self.units {
      let copy = try lines(unit).map { $0.hasPrefix("ExecStart=") ? "ExecStart=/bin/true" : $0 }
      try Files.replace(folder.file(unit), with: Array(copy.joined(separator: "\n").utf8))
    }
    let result = try await analyze(
      ["verify", "--man=no", folder.file(unit)],
      environment: ["SYSTEMD_UNIT_PATH": folder.path + ":"])
    #expect(result.ending == .exit(0))
    #expect(result.output == [])
  }
}
