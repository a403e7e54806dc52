import FlightModel
import RecordingModel
import SQLite
import Settings
import Store
import SyncContract
import SyncPlan
import TestSupport
import Testing

@Suite struct RowEditTests {
  private let fixture = StoreFixture()
  private let store: StoreDatabase
  private static let hash = String(repeating: "a", count: 64)
  private static let now: Int64 = 1_800_000_000_000

  init() throws {
    store = try fixture.open()
    try store.insert(Board(id: "b", name: "B", origin: .configured))
  }

  /// The least that each table takes, and a change of it.
  private static let samples: [(ContractTable, [String: ContractValue], [String: ContractValue])] =
    [
      (
        .appSettings, ["key": .text("syncWifiOnly"), "valueJson": .text("true")],
        ["valueJson": .text("false")]
      ),
      (.boards, ["id": .text("c"), "name": .text("C")], ["name": .text("D")]),
      (
        .boardSettings, ["boardId": .text("b"), "key": .text("k"), "valueJson": .text("1")],
        ["valueJson": .text("2")]
      ),
      (
        .boardWarnings,
        ["boardId": .text("b"), "kind": .text("cell-spread"), "severity": .text("warn")],
        ["severity": .text("critical")]
      ),
      (
        .alerts,
        [
          "boardId": .text("b"), "id": .text("a"), "controlId": .text("duty"),
          "threshold": .integer(80),
        ], ["enabled": .bool(false)]
      ),
      (
        .tuneProfiles,
        [
          "id": .text("t"), "boardId": .text("b"), "name": .text("T"), "fieldsJson": .text("{}"),
        ], ["fieldsJson": .text("{\"a\":1}")]
      ),
      (
        .privacyZones,
        [
          "id": .text("z"), "centerLatitudeE7": .integer(-1), "centerLongitudeE7": .integer(2),
          "radiusMeters": .integer(300),
        ], ["enabled": .bool(false)]
      ),
      (
        .favorites, ["id": .text("f"), "startMs": .integer(0), "endMs": .integer(60_000)],
        ["name": .text("F")]
      ),
      (
        .tasks, ["id": .text("t"), "name": .text("T"), "turnpointsJson": .text("[]")],
        ["notes": .text("n")]
      ),
      (
        .mapFiles,
        [
          "id": .text(hash), "filename": .text("f"), "type": .text("airspace"),
          "source": .text("user"),
        ], ["isVisible": .bool(false)]
      ),
      (
        .homebases,
        ["name": .text("Home"), "latitudeE7": .integer(1), "longitudeE7": .integer(2)],
        ["latitudeE7": .integer(-1)]
      ),
      (.recentCompetitions, ["id": .text("r"), "name": .text("R")], ["country": .text("SE")]),
    ]

