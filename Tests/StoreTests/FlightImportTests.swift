import FlightModel
import RecordingModel
import Store
import SyncContract
import Testing

@Suite struct FlightImportTests {
  private let fixture = StoreFixture()
  private let store: StoreDatabase

  init() throws {
    fixture.clock.milliseconds = 2_000_000
    store = try fixture.open()
  }

  private static func id(_ digit: Character) -> String { String(repeating: digit, count: 64) }

  private func flight(_ id: String, atMs start: Int64 = 1_000_000) -> FlightEntry {
    FlightEntry(
      id: id, recordingID: nil, filename: "67EXA011.IGC", igcBytes: 5,
      importedAt: UTCInstant(milliseconds: 1_500_000),
      declaration: Declaration(pilot: "Ada\0 Example", registration: "D-1234"),
      firstFixAt: UTCInstant(milliseconds: start),
      lastFixAt: UTCInstant(milliseconds: start + 60_000), fixCount: 61, takeoffAt: nil,
      landingAt: nil, durationSeconds: -3, heightGainedM: 7)
  }

  private func row(_ id: String) throws -> ContractRow? {
    try store.rows(of: .flights).first { $0["id"]?.text == id }
  }

  @Test func anImportSeedsWhatAPersonMayEnterAtStampZero() throws {
    let id = Self.id("a")
    let file = KnownFile(sha256: Self.id("1"), kind: .flight, subject: id)
    #expect(try store.take(flight(id), from: file, isAsked: false) == .added)
    let row = try #require(try row(id))
    #expect(row["pilot"]?.text == "Ada Example")
    #expect(row["fieldsUpdatedAt"] == .integer(0))
    #expect(row["analysisVersion"] == .integer(0))
    #expect(row["importedAt"] == .integer(1_500_000))
    #expect(row["durationS"] == .integer(0))
    #expect(row["updatedAt"] == .integer(2_000_000))
    #expect(try store.contents.flight(id)?.recordingID == nil)
    #expect(try store.contents.knownFile(Self.id("1")) == file)
    #expect(try store.contents.knownFile(Self.id("2")) == nil)
  }

  @Test func aFlightIsEnteredOnceUnderHoweverManyFiles() throws {
    let id = Self.id("a")
    _ = try store.take(flight(id), from: nil, isAsked: true)
    let before = try row(id)
    let other = KnownFile(sha256: Self.id("2"), kind: .flight, subject: id)
    #expect(try store.take(flight(id), from: other, isAsked: true) == .known)
    #expect(try row(id) == before)
    #expect(try store.contents.knownFile(Self.id("2")) == other)
  }

  @Test func aFlightThatWasOnlyLookedAtIsPromoted() throws {
    let id = Self.id("a")
    _ = try store.take(flight(id), from: nil, isAsked: true)
    _ = try store.put(.flights, ["id": .text(id), "inLogbook": .bool(false)])
    #expect(try store.contents.standing(ofFlight: id) == .seen)
    #expect(try store.take(flight(id), from: nil, isAsked: false) == .promoted)
    #expect(try store.contents.standing(ofFlight: id) == .inLogbook)
    #expect(try row(id)?["fieldsUpdatedAt"] == .integer(0))
  }

  @Test func aDeletedFlightComesBackOnlyWhenItIsAskedFor() throws {
    let id = Self.id("a")
    _ = try store.take(flight(id), from: nil, isAsked: true)
    try store.delete(.flight, [id])
    guard case .deleted = try store.contents.standing(ofFlight: id) else {
      Issue.record("not remembered")
      return
    }
    #expect(try store.take(flight(id), from: nil, isAsked: false) == .deleted)
    #expect(try store.contents.flight(id) == nil)
    #expect(try store.take(flight(id), from: nil, isAsked: true) == .added)
    #expect(try store.contents.standing(ofFlight: id) == .inLogbook)
    // The row is newer than the action that deleted it.
    let action = try #require(try store.rows(of: .deleteActions).last)
    let stamp = try #require(try row(id)?["updatedAt"]?.integer)
    #expect(stamp > (action["deletedAt"]?.integer ?? .max))
  }

  // MARK: Analysis

  private func next(_ version: Int = 1, airfields: Bool = false) throws -> FlightToAnalyse? {
    try store.contents.nextFlight(toAnalyse: version, namesAirfields: airfields)
  }

  @Test func theNewestIsAnalysedFirstAndEachOnce() throws {
    for (digit, start) in [("a", 1), ("b", 3), ("c", 2)] as [(Character, Int64)] {
      _ = try store.take(flight(Self.id(digit), atMs: start * 1000), from: nil, isAsked: true)
    }
    var order: [String] = []
    while let flight = try next() {
      order.append(flight.id)
      try store.beginAnalysis(of: flight.id, version: 1)
      try store.store(
        analysis: ["analysisVersion": .integer(1), "takeoffAtMs": .integer(5)], of: flight.id,
        airfields: nil)
    }
    #expect(order == ["b", "c", "a"].map { Self.id($0) })
    #expect(try next(2)?.id == Self.id("b"))
    let row = try #require(try row(Self.id("b")))
    #expect(row["takeoffAtMs"] == .integer(5))
    #expect(row["fieldsUpdatedAt"] == .integer(0))
    #expect((row["summaryUpdatedAt"]?.integer ?? 0) > 2_000_000)
  }

