import FlightModel
import SeededRandom
import Testing
import Waypoints

@Suite struct AirfieldTests {
  @Test(arguments: ["plain", "newer", "no-header"])
  func fixturesReadAsExpected(folder: String) throws {
    let golden = GoldenFile("airports/\(folder)/airports.csv")
    let (file, badLines) = OurAirportsFile.read(try golden.bytes())
    try golden.expect(
      file.airfields.map {
        "\($0.code) | \($0.name) | \($0.country) | \($0.position.latitudeE7) "
          + "\($0.position.longitudeE7)"
      } + ["\(file.leftOutCount) left out"]
        + badLines.told.map { "bad \($0.number): \($0.reason)" } + ["\(badLines.count) bad lines"])
  }

  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)!
  }

  private func field(_ name: String, _ latitude: Double, _ longitude: Double) -> Airfield {
    Airfield(code: "", name: name, country: "", position: place(latitude, longitude))
  }

  @Test func onlyPlacesToLandAreAirfields() {
    let airfields = WaypointStyle.allCases.filter { style in
      Airfield(Waypoint(name: "A", position: place(0, 0), style: style)) != nil
    }
    #expect(airfields == [.grassAirfield, .gliderAirfield, .solidAirfield])
  }

  @Test func theNearestWithinReachIsFound() {
    let index = AirfieldIndex([field("a", 50, 8), field("b", 50.02, 8), field("far", 51, 8)])
    #expect(index.nearest(to: place(50.005, 8))?.name == "a")
    #expect(index.nearest(to: place(50.016, 8))?.name == "b")
    #expect(index.nearest(to: place(50.5, 8)) == nil)
    #expect(index.nearest(to: place(50.5, 8), within: 60_000)?.name == "b")
    #expect(AirfieldIndex([]).nearest(to: place(0, 0)) == nil)
  }

  @Test func theDateLineAndThePolesAreNoEdges() {
    let index = AirfieldIndex([field("east", 10, 179.99), field("pole", 89.99, 0)])
    #expect(index.nearest(to: place(10, -179.99))?.name == "east")
    #expect(index.nearest(to: place(89.99, 180))?.name == "pole")
    #expect(index.nearest(to: place(90, 90))?.name == "pole")
  }

  @Test func anyPlaceFindsWhatLookingAtAllFinds() {
    var chance = SeededGenerator(seed: 3)
    func any() -> Coordinate {
      place(
        .random(in: -90...90, using: &chance),
        Bool.random(using: &chance)
          ? .random(in: -180...180, using: &chance) : .random(in: 179...180, using: &chance))
    }
    let airfields = (0..<2000).map {
      Airfield(code: "\($0)", name: "", country: "", position: any())
    }
    let index = AirfieldIndex(airfields)
    for _ in 0..<200 {
      let here = any()
      let reach = Double.random(in: 0...500_000, using: &chance)
      let wanted = airfields.map { here.distance(to: $0.position) }.min() ?? .infinity
      let found = index.nearest(to: here, within: reach).map { here.distance(to: $0.position) }
      #expect(found == (wanted <= reach ? wanted : nil))
    }
  }
}
