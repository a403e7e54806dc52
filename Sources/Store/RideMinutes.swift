import FlightModel
import SQLite
package import Telemetry

extension StoreContents {
  /// The minutes of a board that are no part of a recorded flight, in order: what rides are made of.
  package func rideMinutes(board: String) throws(StoreError) -> [MinuteBucket] {
    let flights = try wrap { () throws(SQLiteError) in
      try connection.all(
        """
        SELECT started_at_ms, last_fix_at_ms FROM recording JOIN boards AS b USING (board_key)
        WHERE kind = 'flight' AND b.id = ? ORDER BY started_at_ms
        """, { $0.add(board) }, { ($0.number(), $0.number()) })
    }
    let all = UTCInstant(milliseconds: 0)..<UTCInstant(milliseconds: .max)
    let minutes = try buckets(board: board, in: all).map(\.bucket)
    if flights.isEmpty { return minutes }
    return minutes.filter { minute in
      !flights.contains { $0.0 <= minute.lastSampleAtMs && minute.firstSampleAtMs <= $0.1 }
    }
  }

  /// The minutes of a span, of one board or of all, in the order of boards and times.
  package func minutes(
    board: String?, startMs: Int64, endMs: Int64
  ) throws(StoreError) -> [MinuteBucket] {
    let first = UTCInstant(milliseconds: startMs - startMs % 60_000)
    let span = first..<UTCInstant(milliseconds: max(endMs, first.milliseconds))
    var names = [String]()
    if let board { names = [board] } else { names = try boards().map(\.id) }
    var minutes: [MinuteBucket] = []
    for name in names { minutes += try buckets(board: name, in: span).map(\.bucket) }
    return minutes
  }
}
