import Glibc
import TestSupport
import Testing

/// The short form of `make soak`: hours of 10 Hz through recorder, database and logbook in a process
/// of their own, whose memory is nobody else's.
@Suite struct ShortSoakTests {
  @Test func flightsAcrossTwoMidnightsAreWholeAndMemoryIsFlat() async throws {
    let folder = TemporaryFolder()
    let outcome = try await ChildProcess.run([
      BuiltPrograms.path("soak"), "--short", "--folder", folder.file("day"),
    ])
    let values = Dictionary(
      outcome.output.compactMap { line -> (String, String)? in
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        return words.count == 2 ? (words[0], words[1]) : nil
      }, uniquingKeysWith: { $1 })
    #expect(outcome.ending == .exit(0), "\(outcome.output.suffix(5))")
    #expect(outcome.output.last == "soak ok")
    #expect(values["fixes-sent"] == values["fixes-kept"])
    #expect(values["fixes-sent"].flatMap { Int($0) } ?? 0 > 60_000)
    #expect(values["midnights-in-files"] == "2")
    #expect(values["memory-growth-kB"].flatMap { Int($0) } ?? .max <= 2048)
    #expect(values["queue-bytes-most"].flatMap { Int($0) } ?? .max <= 262_144)
    try await foreignReadersAgree(on: folder.file("day"), files: outcome.output)
  }

  /// Other people's readers find every fix that is in the database, where they are installed.
  private func foreignReadersAgree(on folder: String, files lines: [String]) async throws {
    let files = lines.compactMap { line in
      line.hasPrefix("igc ") ? String(line.split(separator: " ")[1]) : nil
    }
    #expect(files.count == 3)
    guard let python = getenv("BAROGRAPH_FOREIGN_PYTHON").map({ String(cString: $0) }) else {
      return
    }
    let outcome = try await ChildProcess.run(
      [python, PackageFolder.root + "/Tests/Foreign/igc-readers.py"]
        + files.flatMap { [$0, $0 + ".csv"] })
    #expect(outcome.ending == .exit(0), "\(outcome.output)")
    #expect(outcome.output.count { $0.hasSuffix("fixes agree") } == 6, "\(outcome.output)")
  }
}