  @Test func aFlightThatDefeatsTheAnalysisIsGivenUpForThisVersion() throws {
    let id = Self.id("a")
    _ = try store.take(flight(id), from: nil, isAsked: true)
    for _ in 0..<3 {
      #expect(try next()?.id == id)
      try store.beginAnalysis(of: id, version: 1)
    }
    #expect(try next() == nil)
    var figures = try store.contents.analysisFigures(version: 1)
    #expect(figures.waiting == 0 && figures.failed == 1)
    #expect(try next(2)?.id == id)
    try store.beginAnalysis(of: id, version: 2)
    try store.abandonAnalysis(of: id, version: 2)
    try store.failAnalysis(of: id, version: 2)
    #expect(try next(2) == nil)
    figures = try store.contents.analysisFigures(version: 3)
    #expect(figures.waiting == 1 && figures.failed == 0)
  }

  @Test func takeoffsAreNamedOnceAndAgainWhenAirfieldsCome() throws {
    let id = Self.id("a")
    _ = try store.take(flight(id), from: nil, isAsked: true)
    try store.store(
      analysis: ["analysisVersion": .integer(1), "takeoffAtMs": .integer(5)], of: id,
      airfields: nil)
    #expect(try next() == nil)
    #expect(try next(airfields: true)?.isNamingOnly == true)
    #expect(try store.contents.takeoff(ofFlight: id) == UTCInstant(milliseconds: 5))
    let edition = try store.contents.mapFilesEdition()
    try store.store(analysis: ["takeoffName": .text("Dorf")], of: id, airfields: edition)
    #expect(try next(airfields: true) == nil)
    try store.forgetTakeoffNames()
    #expect(try next(airfields: true)?.id == id)
  }

  @Test func aTakeoffIsNamedAgainWhenAirfieldsCameMeanwhile() throws {
    let id = Self.id("a")
    _ = try store.take(flight(id), from: nil, isAsked: true)
    let before = try store.contents.mapFilesEdition()
    try store.put(
      .mapFiles,
      [
        "id": .text(Self.id("c")), "filename": .text("club.cup"), "type": .text("waypoints"),
        "source": .text("user"),
      ])
    try store.forgetTakeoffNames()
    let fields: [String: ContractValue] = [
      "analysisVersion": .integer(1), "takeoffAtMs": .integer(5),
    ]
    try store.store(analysis: fields, of: id, airfields: before)
    #expect(try next(airfields: true)?.isNamingOnly == true)
    try store.store(analysis: [:], of: id, airfields: try store.contents.mapFilesEdition())
    #expect(try next(airfields: true) == nil)
  }

  @Test func anAnalysisOfADeletedFlightIsDropped() throws {
    let id = Self.id("a")
    _ = try store.take(flight(id), from: nil, isAsked: true)
    try store.delete(.flight, [id])
    try store.store(analysis: ["analysisVersion": .integer(1)], of: id, airfields: nil)
    #expect(try store.contents.flight(id) == nil)
  }

  // MARK: What was said elsewhere

  @Test func whatWasSaidElsewhereIsEnteredAtStampZero() throws {
    let id = Self.id("a")
    _ = try store.take(flight(id), from: nil, isAsked: true)
    let before = try #require(try row(id))
    let said: [String: ContractValue] = [
      "isFavorite": .bool(true), "comments": .text("good"), "waterBallastL": .integer(80),
      "filename": .text("other.igc"), "analysisVersion": .integer(9), "inLogbook": .bool(false),
    ]
    #expect(try store.seed(said, ofFlight: id))
    let after = try #require(try row(id))
    #expect(after["isFavorite"] == .bool(true) && after["comments"]?.text == "good")
    #expect(after["waterBallastL"] == .integer(80) && after["inLogbook"] == .bool(false))
    #expect(after["fieldsUpdatedAt"] == .integer(0))
    #expect(after["updatedAt"]?.integer ?? 0 > before["updatedAt"]?.integer ?? 0)
    for name in ["filename", "analysisVersion", "summaryUpdatedAt", "pilot"] {
      #expect(after[name] == before[name], "\(name)")
    }
    #expect(try !store.seed(said, ofFlight: id))
    #expect(try row(id) == after, "the same again changes nothing")
  }

  @Test func whatWasEditedHereStaysAsItIs() throws {
    let id = Self.id("a")
    _ = try store.take(flight(id), from: nil, isAsked: true)
    try store.put(.flights, ["id": .text(id), "comments": .text("mine")])
    let before = try row(id)
    #expect(try !store.seed(["comments": .text("theirs")], ofFlight: id))
    #expect(try row(id) == before)
    #expect(try !store.seed(["comments": .text("theirs")], ofFlight: Self.id("b")))
    #expect(try store.contents.flight(Self.id("b")) == nil)
  }

  @Test func whatTheContractRefusesIsNotEntered() throws {
    let id = Self.id("a")
    _ = try store.take(flight(id), from: nil, isAsked: true)
    let before = try row(id)
    #expect(throws: StoreError.self) {
      try store.seed(["waterBallastL": .integer(-1)], ofFlight: id)
    }
    #expect(throws: StoreError.self) {
      try store.seed(["comments": .text("a\0b")], ofFlight: id)
    }
    #expect(try row(id) == before)
  }
}
