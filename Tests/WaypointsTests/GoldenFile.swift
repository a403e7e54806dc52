import Glibc
import Linux
import TestSupport
import Testing

/// A folder of the fixtures: a file that is read, and beside it what must come out.
/// BAROGRAPH_UPDATE_FIXTURES=1 writes it anew; read the difference.
struct GoldenFile {
  var path: String

  /// Such as `cup/plain/file.cup`.
  init(_ path: String) { self.path = PackageFolder.fixture(path) }

  func bytes() throws -> [UInt8] { try Files.read(path, limit: 1 << 20) }

  /// Compares lines with `expected.txt`.
  func expect(_ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let text = lines.map { $0 + "\n" }.joined()
    let expected = path.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/expected.txt"
    if getenv("BAROGRAPH_UPDATE_FIXTURES") != nil {
      let file = try #require(fopen(expected, "w"))
      fputs(text, file)
      fclose(file)
      Issue.record("updated \(expected); run again without BAROGRAPH_UPDATE_FIXTURES")
      return
    }
    let found = String(decoding: try Files.read(expected, limit: 1 << 20), as: UTF8.self)
    #expect(text == found, sourceLocation: sourceLocation)
  }
}
