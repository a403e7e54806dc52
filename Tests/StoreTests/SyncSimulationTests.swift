import FlightModel
import RecordingModel
import Store
import SyncContract
import SyncPlan
import Telemetry
import Testing

@Suite struct SyncSimulationTests {
  @Test(arguments: [1, 2] as [UInt64])
  func thirtyDaysEndWithTheServerEqualToTheStore(seed: UInt64) throws {
    let life = try BoxLife(seed: seed)
    try life.live(days: 30)
    try life.settle()
    let box = life.box
    #expect(box.violations == [])
    let differences = try box.differences()
    #expect(differences == [])
    for what in [
      "requests", "lost answers", "duplicates", "blobs", "pruned frames", "pruned fixes", "edits",
    ] {
      #expect(box.tally[what, default: 0] > 0, "\(what) did not occur")
    }
    #expect(try box.store.contents.backlog(in: .extended).rows == 0)
  }
}

/// What happens to the box, each thing at its own random times.
private final class BoxLife {
  let box: SyncSimulation
  private var flights = 0
  private var next: [Happening: Int64] = [:]

  private enum Happening: CaseIterable {
    case ride, edit, network, clock, retention, restart

    /// Hours until it happens again.
    var hours: ClosedRange<Double> {
      switch self {
      case .ride: 3...30
      case .edit: 1...8
      case .network: 0.1...14
      case .clock: 8...40
      case .retention: 2...10
      case .restart: 6...50
      }
    }
  }

  init(seed: UInt64) throws {
    box = try SyncSimulation(seed: seed)
    try box.send(.switched(isOn: true))
    try box.send(.network(.online(.unmetered)))
    for happening in Happening.allCases { plan(happening) }
  }

  private func plan(_ happening: Happening) {
    let hours = Double.random(in: happening.hours, using: &box.random)
    next[happening] = box.now + Int64(hours * Double(SyncSimulation.hour))
  }

  /// Days in which the box signs in, is served by a better server, signs out and in again.
  func live(days: Int64) throws {
    var turns: [(Int64, () throws -> Void)] = [
      (3, signIn), (9, goExtended), (16, signOut), (18, signIn),
    ]
    while box.now < days * SyncSimulation.day {
      guard
        let (happening, moment) = next.min(by: { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }
        )
      else { return }
      if let turn = turns.first, turn.0 * SyncSimulation.day <= moment {
        try box.pass(until: turn.0 * SyncSimulation.day)
        turns.removeFirst()
        try turn.1()
        continue
      }
      try box.pass(until: moment)
      try happen(happening)
      plan(happening)
    }
  }

  private func signIn() throws {
    try box.store.bind(to: "account", at: SyncSimulation.origin)
    box.isSignedIn = true
    try box.send(.signedIn)
  }

  private func signOut() throws {
    box.isSignedIn = false
    try box.send(.signedOut)
  }

  private func goExtended() throws {
    box.server.dialect = .extended
    try box.store.keep(dialect: .extended, of: SyncSimulation.origin)
    box.ledger.checked = [:]
    // From now on larger bodies are refused.
    box.server.limit = 60_000
  }

  private func happen(_ happening: Happening) throws {
    switch happening {
    case .ride: try ride()
    case .edit: try edit()
    case .network:
      box.isOnline.toggle()
      try box.send(.network(box.isOnline ? .online(.unmetered) : .offline))
    case .clock: stepClock()
    case .retention: try prune()
    case .restart: try box.restart(isNewBoot: box.chance(60))
    }
    try box.ledger.note(box.store.contents)
  }

  /// A few minutes with a frame each five seconds, a batch each half minute.
  private func ride() throws {
    flights += 1
    let board = "vesc:\(Int.random(in: 1...3, using: &box.random))"
    var recording = Recording(
      id: try box.store.nextRecordingID(), kind: .flight, boardID: board, bootID: "boot",
      startedAt: UTCInstant(milliseconds: box.time), declaration: Declaration(),
      progress: .init(lastFixAt: UTCInstant(milliseconds: box.time)))
    let batches = Int.random(in: 4...30, using: &box.random)
    for part in 1...batches {
      if part == batches { recording.progress.end = .landed }
      try box.store.commit(batch(of: &recording, isKeyframe: part % 2 == 1))
      try box.send(.sampleStored)
      try box.ledger.note(box.store.contents)
      try box.pass(until: box.now + 30_000)
    }
    let flight = FlightEntry.made(flights, recording: recording.id, at: box.time)
    try box.store.insert(flight: flight)
    try box.send(.recordingStopped)
  }

