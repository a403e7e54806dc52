/// How much an account holds.
package struct AccountFigures: Equatable, Sendable {
  package var flights: Int64
  /// Stretches of riding with less than half an hour of rest in them.
  package var rides: Int64
  /// Of all files.
  package var bytes: Int64

  package init(flights: Int64 = 0, rides: Int64 = 0, bytes: Int64 = 0) {
    self.flights = flights
    self.rides = rides
    self.bytes = bytes
  }
}

extension StorageStatements {
  /// Account, flights, rides, bytes of files; of every account, by its id. Half an hour without
  /// motion ends a ride.
  package static let figures = """
    SELECT a.id,
      (SELECT count(*) FROM "flights" f WHERE f."account_id" = a.id),
      (SELECT count(*) FROM
        (SELECT b."firstMovingAtMs" - lag(b."lastMovingAtMs")
            OVER (PARTITION BY b."boardId" ORDER BY b."bucketStartMs") AS rest
          FROM "telemetryMinuteBuckets" b
          WHERE b."account_id" = a.id AND b."firstMovingAtMs" IS NOT NULL) moving
        WHERE rest IS NULL OR rest > 1800000),
      (SELECT CAST(COALESCE(sum(o.bytes), 0) AS BIGINT) FROM blobs o WHERE o.account_id = a.id)
    FROM accounts a ORDER BY a.id
    """
}
