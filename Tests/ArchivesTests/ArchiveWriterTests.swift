import Archives
import Linux
import TestSupport
import Testing

@Suite struct ArchiveWriterTests {
  private struct Full: Error {}

  private func entries(_ path: String) throws -> [(String, [UInt8])] {
    var found: [(String, [UInt8])] = []
    try ArchiveFile.forEachEntry(of: path) { entry in
      found.append((entry.label, []))
      return { found[found.count - 1].1 += $0 }
    }
    return found
  }

  @Test func whatIsWrittenIsReadBack() throws {
    let folder = TemporaryFolder()
    let files: [(String, [UInt8])] = [
      ("flights/2026/a.igc", Array("AXBG\r\n".utf8)), ("tasks/tasks.cup", []),
      ("files/waypoints/Flugplätze.cup", (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }),
    ]
    var bytes: [UInt8] = []
    let writer = try ArchiveWriter { bytes += $0 }
    for (path, content) in files { try writer.add(path, modifiedAt: 1_783_069_200, content) }
    try writer.finish()
    let path = folder.file("all.zip")
    try Files.replace(path, with: bytes)
    let found = try entries(path)
    #expect(found.map(\.0) == files.map(\.0))
    #expect(found.map(\.1) == files.map(\.1))
    #expect(bytes.count < 100_000, "it is packed")
  }

  @Test func theSameFilesGiveTheSameArchive() throws {
    let archives = try (0..<2).map { _ in
      var bytes: [UInt8] = []
      let writer = try ArchiveWriter { bytes += $0 }
      try writer.add("a", modifiedAt: 1_783_069_200, Array("hello".utf8))
      try writer.finish()
      return bytes
    }
    #expect(archives[0] == archives[1])
  }

  @Test func whatTheOutputThrowsEndsIt() throws {
    #expect(throws: Full.self) {
      let writer = try ArchiveWriter { _ in throw Full() }
      for number in 0..<100 {
        let noise = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 &+ number) }
        try writer.add("\(number)", modifiedAt: 0, noise)
      }
      try writer.finish()
    }
  }
}