  private func batch(of recording: inout Recording, isKeyframe: Bool) -> RecordingBatch {
    recording.progress.lastFixAt = UTCInstant(milliseconds: box.time)
    var batch = RecordingBatch(recording: recording)
    batch.fixes = [
      FixRecord(
        recordedAt: UTCInstant(milliseconds: box.time), mode: .threeDimensional,
        position: Coordinate(latitudeE7: 1, longitudeE7: 2))
    ]
    for index in 0..<6 as Range<Int64> {
      batch.frames.append(
        .made(
          recording.boardID, at: box.time + index * 5000, elapsed: box.now + index * 5000,
          isKeyframe: isKeyframe && index == 0))
    }
    let minute = box.time - box.time % SyncSimulation.minute
    var bucket = MinuteBucket(
      boardID: recording.boardID, bucketStartMs: minute, firstSampleAtMs: minute,
      lastSampleAtMs: box.time)
    bucket.sampleCount = Int32(box.time - minute) / 5000 + 1
    batch.buckets = [bucket]
    if box.chance(20) {
      batch.markers = [
        TelemetryMarker(
          occurredAtMs: box.time, elapsedRealtimeMs: box.now, kind: .gap, gapMs: 10)
      ]
      batch.events = [
        DiagnosticEvent(
          occurredAtMs: box.time, elapsedRealtimeMs: box.now, eventName: "test")
      ]
    }
    return batch
  }

  private func edit() throws {
    let boards = try box.store.contents.boards().filter { $0.deletedAt == nil }
    guard let board = boards.randomElement(using: &box.random)?.id else { return }
    do throws(StoreError) {
      if box.chance(35) { try delete(board) } else { try write(board) }
      box.count("edits")
    } catch {
      // A clock that is behind makes edits wait.
      guard error == .noTimeYet else { throw error }
      box.count("edits without time")
    }
  }

  private func write(_ board: String) throws(StoreError) {
    let number = String(Int.random(in: 1...4, using: &box.random))
    let text = ContractValue.text("value \(box.now)")
    let owner: [String: ContractValue] = ["boardId": .text(board), "id": .text(number)]
    switch Int.random(in: 0..<6, using: &box.random) {
    case 0: try box.store.rename(board, to: "name \(box.now)")
    case 1:
      try box.store.put(
        .alerts,
        owner.merging([
          "controlId": text, "threshold": .number(Double(box.now)),
          "repeatEverySeconds": .integer(5),
        ]) { $1 })
    case 2: try box.store.put(.tuneProfiles, profile(board, number, text))
    case 3:
      try box.store.put(
        .privacyZones,
        [
          "id": .text(number), "name": text, "centerLatitudeE7": .integer(1),
          "centerLongitudeE7": .integer(1), "radiusMeters": .integer(10),
        ])
    case 4:
      try box.store.put(
        .favorites,
        [
          "id": .text(number), "name": text,
          "startMs": .integer(box.time - 4 * SyncSimulation.day),
          "endMs": .integer(box.time - 4 * SyncSimulation.day + SyncSimulation.hour),
        ])
      try? box.send(.favoriteEdited)
    default:
      try box.store.put(
        .tasks, ["id": .text(number), "name": text, "turnpointsJson": .text("[]")])
    }
  }

  private func profile(
    _ board: String, _ number: String, _ text: ContractValue
  ) -> [String: ContractValue] {
    [
      "id": .text("\(board) \(number)"), "boardId": .text(board), "name": text,
      "fieldsJson": .text("{\"at\":\(box.now)}"),
    ]
  }

