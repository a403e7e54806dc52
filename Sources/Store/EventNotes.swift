import FlightModel
package import RecordingModel
import SQLite

extension StoreDatabase {
  /// Appends a Diagnostic Event of now, unless one with the same content is among the last twenty of
  /// this boot and younger than an hour: a failure that repeats is told of once. Tells whether it
  /// was appended. The event's own times are replaced.
  @discardableResult
  package func note(_ event: DiagnosticEvent) throws(StoreError) -> Bool {
    var event = event
    event.occurredAtMs = max(0, settings.wallClock().milliseconds)
    event.elapsedRealtimeMs = max(0, settings.monotonicClock().milliseconds)
    let since = max(0, event.elapsedRealtimeMs - 3_600_000)
    let recent = try repairing("read-events") { () throws(SQLiteError) in
      try recentEvents(sinceElapsedMs: since)
    }
    let isKnown = recent.contains { known in
      var known = known
      known.occurredAtMs = event.occurredAtMs
      known.elapsedRealtimeMs = event.elapsedRealtimeMs
      return known == event
    }
    if isKnown { return false }
    var batch = RecordingBatch()
    batch.events = [event]
    try commit(batch)
    return true
  }

  private func recentEvents(sinceElapsedMs since: Int64) throws(SQLiteError) -> [DiagnosticEvent] {
    guard let boot = state.bootKey else { return [] }
    return try connection.all(
      """
      SELECT occurred_at_ms, elapsed_realtime_ms, event_name, operation, phase, board_id, message,
        properties_json
      FROM (SELECT * FROM diagnostic_events ORDER BY id DESC LIMIT 20)
      WHERE boot_key = ? AND elapsed_realtime_ms >= ?
      """,
      {
        $0.add(boot)
        $0.add(since)
      }, StoreContents.event)
  }
}
