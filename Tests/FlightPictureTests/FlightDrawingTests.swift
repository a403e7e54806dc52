import FlightModel
import FlightPicture
import SeededRandom
import TestSupport
import Testing

@Suite struct FlightDrawingTests {
  /// Every number of a picture's geometry, and the place of every text.
  private func numbers(_ scanner: XMLScanner) -> [Double] {
    scanner.elements.flatMap { element in
      ["x", "y", "width", "height", "d"].compactMap { element.attributes[$0] }
    }.flatMap { value in
      value.split { !"0123456789.-".contains($0) }.map { Double($0) ?? .nan }
    }
  }

  @Test(arguments: DrawnCase.all.indices) func everyPictureIsSoundAndSmall(index: Int) throws {
    let drawn = DrawnCase.all[index]
    let svg = drawn.svg
    PictureFile.keep(svg, name: drawn.name)
    let scanner = try XMLScanner(svg)
    #expect(svg.count < 120_000, "\(drawn.name): \(svg.count)")
    #expect(scanner.elements[0].name == "svg")
    #expect(scanner.elements[0].attributes["width"] == "900")
    let height = try #require(scanner.elements[0].attributes["height"].flatMap { Double($0) })
    #expect((400...1_100).contains(height))
    #expect(numbers(scanner).allSatisfy { (0...max(900, height)).contains($0) }, "\(drawn.name)")
    let allowed: Set = ["svg", "title", "rect", "path", "text"]
    #expect(scanner.elements.allSatisfy { allowed.contains($0.name) })
    #expect(scanner.elements.allSatisfy { $0.attributes["href"] == nil })
  }

  @Test func theHeadSaysWhatIsKnown() throws {
    let texts = try XMLScanner(DrawnCase.triangle.svg).texts
    for expected in [
      "Flight, 4 July 2026", "Wilhelmine Reichard · ASK 21 · D-1911 WR", "10:01:10 UTC", "806 m",
      "take-off", "landing", "GNSS altitude (ellipsoid)", "pressure altitude (1013.25 hPa)", "N",
      "sink", "climb",
    ] {
      #expect(texts.contains(expected), "\(expected)")
    }
    let bare = try XMLScanner(DrawnCase.onePoint.svg).texts
    #expect(!bare.contains("take-off") && !bare.contains("Height gain"))
  }

  @Test func textsAreEscapedAndForbiddenCharactersReplaced() throws {
    let evil = "\u{0}</text><script>alert('1')</script>&\u{FFFF}\u{1B}\n\""
    let svg = FlightDrawing.svg(
      track: DrawnCase.ten.track,
      facts: PictureFacts(
        title: evil,
        declaration: Declaration(
          pilot: evil, gliderType: evil, registration: evil, competitionID: evil)))
    let scanner = try XMLScanner(svg)
    #expect(!scanner.elements.contains { $0.name == "script" })
    #expect(scanner.texts.contains { $0.hasPrefix("\u{FFFD}</text><script>alert('1')") })
    #expect(!svg.contains { $0 < 0x20 && $0 != 0x0A })
  }

  @Test func theTrackKeepsItsShape() throws {
    // 2 km north and 1 km east: the drawn line is twice as high as wide.
    let field = DrawnCase.field
    let track = [(0.0, 0.0), (2_000, 0), (2_000, 1_000), (0, 0)].enumerated().map { index, metres in
      PicturePoint(
        time: DrawnCase.start.advanced(byMilliseconds: Int64(index) * 30_000),
        position: field.moved(north: metres.0, east: metres.1))
    }
    let scanner = try XMLScanner(FlightDrawing.svg(track: track, facts: PictureFacts()))
    let line = try #require(
      scanner.elements.first { $0.attributes["stroke-width"] == "2.4" }?.attributes["d"])
    let values = line.split { "MLZ ".contains($0) }.compactMap { Double($0) }
    let xs = stride(from: 0, to: values.count, by: 2).map { values[$0] }
    let ys = stride(from: 1, to: values.count, by: 2).map { values[$0] }
    let (width, height) = (xs.max()! - xs.min()!, ys.max()! - ys.min()!)
    #expect(abs(height / width - 2) < 0.02)
    #expect(ys[0] == ys.max()!)  // north is up
    #expect(xs[0] == xs.min()!)
  }

  /// The same track a hundred degrees away from the edge gives the same picture, whether the edge
  /// is crossed to the east or, flown in the other order, to the west.
  @Test(arguments: [false, true]) func theAntimeridianIsNoEdge(isReversed: Bool) {
    func moved(_ shift: Int64) -> [PicturePoint] {
      let track = DrawnCase.datelineAtMidnight.track
      let places = isReversed ? track.reversed().map(\.position) : track.map(\.position)
      return zip(track, places).map { point, place in
        let east = Int64(place.longitudeE7) - shift
        return PicturePoint(
          time: point.time,
          position: Coordinate(
            latitudeE7: place.latitudeE7,
            longitudeE7: Int32(east < -1_800_000_000 ? east + 3_600_000_000 : east)))
      }
    }
    let there = FlightDrawing.svg(track: moved(0), facts: PictureFacts())
    let here = FlightDrawing.svg(track: moved(1_000_000_000), facts: PictureFacts())
    #expect(there == here)
  }

  @Test func aDayBoundaryIsNamed() throws {
    let texts = try XMLScanner(DrawnCase.datelineAtMidnight.svg).texts
    #expect(texts.contains("1 January 2027"))
    #expect(texts.contains("Flight, 31 December 2026"))
  }

  @Test func theHighestPointSurvivesThinning() throws {
    var day = DrawnCase.day
    day.track[40_000].gnssAltitudeCm = 987_600
    let texts = try XMLScanner(day.svg).texts
    #expect(texts.contains("9876 m") && texts.contains("highest 9876 m"))
  }

  @Test func nonsenseNeverTraps() throws {
    var random = SeededGenerator(state: 11)
    for _ in 0..<200 {
      let count = Int.random(in: 0..<80, using: &random)
      let track = (0..<count).map { _ in
        PicturePoint(
          time: UTCInstant(milliseconds: .random(in: .min ... .max, using: &random)),
          position: Coordinate(
            latitudeE7: .random(in: .min ... .max, using: &random),
            longitudeE7: .random(in: .min ... .max, using: &random)),
          gnssAltitudeCm: [nil, .min, .max, 0].randomElement(using: &random)!,
          pressureAltitudeCm: .random(in: .min ... .max, using: &random))
      }
      let facts = PictureFacts(
        takeoffAt: UTCInstant(milliseconds: .random(in: .min ... .max, using: &random)),
        landingAt: UTCInstant(milliseconds: .max), heightGainM: .min)
      _ = try XMLScanner(FlightDrawing.svg(track: track, facts: facts))
    }
  }

  @Test func tenFixesGiveTheGoldenPicture() throws {
    let golden = try #require(PictureFile.fixture("ten-fixes/expected.svg"))
    #expect(
      String(decoding: DrawnCase.ten.svg, as: UTF8.self) == String(decoding: golden, as: UTF8.self))
  }
}

/// A small generator with a seed, so that a failing case can be run again.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
  }
}