  private func delete(_ board: String) throws(StoreError) {
    let number = String(Int.random(in: 1...4, using: &box.random))
    switch Int.random(in: 0..<8, using: &box.random) {
    case 0: try box.store.delete(.board, [board])
    case 1: try box.store.delete(.alert, [board, number])
    case 2: try box.store.delete(.tuneProfile, ["\(board) \(number)"])
    case 3: try box.store.delete(.privacyZone, [number])
    case 4: try box.store.delete(.task, [number])
    case 5:
      let flights = try box.store.contents.flights(limit: 100)
      if let flight = flights.randomElement(using: &box.random) {
        try box.store.delete(.flight, [flight.id])
      }
    default: try box.store.delete(.favorite, [number])
    }
  }

  private func stepClock() {
    let steps = [0, 0, -SyncSimulation.day, SyncSimulation.hour, 3650 * SyncSimulation.day]
    box.clockError = steps.randomElement(using: &box.random) ?? 0
  }

  private func prune() throws {
    var ages = RetentionAges()
    for table in RetainedTable.allCases { ages[table] = Int.random(in: 1...8, using: &box.random) }
    let isBound = try box.store.contents.syncState().accountID != nil
    for _ in 0..<Int.random(in: 1...40, using: &box.random) {
      let outcome = try box.store.prune(ages, rows: Int.random(in: 1...300, using: &box.random))
      guard let table = outcome.table else { break }
      box.tally["pruned \(table)", default: 0] += outcome.rows
    }
    try box.checkPruning(isBound: isBound)
  }

  /// All is well again, and nothing happens any more.
  func settle() throws {
    box.faultPercent = 0
    box.clockError = 0
    box.isOnline = true
    try box.send(.network(.online(.unmetered)))
    try box.pass(until: box.now + 3 * SyncSimulation.day)
    try box.ledger.note(box.store.contents)
    box.ledger.settle(box.server)
  }
}

extension SyncSimulation {
  /// What the server does not have is still here, and what is left can be decoded.
  fileprivate func checkPruning(isBound: Bool) throws {
    ledger.settle(server)
    if isBound {
      for (table, rows) in try ledger.missing(store.contents) {
        violations.append("\(rows.count) rows of \(table) pruned too early")
      }
    } else {
      try ledger.forgetMissing(store.contents)
    }
    try checkFixes()
    let broken = try fixture.number(
      """
      SELECT count(*) FROM (
        SELECT flags & 1 AS is_keyframe, captured_at_ms
          - lag(captured_at_ms, 1, 0) OVER (PARTITION BY board_key ORDER BY id) AS gap
        FROM telemetry_frames) WHERE gap > 90000 AND NOT is_keyframe
      """)
    if broken != 0 { violations.append("\(broken ?? -1) frames cannot be decoded") }
  }

  private func checkFixes() throws {
    let state = try store.contents.syncState()
    let isGated = state.accountID != nil && state.dialect != .strict
    for recording in try store.contents.recordings(limit: 1000) {
      let count = try store.contents.fixes(of: recording.id, limit: 1).count
      guard count == 0, recording.progress.end != nil, !ledger.prunedBefore.contains(recording.id)
      else { continue }
      ledger.prunedBefore.insert(recording.id)
      let flight = try store.contents.flights(limit: 1000).first { $0.recordingID == recording.id }
      guard let flight, isGated else { continue }
      let hasRow = server.tables[.flights]?["\(ContractValue.text(flight.id))"] != nil
      if !hasRow || !server.blobs.contains(.init(kind: "igc", id: flight.id)) {
        violations.append("fixes of recording \(recording.id) pruned too early")
      }
    }
  }

  /// Where the server differs from the store.
  fileprivate func differences() throws -> [String] {
    var found: [String] = []
    for (table, rows) in ledger.waiting where !rows.isEmpty {
      found.append("\(rows.count) rows of \(table) never arrived")
    }
    for table in ContractTable.allCases where table != .deleteActions {
      var keys: Set<String> = []
      let rows = try store.contents.rows(of: table)
      while let pending = try rows.next() {
        let key = ModelServer.key(pending.row)
        keys.insert(key)
        if server.tables[table]?[key] != pending.row { found.append("\(table) \(key) differs") }
      }
      let isKeptLonger = WriteLedger.appendOnly.contains(table) || table == .telemetryMinuteBuckets
      let more = Set((server.tables[table] ?? [:]).keys).subtracting(keys)
      if !isKeptLonger && !more.isEmpty { found.append("\(table) has \(more.count) too many") }
    }
    return found
  }
}
