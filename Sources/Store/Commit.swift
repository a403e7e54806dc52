import FlightModel
package import RecordingModel
import SQLite

/// What became of a batch that the store took.
package enum CommitOutcome: Equatable, Sendable {
  /// Durable. `refusedRows` counts frames, buckets, markers and events outside the contract's
  /// bounds, which were left out and told of in a Diagnostic Event; a fix is never left out.
  case stored(refusedRows: Int)
  /// Durable already: a batch with this sequence or a later one was committed before.
  case alreadyStored
}

extension StoreDatabase {
  /// The highest `RecordingBatch.sequence` that is durable; the next batch counts on from here.
  package var lastSequence: Int64 { state.lastSequence }

  /// Makes a batch durable in one transaction. When it throws, nothing of the batch is stored, and
  /// it can be offered again (`isTransient` tells whether that is worth while).
  ///
  /// A database that turns out to be broken is set aside, and the batch goes into the new one.
  @discardableResult
  package func commit(_ batch: RecordingBatch) throws(StoreError) -> CommitOutcome {
    let outcome = try repairing("commit") { () throws(SQLiteError) in try attempt(batch) }
    checkpointIfDue()
    return outcome
  }

  /// Runs `body`; if the database proves broken, once more on a new one.
  func repairing<Result>(
    _ phase: String, _ body: () throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    try reopenIfClosed()
    do {
      return try body()
    } catch {
      guard isBroken(error) else { throw .database(error) }
      try replaceBroken(error, phase: phase)
      return try wrap(body)
    }
  }

  /// Whether an error is the file's fault. A statement that does not compile is so only if the
  /// schema is no longer what this program built.
  private func isBroken(_ error: SQLiteError) -> Bool {
    if error.isSchemaDamage { return (try? SchemaText.isAsBuilt(connection)) != true }
    return error.isCorruption
  }

  /// After a broken database could be closed but not renamed, there is none; try again.
  private func reopenIfClosed() throws(StoreError) {
    if connection.isClosed { try reopen() }
  }

  /// One try in one transaction; the state moves on only when it is durable.
  func attempt(_ batch: RecordingBatch) throws(SQLiteError) -> CommitOutcome {
    if let sequence = batch.sequence, sequence <= state.lastSequence { return .alreadyStored }
    var writer = BatchWriter(connection: connection, settings: settings, state: state)
    try connection.transaction { () throws(SQLiteError) in try writer.write(batch) }
    state = writer.state
    return .stored(refusedRows: writer.refused.values.reduce(0, +))
  }
}

/// Writes the rows of one batch inside a transaction that its caller holds.
struct BatchWriter {
  let connection: Connection
  let settings: StoreSettings
  var state: WriterState
  /// Rows left out, by table.
  var refused: [String: Int] = [:]
  /// What is written comes from a log, and is no part of what is recorded beside it.
  var isTakingIn = false

  mutating func write(_ batch: RecordingBatch) throws(SQLiteError) {
    let clock = state.clock
    if let newest = batch.fixes.map(\.recordedAt).max() {
      state.clock.take(fixAt: newest, settings)
    }
    let bootKey = try ensureBoot()
    if let recording = batch.recording { try write(recording, bootKey: bootKey) }
    if !batch.fixes.isEmpty || !batch.frames.isEmpty {
      try beginSegment(of: batch.recording?.id.rawValue, bootKey: bootKey)
    }
    for fix in batch.fixes { try append(fix) }
    for frame in batch.frames { try append(frame, bootKey: bootKey) }
    if let offset = batch.timeOffsetMs {
      try assignTime(offsetMs: offset, to: batch.recording?.id.rawValue, bootKey: bootKey)
    }
    for bucket in batch.buckets { try replace(bucket) }
    for range in batch.exclusions { try append(range) }
    for marker in batch.markers {
      try append(marker, of: batch.recording?.id.rawValue, bootKey: bootKey)
    }
    for event in batch.events { try append(event, bootKey: bootKey) }
    try noteRefusedRows(bootKey: bootKey)
    if let sequence = batch.sequence { try note(sequence) }
    try state.clock.keep(since: clock, on: connection)
  }

