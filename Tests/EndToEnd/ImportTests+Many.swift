import ControlAPI
import Linux
import TestSupport
import Testing

extension EndToEnd.ImportTests {
  // MARK: Many

  @Test("many files are taken in with flat memory")
  func many() async throws {
    let (box, _gpsd) = try await box()
    func bring(_ range: Range<Int>) async throws {
      for index in range {
        try make(
          box, "many\(range.lowerBound)/\(index).igc", LoggerFile(minuteOfDay: index).bytes)
      }
      try await box.run("import", box.folder.file("many\(range.lowerBound)"))
    }
    try await bring(0..<60)
    let before = try memory(of: box)
    try await bring(60..<200)
    #expect(try flights(box) == 200)
    let growth = try memory(of: box) - before
    #expect(growth < 8 << 10, "\(growth) KiB more")
    await box.stop()
    withExtendedLifetime(_gpsd) {}
  }

  /// KiB of anonymous memory.
  private func memory(of box: Box) throws -> Int {
    let process = try #require(box.daemon?.identifier)
    let text = String(
      decoding: try Files.read("/proc/\(process)/status", limit: 1 << 16), as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
    return try #require(line.split(separator: " ").dropLast().last.flatMap { Int($0) })
  }

  // MARK: The power

  @Test("a power cut at any moment of an import leaves one whole flight, and nothing twice")
  func kills() async throws {
    let (box, _gpsd) = try await box()
    let inbox = "\(box.state)/inbox"
    for life in 0..<12 {
      let file = LoggerFile(minuteOfDay: life, fixes: 800)
      let path = try make(box, "k\(life).igc", file.bytes)
      try Files.replace("\(inbox)/i\(life).igc", with: LoggerFile(minuteOfDay: 100 + life).bytes)
      let import_ = try box.launch(["import", path])
      try await Task.sleep(for: .milliseconds(5 + life * 47))
      await box.kill()
      _ = await import_.waitForEnd()
      try box.begin()
      try await box.status("an answer") { _ in true }
      try await box.run("import", path)
    }
    try await box.status("an empty inbox") { $0.imports.waiting == 0 }
    #expect(try flights(box) == 24)
    #expect(try box.names(in: "blobs/igc").count == 24)
    #expect(try box.names(in: "flights").count == 24)
    #expect(try Files.names(in: inbox).isEmpty)
    #expect(try box.names(in: "quarantine").isEmpty)
    await box.stop()
    withExtendedLifetime(_gpsd) {}
  }
}
