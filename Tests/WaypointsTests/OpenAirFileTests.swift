import Testing
import Waypoints

@Suite struct OpenAirFileTests {
  @Test(arguments: ["plain", "bad-lines"])
  func fixturesReadAsExpected(folder: String) throws {
    let golden = GoldenFile("openair/\(folder)/file.txt")
    let (file, badLines) = OpenAirFile.read(try golden.bytes())
    try golden.expect(
      ["\(file.airspaceCount) airspaces", "\(file.terrainCount) terrains"]
        + badLines.told.map { "bad \($0.number): \($0.reason)" } + ["\(badLines.count) bad lines"])
  }
}
