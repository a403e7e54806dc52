package import FlightModel

/// What a store needs to know of the box that it runs on.
package struct StoreSettings: Sendable {
  /// The database file; `-wal` and `-shm` lie beside it.
  package var path: String
  /// `/proc/sys/kernel/random/boot_id`.
  package var bootID: String
  /// The box's UTC clock, for Change Timestamps only; it may be wrong or go back.
  package var wallClock: @Sendable () -> UTCInstant
  /// The monotonic clock of this boot, for the store's own Diagnostic Events.
  package var monotonicClock: @Sendable () -> MonotonicInstant
  /// Whether the UTC clock is known to be right, kept so by NTP for example. One that is not still
  /// stamps changes, but never becomes the time that later ones must wait for.
  package var isClockSynchronised: @Sendable () -> Bool = { false }
  /// Bytes of a page of a new file: by measurement (`docs/database.md`).
  package var pageSize = 1024
  /// The write-ahead log is copied into the file when it has grown by so many bytes.
  package var checkpointBytes = 1 << 20
  /// Bytes of pages that the writer keeps in memory.
  package var cacheBytes = 512 << 10
  /// How long a commit waits for another program's lock before it fails as transient.
  package var busyTimeoutMs: Int32 = 2000
  /// The most pages that the file may have; nil for SQLite's own limit.
  package var maximumPages: Int?
  /// A file beside the database by which a database that was put back from a copy is noticed; nil
  /// does without.
  package var startTokenPath: String?

  package init(
    path: String, bootID: String, wallClock: @escaping @Sendable () -> UTCInstant,
    monotonicClock: @escaping @Sendable () -> MonotonicInstant
  ) {
    self.path = path
    self.bootID = bootID
    self.wallClock = wallClock
    self.monotonicClock = monotonicClock
  }
}
