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

  @Test func tarsAreReadByTar() async throws {
    let folder = TemporaryFolder()
    var bytes: [UInt8] = []
    let writer = try ArchiveWriter(.tarGzip) { bytes += $0 }
    try writer.add("bundle/a.txt", modifiedAt: 1_783_069_200, Array("hello\n".utf8))
    try writer.add("bundle/b.txt", modifiedAt: 1_783_069_200, [])
    try writer.finish()
    let path = folder.file("all.tar.gz")
    try Files.replace(path, with: bytes)
    let names = try await ChildProcess.run(["tar", "tzf", path])
    #expect(names.output == ["bundle/a.txt", "bundle/b.txt"])
    let text = try await ChildProcess.run(["tar", "xzf", path, "--to-stdout", "bundle/a.txt"])
    #expect(text.output == ["hello"])
  }

  @Test(arguments: [ArchiveWriter.Format.zip, .tarGzip])
  func theSameFilesGiveTheSameArchive(format: ArchiveWriter.Format) throws {
    let archives = try (0..<2).map { _ in
      var bytes: [UInt8] = []
      let writer = try ArchiveWriter(format) { bytes += $0 }
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
