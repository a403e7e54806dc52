import RecordingModel
import SeededRandom
import Store
import SyncContract
import SyncPlan
import Telemetry
import Testing

@testable import SyncEngine

/// Pages in the order of natural keys, beside the order in which a comparison walks through them.
@Suite struct KeyOrderTests {
  private let fixture = StoreFixture()
  /// Accents composed and not, astral planes, prefixes of each other, what UTF-16 sorts otherwise.
  private static let pieces = [
    "", "a", "b", "A", "\u{e9}", "e\u{301}", "\u{FFFD}", "\u{1F600}", "\u{E000}", "~", " ", "'",
    "\u{10FFFF}", "0", "10", "9",
  ]

  private func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in
      Self.pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  private func orNil(_ random: inout SeededGenerator) -> String? {
    Bool.random(using: &random) ? text(&random) : nil
  }

  private func fill(_ store: StoreDatabase, _ random: inout SeededGenerator) throws {
    for part in 0..<4 {
      var batch = RecordingBatch()
      for index in 0..<150 {
        let time = Int64.random(in: 0...12, using: &random)
        batch.markers.append(
          TelemetryMarker(
            occurredAtMs: time, elapsedRealtimeMs: Int64(index % 11), kind: .gap,
            boardID: orNil(&random), message: nil, gapMs: nil))
        batch.events.append(
          DiagnosticEvent(
            occurredAtMs: time, elapsedRealtimeMs: Int64(index % 3), eventName: "e\(text(&random))",
            operation: orNil(&random), phase: orNil(&random), boardID: orNil(&random),
            properties: [:]))
        batch.frames.append(
          .made(
            text(&random), at: BatchStream.start + time, elapsed: Int64(part * 1000 + index),
            isKeyframe: true))
      }
      try store.commit(batch)
    }
    for _ in 0..<300 {
      try store.put(
        .tasks, ["id": .text("t\(text(&random))"), "name": .text("x"), "turnpointsJson": "[]"])
    }
  }

  private func pages(
    _ store: StoreDatabase, _ table: ContractTable, _ random: inout SeededGenerator
  ) throws -> [ContractRow] {
    var rows: [ContractRow] = []
    while rows.count < 5000 {
      let page = try store.contents.acceptedRows(
        of: table, in: .extended, afterKeyOf: rows.last,
        limit: Int.random(in: 1...70, using: &random))
      if page.isEmpty { break }
      rows += page.map(\.row)
    }
    return rows
  }

  @Test(arguments: 1...2 as ClosedRange<UInt64>)
  func theStoreSortsKeysAsTheComparisonDoes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let store = try fixture.open()
    try fill(store, &random)
    try fixture.drain(store)
    let tables: [ContractTable] = [
      .telemetryMarkers, .diagnosticEvents, .telemetryFrames, .tasks, .boards,
    ]
    for table in tables {
      let keys = unique(try pages(store, table, &random).map { NaturalKey($0) })
      let all = try store.contents.acceptedRows(of: table, in: .extended, limit: 10_000)
      let sorted = unique(all.map { NaturalKey($0.row) }.sorted())
      let isSame = keys == sorted
      #expect(isSame && keys.count > 10, "\(table): \(keys.count) of \(sorted.count)")
    }
  }

  /// Rows may share a key with the one before.
  private func unique(_ keys: [NaturalKey]) -> [NaturalKey] {
    keys.enumerated().filter { $0.offset == 0 || keys[$0.offset - 1] != $0.element }
      .map(\.element)
  }
}

extension ContractValue: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = .text(text) }
}
