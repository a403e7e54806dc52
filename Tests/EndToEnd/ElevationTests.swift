import ControlAPI
import HTTPClient
import HTTPServer
import JSON
import Linux
import TerrainDoubles
import TestSupport
import Testing

extension EndToEnd {
  /// The ground below flights, from a server of tiles to the report.
  @Suite(.timeLimit(.minutes(10)))
  struct ElevationTests {
    private static let tile = "elevation/N47E008.zip"

    /// A box whose server of tiles is `url`, with one flight.
    private func box(_ url: String) async throws -> (Box, FakeGPSD, id: String) {
      let gpsd = try FakeGPSD()
      let box = try Box(
        port: gpsd.port, policy: "manual", more: "[elevation]\nurl = \(url)/tiles")
      try await box.start()
      let path = box.folder.file("67EXA011.IGC")
      try Files.replace(path, with: LoggerFile().bytes)
      _ = try await box.json("import", path)
      let row = try #require(try await box.json("flights", "list")["flights"]?.array?.first)
      return (box, gpsd, try #require(row["id"]?.string))
    }

    private func report(_ box: Box, _ id: String) throws -> String {
      let client = UnixHTTPClient(socketPath: box.socketPath, timeoutSeconds: 120)
      let answer = try client.get(Endpoint.flightReport(id: id).path)
      return String(decoding: answer.body, as: UTF8.self)
    }

    private func reportWithGround(_ box: Box, _ id: String) async throws {
      try await eventually("ground in the report", within: 120) {
        try report(box, id).contains("Highest above ground").orNil
      }
    }

    @Test("the tile of a flight is fetched once it is analysed, and again once it is broken")
    func fetched() async throws {
      let zip = try MadeTiles.archive(("N47E008.hgt", MadeTiles.plain(400)))
      let stub = try StubElevations { request, _ in
        request.path == "/files/a.zip" ? .zip(zip) : .found("/files/a.zip")
      }
      let (box, _gpsd, id) = try await box(stub.url)
      try await eventually("tile", within: 120) {
        Files.exists("\(box.state)/\(Self.tile)").orNil
      }
      #expect(stub.paths == ["/tiles/elevations/N47E008", "/files/a.zip"])
      try await reportWithGround(box, id)
      await box.kill()
      try Files.replace("\(box.state)/\(Self.tile)", with: Array(zip.prefix(100)))
      try await box.start()
      try await reportWithGround(box, id)
      #expect(stub.requests.count == 4)
      #expect(box.log.lines.contains { $0.contains("a tile of the ground is left out") })
      #expect(await box.stop() == .exit(0))
      withExtendedLifetime(_gpsd) {}
    }

    @Test("a server in trouble costs the ground, not the report nor the end")
    func troubled() async throws {
      let gate = ThreadGate()
      let stub = try StubElevations { _, _ in
        gate.wait()
        return HTTPResponse(status: 500, text: "")
      }
      let (box, _gpsd, id) = try await box(stub.url)
      try await eventually("question", within: 120) { (stub.requests.count > 0).orNil }
      let page = try report(box, id)
      #expect(page.contains("</html>") && !page.contains("above ground"))
      #expect(await box.stop() == .exit(0))
      gate.open()
      withExtendedLifetime(_gpsd) {}
    }
  }
}
