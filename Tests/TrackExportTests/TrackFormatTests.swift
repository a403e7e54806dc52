import FlightModel
import Glibc
import JSON
import Linux
import SeededRandom
import Testing
import TrackExport
import XML

@Suite struct TrackFormatTests {
  @Test(arguments: ExportCase.all, TrackFormat.allCases)
  func aFlightBecomesTheExpectedFile(flight: ExportCase, format: TrackFormat) throws {
    let bytes = format.bytes(of: flight.document)
    if getenv("BAROGRAPH_UPDATE_GOLDEN") != nil {
      try Files.replace(flight.path(format), with: bytes)
    }
    let expected = try Files.read(flight.path(format), limit: 1 << 20)
    #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
  }

  @Test(arguments: [TrackFormat.gpx, .kml]) func namesNeverBreakTheXML(format: TrackFormat) throws {
    let root = try XMLDocument.read(format.bytes(of: ExportCase.oddities.document))
    #expect(root.name == format.rawValue)
  }

  @Test func aDayComesInSmallBlocks() {
    let document = RandomTrack(seed: 7, count: 5_000).document
    for format in TrackFormat.allCases {
      let blocks = Array(format.blocks(of: document))
      #expect(blocks.count >= 5)
      #expect(blocks.allSatisfy { $0.count < 256 << 10 })
      #expect(blocks.flatMap { $0 } == format.bytes(of: document))
    }
  }

  @Test func onlyCSVKeepsVoidFixes() {
    let document = RandomTrack(seed: 3, count: 300).document
    let sound = document.fixes.scoringIndices.count
    let count = { (format: TrackFormat, word: String) in
      String(decoding: format.bytes(of: document), as: UTF8.self).components(of: word)
    }
    #expect(sound < 300)
    #expect(count(.gpx, "<trkpt ") == sound)
    #expect(count(.kml, "<when>") == sound && count(.kml, "<gx:coord>") == sound)
    #expect(count(.csv, "\r\n") == 301)
    #expect(count(.csv, ",V,") == document.fixes.count { !$0.isValid })
  }

  @Test(arguments: 0..<60) func whateverWasRecordedIsSoundGeoJSON(seed: UInt64) throws {
    let document = RandomTrack(seed: seed, count: Int(seed) % 12).document
    let root = try JSONValue.parse(TrackFormat.geojson.bytes(of: document))
    let feature = try #require(root["features"]?.array?.first)
    let geometry = try #require(feature["geometry"])
    let positions = lines(geometry["coordinates"], geometry["type"]?.string)
    #expect(positions.allSatisfy { $0.count > 1 } || geometry["type"]?.string == "Point")
    for line in positions {
      let east = try line.map { try #require($0.array?[0].double) }
      #expect(zip(east, east.dropFirst()).allSatisfy { abs($0 - $1) <= 180 })
    }
    let times = feature["properties"]?["coordTimes"]?.array ?? []
    let isNested = geometry["type"]?.string == "MultiLineString"
    #expect(
      (isNested ? times.map { $0.array?.count ?? 0 } : [times.count])
        == (positions.isEmpty ? [0] : positions.map(\.count)))
  }

  private func lines(_ coordinates: JSONValue?, _ type: String?) -> [[JSONValue]] {
    switch type {
    case "Point": [[coordinates].compactMap { $0 }]
    case "LineString": [coordinates?.array ?? []]
    case "MultiLineString": coordinates?.array?.map { $0.array ?? [] } ?? []
    default: []
    }
  }

  @Test func fixesOutsideTheCalendarOrTheGlobeAreLeftOut() {
    let place = Coordinate(latitudeE7: 1, longitudeE7: 2)
    let document = TrackDocument(
      name: "", declaration: Declaration(),
      fixes: [
        TrackFix(time: UTCInstant(milliseconds: .min), position: place),
        TrackFix(
          time: UTCInstant(milliseconds: 0),
          position: Coordinate(latitudeE7: .min, longitudeE7: .max)),
        TrackFix(time: UTCInstant(milliseconds: .max), position: place),
      ])
    for format in TrackFormat.allCases {
      let text = String(decoding: format.bytes(of: document), as: UTF8.self)
      #expect(text.components(of: format == .csv ? "\r\n" : "1970") == (format == .csv ? 4 : 0))
    }
  }
}

/// Fixes with random gaps in what they tell, around the antimeridian.
private struct RandomTrack {
  var document: TrackDocument

  init(seed: UInt64, count: Int) {
    var random = SeededGenerator(seed: seed)
    var time = UTCInstant(CivilDate(year: 2026, month: 7, day: 4))
    var fixes: [TrackFix] = []
    for _ in 0..<count {
      time = time.advanced(byMilliseconds: Int64.random(in: -100...2_000, using: &random))
      let east = Int32.random(in: 1_799_000_000...1_800_000_000, using: &random)
      fixes.append(
        TrackFix(
          time: time,
          position: Coordinate(
            latitudeE7: Int32.random(in: -900_000_000...900_000_000, using: &random),
            longitudeE7: Bool.random(using: &random) ? east : -east),
          isValid: Int.random(in: 0..<10, using: &random) > 0,
          pressureAltitudeM: Bool.random(using: &random) ? 800 : nil,
          gnssAltitudeM: Bool.random(using: &random)
            ? Int32(bitPattern: UInt32.random(in: 0 ... .max, using: &random)) : nil,
          engine: TrackFix.Engine(noiseLevel: Bool.random(using: &random) ? 999 : nil)))
    }
    document = TrackDocument(name: "random \(seed)", declaration: Declaration(), fixes: fixes)
  }
}

extension String {
  /// How often a word is in the text.
  fileprivate func components(of word: String) -> Int {
    let (bytes, word) = (Array(utf8), Array(word.utf8))
    return bytes.indices.count { bytes[$0...].starts(with: word) }
  }
}