  private mutating func note(_ sequence: Int64) throws(SQLiteError) {
    try connection.run("UPDATE sync_sequences SET last_value = ? WHERE name = 'recording_batch'") {
      $0.add(sequence)
    }
    state.lastSequence = sequence
  }

  /// The number of the running boot, entered at its first row.
  mutating func ensureBoot() throws(SQLiteError) -> Int64 {
    if let key = state.bootKey { return key }
    try connection.run("INSERT INTO boot (boot_id, first_seen_at_ms) VALUES (?, ?)") {
      $0.add(settings.bootID)
      $0.add(settings.wallClock().milliseconds)
    }
    let key = connection.lastInsertedID
    state.bootKey = key
    return key
  }

  /// Begins a run of rows unless the newest one is of the same recording and boot.
  private mutating func beginSegment(of recording: Int64?, bootKey: Int64) throws(SQLiteError) {
    if let segment = state.segment, segment.recordingID == recording, segment.bootKey == bootKey,
      segment.isTakenIn == isTakingIn
    {
      return
    }
    try beginSegment(of: recording, bootKey: bootKey, baseMs: nil)
  }

  /// Begins a run of rows whose fixes count from `baseMs`.
  mutating func beginSegment(
    of recording: Int64?, bootKey: Int64, baseMs: Int64?
  ) throws(SQLiteError) {
    let id = (state.segment?.id ?? 0) + 1
    try connection.run(
      """
      INSERT INTO recording_segment
        (segment_id, recording_id, boot_key, first_fix_id, first_frame_id, base_ms)
      VALUES (?, ?, ?, ?, ?, ?)
      """
    ) {
      $0.add(id)
      $0.add(recording)
      $0.add(bootKey)
      $0.add(state.nextFixID)
      $0.add(state.nextFrameID)
      $0.add(baseMs)
    }
    state.segment = WriterState.Segment(
      id: id, recordingID: recording, bootKey: bootKey, baseMs: baseMs, isTakenIn: isTakingIn)
  }

  /// Runs an insert and tells whether the schema's rules let the row in; one that breaks a rule is
  /// left out, because it must not take the fixes of its batch with it.
  func isAccepted(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) -> Bool {
    do {
      try body()
      return true
    } catch {
      guard error.isConstraint else { throw error }
      return false
    }
  }

  /// Counts a row of a table that was left out.
  mutating func refuse(_ table: String) { refused[table, default: 0] += 1 }

  private mutating func noteRefusedRows(bootKey: Int64) throws(SQLiteError) {
    guard !refused.isEmpty else { return }
    let event = DiagnosticEvent(
      occurredAtMs: max(0, settings.wallClock().milliseconds),
      elapsedRealtimeMs: max(0, settings.monotonicClock().milliseconds),
      eventName: "rows-refused", operation: "commit",
      message: "rows outside the contract's bounds were left out",
      properties: refused.mapValues(String.init))
    try append(event, bootKey: bootKey)
  }

  /// The next write counter of a mutable table, taken inside the transaction, so that commit order
  /// is number order.
  func nextSequence(_ table: StaticString) throws(SQLiteError) -> Int64 {
    try SyncSequence.next(table, on: connection)
  }
}

/// The write counters of mutable tables (`sync_sequences`).
enum SyncSequence {
  /// Counts a table's counter up and returns it; call inside a transaction.
  static func next(_ table: SyncedTable, on connection: Connection) throws(SQLiteError) -> Int64 {
    try connection.number(
      """
      UPDATE sync_sequences SET last_value = last_value + 1 WHERE name = ? RETURNING last_value
      """
    ) { $0.add(table.name) } ?? 0
  }

  /// Counts a table's counter up and returns it; call inside a transaction.
  static func next(_ table: StaticString, on connection: Connection) throws(SQLiteError) -> Int64 {
    try connection.number(
      """
      UPDATE sync_sequences SET last_value = last_value + 1 WHERE name = ? RETURNING last_value
      """
    ) { $0.add(constant: table) } ?? 0
  }
}
