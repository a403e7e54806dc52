import Elevation
import FlightModel
import SeededRandom
import Testing

@Suite struct ElevationTileTests {
  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)!
  }

  @Test(arguments: [0, 1, 2_884_801, 2_884_803, 3601 * 3601 * 2])
  func onlyTheLengthOfATileIsOne(count: Int) {
    #expect(ElevationTile(TileName("N50E005")!, [UInt8](repeating: 0, count: count)) == nil)
  }

  /// What is linear in both directions is given back exactly, wherever a place lies.
  @Test func aSlopeIsGivenBackAsItIs() {
    let slope = tile("N47E012") { row, column in Int16(row * 2 + column) }
    var random = SeededGenerator(seed: 2)
    for _ in 0..<2000 {
      let place = Coordinate(
        latitudeE7: .random(in: 470_000_000...479_999_999, using: &random),
        longitudeE7: .random(in: 120_000_000...129_999_999, using: &random))
      let expected = (48 - place.latitude) * 2400 + (place.longitude - 12) * 1200
      #expect(abs(slope.elevation(at: place)! - expected) < 0.001)
    }
  }

  @Test func cornersAndEdgesAreTheirOwn() {
    let corners = tile("N47E012") { row, column in
      [0: 0, 1200: 10][row].flatMap { top in [0: 1, 1200: 2][column].map { Int16(top + $0) } }
        ?? 100
    }
    #expect(corners.elevation(at: place(47, 12)) == 11)
    // The others belong to the squares beside it.
    for outside in [place(48, 12), place(47, 13), place(48, 13), place(46.999_999_9, 12.5)] {
      #expect(corners.elevation(at: outside) == nil)
    }
    #expect(abs(corners.elevation(at: place(47, 12.999_999_9))! - 12) < 0.1)
  }

  /// Two squares have the heights of their common edge both, so the ground has no step there.
  @Test func squaresMeetWithoutAStep() {
    let (west, east) = (
      tile("N47E012") { $0 % 7 == 0 ? Int16($1) : 1200 }, tile("N47E013") { _, _ in 1200 }
    )
    for latitude in stride(from: 47.01, to: 48, by: 0.013) {
      let before = west.elevation(at: place(latitude, 12.999_999_9))!
      let after = east.elevation(at: place(latitude, 13))!
      #expect(abs(before - after) < 0.01)
    }
  }

  @Test func polesAndAntimeridianHaveGround() {
    #expect(tile("N89W180") { _, _ in 5 }.elevation(at: place(90, 180)) == 5)
    #expect(tile("S90W180") { _, _ in 6 }.elevation(at: place(-90, -180)) == 6)
    let antimeridian = tile("N10W180") { _, column in Int16(column) }
    #expect(antimeridian.elevation(at: place(10.5, 180)) == 0)
    #expect(antimeridian.elevation(at: place(10.5, -179.5)) == 600)
  }

  @Test func ofAVoidTheOthersTakeThePart() {
    let holed = tile("N47E012") { row, column in
      row == 600 && column == 600 ? ElevationTile.void : 100
    }
    #expect(holed.elevation(at: place(47.5, 12.5)) == nil)
    #expect(holed.elevation(at: place(47.500_1, 12.5)) == 100)
    #expect(tile("N47E012") { _, _ in .min }.elevation(at: place(47.3, 12.3)) == nil)
  }

  @Test(arguments: [Int16.min, -501, 9001, .max])
  func whatNoGroundHasIsAVoid(height: Int16) {
    #expect(tile("N47E012") { _, _ in height }.elevation(at: place(47.3, 12.3)) == nil)
  }

  @Test(arguments: [Int16(-430), 0, 8849])
  func whatGroundHasIsGround(height: Int16) {
    #expect(tile("N47E012") { _, _ in height }.elevation(at: place(47.3, 12.3)) == Double(height))
  }
}

@Suite struct GeoidTests {
  /// Values of the model's grid of five minutes (NGA), m; 3 m is what one degree may miss there.
  @Test(arguments: [
    (47.7, 12.4, 45.78), (46.0, 7.7, 52.59), (-33.4, -70.0, 30.74), (0, 0, 17.16),
    (90, 0, 13.61), (90, 77, 13.61), (-90, 0, -29.53), (10, 179.999, 12.68), (10, -180, 12.68),
    (4.7, 78.8, -106.5), (52.4, 13.5, 40.0),
  ])
  func theGeoidIsThatOfEGM96(latitude: Double, longitude: Double, undulation: Double) {
    let place = Coordinate(latitude: latitude, longitude: longitude)!
    #expect(abs(Geoid.undulation(at: place) - undulation) < 3)
  }

  @Test func itHasNoSteps() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<5000 {
      let latitude = Int32.random(in: -900_000_000...899_990_000, using: &random)
      let longitude = Int32.random(in: -1_800_000_000...1_799_990_000, using: &random)
      let here = Geoid.undulation(at: Coordinate(latitudeE7: latitude, longitudeE7: longitude))
      let there = Geoid.undulation(
        at: Coordinate(latitudeE7: latitude + 10_000, longitudeE7: longitude + 10_000))
      #expect(abs(here - there) < 0.1)
      #expect((-107.0...85).contains(here))
    }
    let west = Geoid.undulation(at: Coordinate(latitude: 20, longitude: -180)!)
    #expect(Geoid.undulation(at: Coordinate(latitude: 20, longitude: 180)!) == west)
  }
}
