import FlightModel
import Linux
import TestSupport
import Testing

@Suite struct GeodesicTests {
  private struct Line {
    let kind: String
    let from: Coordinate
    let to: Coordinate
    let metres: Double
  }

  private func lines() throws -> [Line] {
    let path = PackageFolder.fixture("geodesics/geodesics.tsv")
    let text = String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
    return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let fields = line.split(separator: "\t")
      let angles = try fields[1...4].map { try #require(Int32($0)) }
      return Line(
        kind: String(fields[0]),
        from: Coordinate(latitudeE7: angles[0], longitudeE7: angles[1]),
        to: Coordinate(latitudeE7: angles[2], longitudeE7: angles[3]),
        metres: try #require(Double(fields[5])))
    }
  }

  @Test func lengthsAreThoseOfAnotherProgram() throws {
    let lines = try lines()
    #expect(lines.count > 200)
    for line in lines {
      for length in [
        line.from.geodesicDistance(to: line.to), line.to.geodesicDistance(to: line.from),
      ] {
        #expect(abs(length - line.metres) < 0.001, "\(line)")
      }
    }
  }
}
