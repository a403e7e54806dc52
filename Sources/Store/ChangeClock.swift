import FlightModel
import SQLite

/// What time it is for a Change Timestamp. A box may have no clock of its own: fixes tell the time,
/// and the latest that is certain to have come is kept over restarts.
struct ChangeClock {
  /// A person's edits wait while the clock is further behind the floor than this, in milliseconds.
  static let tolerance: Int64 = 60_000

  /// The latest time of which a fix or a synchronised clock has told (`clock_floor`).
  private(set) var floor: Int64 = 0
  /// The highest stamp of a deletion (`deletion_floor`): a row that comes back is newer.
  private(set) var lastDeletion: Int64 = 0
  /// The newest fix since the store was opened, and when its batch came.
  private var newestFix: (atMs: Int64, cameAt: MonotonicInstant)?

  /// Reads what was kept.
  init(_ connection: Connection) throws(SQLiteError) {
    floor = try Self.value("clock_floor", connection)
    lastDeletion = try Self.value("deletion_floor", connection)
  }

  private static func value(
    _ name: StaticString, _ connection: Connection
  ) throws(SQLiteError) -> Int64 {
    try connection.number("SELECT last_value FROM sync_sequences WHERE name = ?") {
      $0.add(constant: name)
    } ?? 0
  }

  /// Takes in the time of a fix.
  mutating func take(fixAt time: UTCInstant, _ settings: StoreSettings) {
    guard (0...ChangeTimestamp.latest).contains(time.milliseconds) else { return }
    newestFix = (time.milliseconds, settings.monotonicClock())
    floor = max(floor, time.milliseconds)
  }

  /// Takes over from the clock of a database that was replaced.
  mutating func take(over older: ChangeClock) {
    floor = max(floor, older.floor)
    lastDeletion = max(lastDeletion, older.lastDeletion)
    newestFix = older.newestFix
  }

  /// Whether the time is known well enough for a person's edit: by a synchronised clock, a fix since
  /// the store was opened, or a clock that is not behind what it has been.
  func isKnown(_ settings: StoreSettings) -> Bool {
    settings.isClockSynchronised() || newestFix != nil
      || settings.wallClock().milliseconds >= floor - Self.tolerance
  }

  /// What time it is as fixes tell it, with which a flight's own times agree; without a fix since the
  /// store was opened, by the clock on the wall.
  func time(_ settings: StoreSettings) -> UTCInstant {
    let byFix = newestFix.map {
      $0.atMs + max(0, settings.monotonicClock().milliseconds(since: $0.cameAt))
    }
    let now = byFix ?? settings.wallClock().milliseconds
    return UTCInstant(milliseconds: min(max(now, 0), ChangeTimestamp.latest))
  }

  /// The stamp of a change to a row that was last stamped `previous`; of a new row, later than every
  /// deletion. It is max(previous + 1, now, floor).
  mutating func stamp(after previous: Int64?, _ settings: StoreSettings) -> Int64 {
    let wall = settings.wallClock().milliseconds
    if settings.isClockSynchronised() {
      floor = max(floor, min(wall, ChangeTimestamp.latest))
    }
    let newest = newestFix.map {
      $0.atMs + max(0, settings.monotonicClock().milliseconds(since: $0.cameAt))
    }
    return ChangeTimestamp.next(
      after: previous ?? (lastDeletion > 0 ? lastDeletion : nil),
      now: max(wall, newest ?? wall, floor))
  }

  /// The stamp of a deletion: max(now, the row's own, floor).
  mutating func stamp(deleting row: Int64, _ settings: StoreSettings) -> Int64 {
    let stamp = stamp(after: max(0, row) - 1, settings)
    lastDeletion = max(lastDeletion, stamp)
    return stamp
  }

  /// Keeps what has risen since it was read or kept; call inside the transaction.
  func keep(since before: ChangeClock, on connection: Connection) throws(SQLiteError) {
    if floor > before.floor { try Self.raise("clock_floor", to: floor, connection) }
    if lastDeletion > before.lastDeletion {
      try Self.raise("deletion_floor", to: lastDeletion, connection)
    }
  }

  private static func raise(
    _ name: StaticString, to value: Int64, _ connection: Connection
  ) throws(SQLiteError) {
    try connection.run(
      "UPDATE sync_sequences SET last_value = max(last_value, ?) WHERE name = ?"
    ) {
      $0.add(value)
      $0.add(constant: name)
    }
  }
}

/// Change Timestamps: they rise with every change of a row whatever the clock does.
enum ChangeTimestamp {
  /// The contract's highest time, 2^53 - 1.
  static let latest: Int64 = 9_007_199_254_740_991

  /// max(previous + 1, now), held to the contract's bounds.
  static func next(after previous: Int64?, now: Int64) -> Int64 {
    min(latest, max(0, now, (previous ?? -1) &+ 1))
  }
}
