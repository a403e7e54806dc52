import Configuration
import Glibc
import Testing

/// The committed texts against the table of keys. With BAROGRAPH_UPDATE_MANUAL set the texts are
/// written anew, as after a change of the table.
@Suite struct ConfigurationManualTests {
  private static let root: String = {
    let parts = #filePath.split(separator: "/")
    return "/" + parts.dropLast(3).joined(separator: "/")
  }()
  private static let mark =
    "<!-- The tables below are made from the daemon's own; a test compares them. -->\n\n"

  private func contents(_ path: String) throws -> String {
    let file = try #require(fopen("\(Self.root)/\(path)", "r"), "\(path) is missing")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The committed text, rewritten first when asked for.
  private func committed(_ path: String, shouldBe text: String) throws -> String {
    if getenv("BAROGRAPH_UPDATE_MANUAL") != nil {
      let file = try #require(fopen("\(Self.root)/\(path)", "w"))
      fputs(text, file)
      fclose(file)
    }
    return try contents(path)
  }

  @Test func theManualsAreMadeFromTheTables() throws {
    try checkManual("docs/configuration.md", of: DaemonConfiguration.self)
    try checkManual("docs/receiver-configuration.md", of: ServerConfiguration.self)
  }

  private func checkManual<Subject: OperatorConfiguration>(
    _ path: String, of: Subject.Type
  ) throws {
    let text = try contents(path)
    let start = try #require(text.range(of: Self.mark))
    let wanted = text[..<start.upperBound] + ConfigurationManual<Subject>.tables
    let written = try committed(path, shouldBe: String(wanted))
    #expect(written == String(wanted))
    let lines = written.split(separator: "\n")
    for key in Subject.keys {
      #expect(lines.contains { $0.hasPrefix("| `\(key.key)` |") && $0.contains(key.meaning) })
    }
    #expect(Subject.keys.allSatisfy { !$0.meaning.isEmpty && !$0.reason.isEmpty })
  }

  @Test func theExamplesAreMadeFromTheTables() throws {
    try checkExample("systemd/barograph.conf", of: DaemonConfiguration.self)
    try checkExample("systemd/receiver.conf", of: ServerConfiguration.self)
  }

  private func checkExample<Subject: OperatorConfiguration>(
    _ path: String, of: Subject.Type
  ) throws {
    let wanted = ConfigurationManual<Subject>.example
    #expect(try committed(path, shouldBe: wanted) == wanted)
    let source = ConfigurationSource(name: path, bytes: Array(wanted.utf8))
    let reading = ConfigurationReading<Subject>([source])
    #expect(reading.problems == [])
  }

  @Test func theExampleIsTheDefaultsWithAndWithoutItsKeys() throws {
    let text = try contents("systemd/barograph.conf")
    let keys = Set(DaemonConfiguration.keys.map(\.key))
    var uncovered = 0
    let open = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let rest = line.dropFirst()
      guard line.hasPrefix("#"), let name = rest.split(separator: " ").first, !rest.hasPrefix(" "),
        keys.contains(String(name))
      else { return String(line) }
      uncovered += 1
      return String(rest)
    }.joined(separator: "\n")
    #expect(uncovered == DaemonConfiguration.keys.count)
    for variant in [text, open] {
      let source = ConfigurationSource(name: "barograph.conf", bytes: Array(variant.utf8))
      let reading = ConfigurationReading<DaemonConfiguration>([source])
      #expect(reading.problems == [])
      #expect(reading.configuration == .defaults)
    }
  }

  @Test func namesOfKeysAreUnique() {
    for names in [DaemonConfiguration.keys.map(\.name), ServerConfiguration.keys.map(\.name)] {
      #expect(Set(names).count == names.count)
    }
  }
}

extension String {
  /// The place of the first occurrence of a text.
  fileprivate func range(of text: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(text) }
      .map { $0..<index($0, offsetBy: text.count) }
  }
}