  @Test(arguments: samples.indices)
  func aRowIsEnteredChangedAndLeftAlone(sample: Int) throws {
    let (table, fields, change) = Self.samples[sample]
    let before = try store.rows(of: table).count
    let entered = try store.put(table, fields)
    for (name, value) in fields where entered[name] != .number(80) {
      #expect(entered[name] == value)
    }
    try entered.validate(in: .extended)
    #expect(entered["updatedAt"] == .integer(Self.now))
    #expect(try store.rows(of: table).count == before + 1)
    let cursor = try cursor(of: table)
    #expect(try store.put(table, fields) == entered)
    #expect(try self.cursor(of: table) == cursor)
    fixture.clock.milliseconds -= 30_000
    let key = try entered.table.naturalKey.map { ($0, try #require(entered[$0])) }
    let changed = try store.put(table, change.merging(key) { left, _ in left })
    #expect(changed["updatedAt"] == .integer(Self.now + 1))
    #expect(changed["createdAt"] == entered["createdAt"])
    for (name, value) in change { #expect(changed[name] == value) }
    #expect(try self.cursor(of: table) == cursor + 1)
    #expect(try store.rows(of: table).contains(changed))
    #expect(try store.rows(of: table).count == before + 1)
  }

  private func cursor(of table: ContractTable) throws -> Int64 {
    let rows = try store.contents.rows(of: table)
    var last: Int64 = 0
    while let pending = try rows.next() { last = pending.cursor }
    return last
  }

  @Test func idsAreMintedWhereTheyMayBe() throws {
    let fields: [String: ContractValue] = [
      "centerLatitudeE7": .integer(1), "centerLongitudeE7": .integer(2),
      "radiusMeters": .integer(300),
    ]
    let ids = try (0..<3).map { _ in try store.put(.privacyZones, fields)["id"]?.text }
    #expect(Set(ids).count == 3 && ids.allSatisfy { $0?.utf8.count == 32 })
    let base = try store.put(.homebases, Self.samples[10].1)
    #expect(base["id"] == .text("home"))
    #expect(throws: StoreError.row(ContractError(.missingField, table: .mapFiles, field: "id"))) {
      try store.put(.mapFiles, ["filename": .text("f")])
    }
  }

  @Test func aTaskThatComesAgainKeepsItsID() throws {
    let fields: [String: ContractValue] = [
      "name": .text("T"), "turnpointsJson": .text("[]"), "externalUrl": .text("https://x/1"),
    ]
    let first = try store.put(.tasks, fields)
    let again = try store.put(.tasks, fields.merging(["name": .text("U")]) { _, new in new })
    #expect(again["id"] == first["id"] && again["importedAt"] == first["importedAt"])
    #expect(again["name"] == .text("U"))
  }

  @Test func whatTheContractWouldRefuseIsNotStored() throws {
    let zone = Self.samples[6].1
    let cases: [([String: ContractValue], ContractError.Kind, String)] = [
      (["radiusMeters": .integer(0)], .numberRange, "radiusMeters"),
      (["radiusMeters": .text("9")], .unexpectedType, "radiusMeters"),
      (["name": .text("a\0b")], .badText, "name"),
      (["name": .null], .unexpectedNull, "name"),
      (["id": .text(String(repeating: "é", count: 129))], .keyLength, "id"),
      (["id": .text("")], .keyLength, "id"),
      (["id": .integer(4)], .keyLength, "id"),
      (["colour": .text("x")], .unknownField, "colour"),
    ]
    for (change, kind, field) in cases {
      #expect(throws: StoreError.row(ContractError(kind, table: .privacyZones, field: field))) {
        try store.put(.privacyZones, zone.merging(change) { _, new in new })
      }
    }
    let long = ContractValue.text(String(repeating: "\u{1}", count: 180_000))
    #expect(throws: StoreError.row(ContractError(.rowTooLarge, table: .privacyZones))) {
      try store.put(.privacyZones, zone.merging(["name": long]) { _, new in new })
    }
    #expect(
      throws: StoreError.row(
        ContractError(.missingField, table: .privacyZones, field: "radiusMeters"))
    ) { try store.put(.privacyZones, zone.filter { $0.key != "radiusMeters" }) }
    for stamp in ["createdAt", "updatedAt"] {
      #expect(throws: StoreError.fixedField(.privacyZones, stamp)) {
        try store.put(.privacyZones, zone.merging([stamp: .integer(1)]) { _, new in new })
      }
    }
    #expect(throws: StoreError.fixedField(.boards, "deletedAt")) {
      try store.put(.boards, ["id": .text("b"), "deletedAt": .integer(1)])
    }
    #expect(throws: StoreError.notEditable(.telemetryFrames)) {
      try store.put(.telemetryFrames, [:])
    }
    #expect(try store.rows(of: .privacyZones) == [])
    // A refusal takes no number: the next row is the first.
    try store.put(.privacyZones, zone)
    #expect(try cursor(of: .privacyZones) == 1)
  }

  @Test func aParentMustBeThere() throws {
    for sample in [2, 3, 4, 5, 7] {
      let (table, fields, _) = Self.samples[sample]
      #expect(throws: StoreError.missingParent(table, "boardId")) {
        try store.put(table, fields.merging(["boardId": .text("nowhere")]) { _, new in new })
      }
    }
    try store.put(.tuneProfiles, Self.samples[5].1)
    try store.delete(.board, ["b"])
    for sample in [2, 3, 4] {
      #expect(throws: StoreError.deletedBoard) {
        try store.put(Self.samples[sample].0, Self.samples[sample].1)
      }
    }
    #expect(throws: StoreError.deletedBoard) { try store.put(.boards, ["id": .text("b")]) }
    // A profile outlives its board, and can still be renamed.
    let kept = try store.put(.tuneProfiles, ["id": .text("t"), "name": .text("New")])
    #expect(kept["name"] == .text("New"))
  }

  @Test func aTuneProfileKeepsTheHistoryOfItsFields() throws {
    let first = try store.put(.tuneProfiles, Self.samples[5].1)
    try store.put(.tuneProfiles, ["id": .text("t"), "name": .text("New")])
    let second = try store.put(.tuneProfiles, ["id": .text("t"), "fieldsJson": .text("[]")])
    let history = try store.rows(of: .tuneHistoryEntries)
    #expect(
      history
        == [first, second].map {
          ContractRow(
            .tuneHistoryEntries,
            [.text("t"), $0["fieldsJson"] ?? .null, $0["updatedAt"] ?? .null])
        })
    try history.forEach { try $0.validate(in: .extended) }
  }

  @Test func settingsAreHeldToTheirTable() throws {
    let device = try store.put(
      .appSettings, ["key": .text("syncEnabled"), "valueJson": .text("true")])
    #expect(device["valueJson"] == .text("true"))
    #expect(try store.contents.row(of: .appSettings, ["syncEnabled"]) == device)
    #expect(try store.rows(of: .appSettings) == [])
    #expect(try store.contents.value(of: .syncEnabled) == .bool(true))
    #expect(try store.contents.value(of: .syncWifiOnly) == .bool(false))
    #expect(throws: StoreError.setting(.unknownKey(nearest: "syncEnabled"))) {
      try store.put(.appSettings, ["key": .text("syncEnabledd"), "valueJson": .text("true")])
    }
    #expect(
      throws: StoreError.setting(.notAllowed(key: "syncWifiOnly", allowed: "true or false"))
    ) { try store.put(.appSettings, ["key": .text("syncWifiOnly"), "valueJson": .text("1")]) }
  }

  @Test func onlyTheNewestHomebasesAndCompetitionsAreKept() throws {
    for number in 0..<60 {
      fixture.clock.milliseconds += 1
      try store.put(
        .homebases,
        [
          "name": .text("H\(number)"), "latitudeE7": .integer(1), "longitudeE7": .integer(2),
        ])
      try store.put(.recentCompetitions, ["id": .text("\(number)"), "name": .text("R")])
    }
    #expect(try store.rows(of: .homebases).map { $0["name"]?.text } == (55..<60).map { "H\($0)" })
    #expect(try store.rows(of: .recentCompetitions).count == 50)
    #expect(try store.rows(of: .deleteActions) == [])
  }

  @Test func theGroupsOfAFlightAreStampedApart() throws {
    let id = ContractValue.text(Self.hash)
    #expect(throws: StoreError.noSuchRow(.flights)) { try store.put(.flights, ["id": id]) }
    var flight = FlightEntry.sample(id: Self.hash)
    flight.declaration.pilot = "P\0Q"
    flight.durationSeconds = -4
    try store.insert(flight: flight)
    let entered = try #require(try store.rows(of: .flights).first)
    try entered.validate(in: .extended)
    #expect(entered["pilot"] == .text("PQ") && entered["fieldsUpdatedAt"] == .integer(0))
    #expect(entered["inLogbook"] == .bool(true) && entered["analysisVersion"] == .integer(0))
    let commented = try store.put(.flights, ["id": id, "comments": .text("wave")])
    #expect(commented["fieldsUpdatedAt"] == commented["updatedAt"])
    #expect(commented["summaryUpdatedAt"] == entered["summaryUpdatedAt"])
    let analysed = try store.put(
      .flights, ["id": id, "analysisVersion": .integer(1), "optimisedDistanceM": .integer(9)])
    #expect(analysed["summaryUpdatedAt"] == analysed["updatedAt"])
    #expect(analysed["fieldsUpdatedAt"] == commented["fieldsUpdatedAt"])
    let opened = try store.put(.flights, ["id": id, "lastOpenedAt": .integer(7)])
    #expect(opened["summaryUpdatedAt"] == analysed["summaryUpdatedAt"])
    #expect(opened["fieldsUpdatedAt"] == commented["fieldsUpdatedAt"])
    #expect(throws: StoreError.fixedField(.flights, "igcBytes")) {
      try store.put(.flights, ["id": id, "igcBytes": .integer(1)])
    }
  }

  @Test func aBoardEnteredByHandIsRecordedWith() throws {
    try store.put(.boards, Self.samples[1].1)
    var stream = BatchStream()
    stream.board = "c"
    try store.commit(stream.next())
    #expect(try store.contents.boards().map(\.id) == ["b", "c"])
    #expect(try store.rows(of: .telemetryFrames).first?["boardId"] == .text("c"))
  }
}

extension FlightEntry {
  static func sample(id: String) -> FlightEntry {
    FlightEntry(
      id: id, recordingID: nil, filename: "f.igc", igcBytes: 5,
      importedAt: UTCInstant(milliseconds: 6), declaration: Declaration(pilot: "P"),
      firstFixAt: UTCInstant(milliseconds: 10), lastFixAt: UTCInstant(milliseconds: 20),
      fixCount: 3, takeoffAt: nil, landingAt: nil, durationSeconds: 1, heightGainedM: 2)
  }
}
