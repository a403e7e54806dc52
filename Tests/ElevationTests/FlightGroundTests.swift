import Elevation
import FlightModel
import Testing

/// A flight over a plain of 500 m and a hill of 1000 m, west to east at 47.5° N, where the geoid is
/// some 46 m above the ellipsoid.
@Suite struct FlightGroundTests {
  private static let plain = tile("N47E012") { _, column in
    (600..<800).contains(column) ? 1000 : 500
  }
  private static let undulation = Geoid.undulation(
    at: Coordinate(latitude: 47.5, longitude: 12.5)!)

  /// Above the sea, m: it stands, flies at 1400, stands.
  private static func altitude(_ second: Int) -> Double {
    switch second {
    case ..<10, 190...: 500
    case ..<40: 500 + Double(second - 10) * 30
    case 160...: 500 + Double(190 - second) * 30
    default: 1400
    }
  }

  private func fixes(gnss offset: Double?, pressure: ((Int) -> Double)? = nil) -> [TrackFix] {
    (0...200).map { second in
      let sea = Self.altitude(second)
      return fix(
        47.5, 12.1 + Double(second) * 0.004, seconds: Int64(second),
        gnss: offset.map { Int32((sea + $0).rounded()) },
        pressure: pressure.map { Int32((sea + $0(second)).rounded()) })
    }
  }

  private func ground(
    _ fixes: [TrackFix], isEllipsoid: Bool? = nil, stands: [Int] = [5, 195]
  ) -> FlightGround? {
    let line = GroundLine(fixes) { $0 == Self.plain.name ? Self.plain : nil }
    return FlightGround(
      fixes, line: line, stands: stands, flights: [5...195], isEllipsoid: isEllipsoid)
  }

  private func expectHeights(_ ground: FlightGround?, within limit: Double = 2) {
    guard let ground else {
      Issue.record("no ground")
      return
    }
    for (index, height) in [(5, 0.0), (25, 450), (60, 900), (120, 400), (150, 900), (195, 0)] {
      #expect(abs(ground.height(index)! - height) <= limit, "at \(index)")
    }
  }

  @Test func heightsAboveTheEllipsoidAreSetToTheGeoid() {
    let found = ground(fixes(gnss: Self.undulation), isEllipsoid: true)
    #expect(found?.source == .ellipsoid)
    expectHeights(found)
  }

  @Test func heightsAboveTheSeaAreTakenAsTheyAre() {
    let found = ground(fixes(gnss: 0), isEllipsoid: false)
    #expect(found?.source == .sea)
    expectHeights(found)
  }

  /// Loggers say nothing, or what is not so; on the ground it shows.
  @Test(arguments: [nil, true])
  func whatTheFileSaysIsTriedOnTheGround(isEllipsoid: Bool?) {
    let sea = ground(fixes(gnss: 0), isEllipsoid: isEllipsoid)
    #expect(sea?.source == .sea)
    expectHeights(sea)
    let ellipsoid = ground(
      fixes(gnss: Self.undulation), isEllipsoid: isEllipsoid == nil ? nil : false)
    #expect(ellipsoid?.source == .ellipsoid)
    expectHeights(ellipsoid)
  }

  @Test func withoutAStandTheFileIsBelieved() {
    #expect(ground(fixes(gnss: 0), stands: [])?.source == .ellipsoid)
    #expect(ground(fixes(gnss: 0), isEllipsoid: false, stands: [])?.source == .sea)
  }

  /// A small error of the receiver or the tile makes no other datum of it.
  @Test(arguments: [-12.0, 12])
  func smallErrorsAreNoOtherDatum(error: Double) {
    #expect(ground(fixes(gnss: Self.undulation + error), isEllipsoid: true)?.source == .ellipsoid)
    #expect(ground(fixes(gnss: error), isEllipsoid: false)?.source == .sea)
  }

  /// 30 m at take-off and 70 m at landing.
  @Test func pressureAltitudesAreSetToTheGroundAtBothEnds() {
    let found = ground(fixes(gnss: nil) { 30 + Double($0 - 5) * 40 / 190 })
    #expect(found?.source == .pressure)
    expectHeights(found)
  }

  @Test func pressureAltitudesWithoutAStandTellNoHeight() {
    let found = ground(fixes(gnss: nil) { _ in 50 }, stands: [])
    #expect(found?.source == nil)
    #expect(found?.height(60) == nil)
    #expect(found?.highest == nil)
    #expect(found?.elevation(60) == 500)
  }

  @Test func aReceiverThatSaysTheSameThroughoutIsNone() {
    var fixes = fixes(gnss: nil) { _ in 20 }
    for index in fixes.indices { fixes[index].gnssAltitudeM = 0 }
    #expect(ground(fixes)?.source == .pressure)
    expectHeights(ground(fixes))
  }

  @Test func theGroundIsDrawnInTheScaleOfEachAltitude() {
    let found = ground(fixes(gnss: Self.undulation) { _ in 40 }, isEllipsoid: true)!
    #expect(abs(found.onGNSS(60)! - 500 - Self.undulation) < 2)
    #expect(abs(found.onPressure(60)! - 540) < 2)
    #expect(abs(found.onPressure(120)! - 1040) < 2)
  }

  @Test func figuresAreOfTheWay() {
    let found = ground(fixes(gnss: Self.undulation), isEllipsoid: true)!
    #expect(abs(found.highest!.heightM - 900) < 2)
    // Over the hill; not the climb from the ground nor the way back to it.
    #expect(abs(found.lowest!.heightM - 150) < 30 || abs(found.lowest!.heightM - 400) < 2)
  }

  @Test func oneWrongFixIsNoFigure() {
    var fixes = fixes(gnss: Self.undulation)
    fixes[100].gnssAltitudeM = 9000
    fixes[90].gnssAltitudeM = -500
    let found = ground(fixes, isEllipsoid: true)!
    #expect(abs(found.highest!.heightM - 900) < 2)
    #expect(found.lowest!.heightM > 100)
  }

  @Test func aHopHasNoLowestPoint() {
    let fixes = (0...100).map { second in
      fix(47.5, 12.1, seconds: Int64(second), gnss: second == 50 ? 560 : 546)
    }
    #expect(ground(fixes, isEllipsoid: true, stands: [])?.lowest == nil)
  }

  @Test func withoutTilesThereIsNoGround() {
    let fixes = fixes(gnss: 0)
    let line = GroundLine(fixes) { _ in nil }
    #expect(line.isEmpty)
    #expect(line.missing.map(\.description) == ["N47E012"])
    #expect(FlightGround(fixes, line: line, stands: [], flights: [], isEllipsoid: nil) == nil)
    #expect(GroundLine([]) { _ in nil }.isEmpty)
  }

  @Test func indicesThatAreNoneAreLeftOut() {
    let fixes = fixes(gnss: 0)
    let line = GroundLine(fixes) { _ in Self.plain }
    let found = FlightGround(
      fixes, line: line, stands: [-1, 5000], flights: [0...5000], isEllipsoid: false)
    #expect(found?.highest == nil)
    #expect(found?.height(-1) == nil)
    #expect(found?.elevation(5000) == nil)
  }

  @Test func eachTileIsAskedForOnce() {
    var asked: [String] = []
    let fixes = (0..<100).map { fix(47.5, $0 % 2 == 0 ? 12.5 : 13.5, seconds: Int64($0)) }
    _ = GroundLine(fixes) {
      asked.append("\($0)")
      return nil
    }
    #expect(asked.sorted() == ["N47E012", "N47E013"])
  }
}
