import Elevation
import FlightModel
import SeededRandom
import Testing

@Suite struct TileNameTests {
  @Test(arguments: [
    (50.0, 5.0, "N50E005"), (50.999_999_9, 5.999_999_9, "N50E005"), (51, 6, "N51E006"),
    (0, 0, "N00E000"), (-0.000_000_1, -0.000_000_1, "S01W001"), (-1, -1, "S01W001"),
    (-1.000_000_1, -1.000_000_1, "S02W002"), (-33.5, 151.2, "S34E151"), (90, 12, "N89E012"),
    (-90, 12, "S90E012"), (10, 180, "N10W180"), (10, -180, "N10W180"),
    (10, 179.999_999_9, "N10E179"),
  ])
  func aPlaceLiesInTheSquareOfItsCorner(latitude: Double, longitude: Double, name: String) {
    let place = Coordinate(latitude: latitude, longitude: longitude)!
    #expect("\(TileName(of: place))" == name)
    #expect(TileName(name) == TileName(of: place))
  }

  @Test(arguments: [
    "", "N50E05", "N50E0055", "n50e005", "X50E005", "N50X005", "N5-E005", "N50E 05", "S00E000",
    "N00W000", "N90E000", "S91E000", "N00E180", "N00W181", "../E005", "N５0E0",
  ])
  func otherTextsAreNone(text: String) { #expect(TileName(text) == nil) }

  @Test func everyNameReadsBack() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<10_000 {
      let place = Coordinate(
        latitudeE7: .random(in: -900_000_000...900_000_000, using: &random),
        longitudeE7: .random(in: -1_800_000_000...1_800_000_000, using: &random))
      let name = TileName(of: place)
      #expect(TileName("\(name)") == name)
      #expect((Double(name.south)...Double(name.south + 1)).contains(place.latitude))
      #expect((Double(name.west)...Double(name.west + 1)).contains(place.longitude))
    }
  }

  @Test func aFlightsSquaresComeByTheirFixesAndAreBounded() {
    let places = [(47.5, 12.5), (47.5, 12.5), (46.5, 12.5), (47.5, 12.5), (46.5, 12.5), (1, 1)]
    var fixes = places.map { fix($0.0, $0.1) }
    fixes.append(fix(0, 0))
    fixes[fixes.count - 1].isValid = false
    #expect(TileName.all(of: fixes).map(\.description) == ["N47E012", "N46E012", "N01E001"])
    let far = (0..<8000).map { fix(Double($0 / 100), Double($0 % 100)) }
    #expect(TileName.all(of: far).count == TileName.mostOfAFlight)
  }
}

/// A fix at a place.
func fix(
  _ latitude: Double, _ longitude: Double, seconds: Int64 = 0, gnss: Int32? = nil,
  pressure: Int32? = nil
) -> TrackFix {
  TrackFix(
    time: UTCInstant(milliseconds: 1_783_162_800_000 + seconds * 1000),
    position: Coordinate(latitude: latitude, longitude: longitude)!, pressureAltitudeM: pressure,
    gnssAltitudeM: gnss)
}

/// A tile whose heights are those of `height`, by row from the north and column from the west.
func tile(_ name: String, _ height: (Int, Int) -> Int16) -> ElevationTile {
  let side = ElevationTile.side
  let heights = [Int16](unsafeUninitializedCapacity: side * side) { buffer, count in
    let first = buffer.baseAddress!
    for row in 0..<side {
      for column in 0..<side {
        (first + row * side + column).initialize(to: height(row, column).bigEndian)
      }
    }
    count = side * side
  }
  let bytes = heights.withUnsafeBytes { Array($0) }
  return ElevationTile(TileName(name)!, bytes)!
}
