import Glibc
import Testing

@testable import Settings

/// The committed page against the table of settings. With BAROGRAPH_UPDATE_MANUAL set it is written
/// anew, as after a change of the table.
@Suite struct SettingsManualTests {
  private static let path: String = {
    let parts = #filePath.split(separator: "/")
    return "/" + parts.dropLast(3).joined(separator: "/") + "/docs/settings.md"
  }()
  private static let mark =
    "<!-- The tables below are made from the program's own; a test compares them. -->\n\n"

  private func contents() throws -> String {
    let file = try #require(fopen(Self.path, "r"), "docs/settings.md is missing")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func thePageIsMadeFromTheTable() throws {
    let text = try contents()
    let start = try #require(text.indices.first { text[$0...].hasPrefix(Self.mark) })
    let wanted = text[..<start] + Self.mark + SettingsManual.tables
    if getenv("BAROGRAPH_UPDATE_MANUAL") != nil {
      let file = try #require(fopen(Self.path, "w"))
      fputs(String(wanted), file)
      fclose(file)
    }
    #expect(try contents() == String(wanted))
    for key in SettingKey.all {
      #expect(wanted.contains("| `\(key.name)` |") && wanted.contains(key.meaning))
    }
  }
}
