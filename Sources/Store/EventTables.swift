package import RecordingModel
import SQLite
import SyncContract

extension BatchWriter {
  /// Appends a marker; one outside the contract's bounds is left out and counted.
  mutating func append(
    _ marker: TelemetryMarker, of recording: Int64?, bootKey: Int64
  ) throws(SQLiteError) {
    var marker = marker
    marker.boardID = marker.boardID.map(ContractKey.fitting)
    guard ContractRow(marker).isSendable else { return refuse("telemetry_markers") }
    let isAccepted = try isAccepted { () throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO telemetry_markers (occurred_at_ms, elapsed_realtime_ms, boot_key, type,
          board_id, message, gap_ms, recording_id)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
      ) {
        $0.add(marker.occurredAtMs)
        $0.add(marker.elapsedRealtimeMs)
        $0.add(bootKey)
        $0.add(marker.kind.rawValue)
        $0.add(marker.boardID)
        $0.add(marker.message)
        $0.add(marker.gapMs)
        $0.add(recording)
      }
    }
    if !isAccepted { refuse("telemetry_markers") }
  }

  /// Appends a Diagnostic Event; one outside the contract's bounds is left out and counted.
  mutating func append(_ event: DiagnosticEvent, bootKey: Int64) throws(SQLiteError) {
    let event = event.fitting
    guard ContractRow(event).isSendable else { return refuse("diagnostic_events") }
    let isAccepted = try isAccepted { () throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO diagnostic_events (occurred_at_ms, elapsed_realtime_ms, boot_key, event_name,
          operation, phase, board_id, message, properties_json)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
      ) {
        $0.add(event.occurredAtMs)
        $0.add(event.elapsedRealtimeMs)
        $0.add(bootKey)
        $0.add(event.eventName)
        $0.add(event.operation)
        $0.add(event.phase)
        $0.add(event.boardID)
        $0.add(event.message)
        $0.add(FlatObject.encode(event.properties))
      }
    }
    if !isAccepted { refuse("diagnostic_events") }
  }
}

extension DiagnosticEvent {
  /// The same event with its keys cut to the contract's length.
  fileprivate var fitting: DiagnosticEvent {
    var event = self
    event.eventName = ContractKey.fitting(eventName)
    event.operation = operation.map(ContractKey.fitting)
    event.phase = phase.map(ContractKey.fitting)
    event.boardID = boardID.map(ContractKey.fitting)
    return event
  }
}

extension StoreContents {
  /// The markers of a recording in the order of their arrival.
  package func markers(of recording: RecordingID) throws(StoreError) -> [TelemetryMarker] {
    try wrap { () throws(SQLiteError) in
      try connection.all(
        """
        SELECT occurred_at_ms, elapsed_realtime_ms, type, board_id, message, gap_ms
        FROM telemetry_markers WHERE recording_id = ? ORDER BY id
        """, { $0.add(recording.rawValue) }
      ) { row -> TelemetryMarker? in
        let occurredAt = row.number()
        let elapsed = row.number()
        guard let kind = TelemetryMarker.Kind(rawValue: row.text() ?? "") else { return nil }
        return TelemetryMarker(
          occurredAtMs: occurredAt, elapsedRealtimeMs: elapsed, kind: kind, boardID: row.text(),
          message: row.text(), gapMs: row.int64())
      }.compactMap(\.self)
    }
  }

  /// The newest Diagnostic Events first, at most `limit`.
  package func events(limit: Int) throws(StoreError) -> [DiagnosticEvent] {
    try wrap { () throws(SQLiteError) in
      try connection.all(
        """
        SELECT occurred_at_ms, elapsed_realtime_ms, event_name, operation, phase, board_id,
          message, properties_json
        FROM diagnostic_events ORDER BY id DESC LIMIT ?
        """, { $0.add(max(0, limit)) }, Self.event)
    }
  }

  static func event(_ row: inout Row) -> DiagnosticEvent {
    DiagnosticEvent(
      occurredAtMs: row.number(), elapsedRealtimeMs: row.number(), eventName: row.text() ?? "",
      operation: row.text(), phase: row.text(), boardID: row.text(), message: row.text(),
      properties: FlatObject.decode(row.text() ?? ""))
  }
}
