/// What an engine is given once.
package struct SyncSettings: Sendable {
  /// The version that pauses are kept with; another one tries again.
  package var version: String
  /// The server that is configured; a token of another one counts as absent. Nil: that of the token.
  package var origin: ServerOrigin?
  /// Gzips a body in memory; `SyncEngine` asks for it where the server takes such bodies.
  package var compress: @Sendable ([UInt8]) -> [UInt8]

  package init(
    version: String, origin: ServerOrigin? = nil,
    compress: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    self.version = version
    self.origin = origin
    self.compress = compress
  }
}

/// The numbers of the engine, in milliseconds; those of a round are in `SyncTimings`.
package enum EngineTimings {
  /// An exchange of account or App Status.
  package static let shortMs: Int64 = 10_000
  /// How much longer than its own timeout a request is waited for before it is given up from here.
  package static let graceMs: Int64 = 15_000
  /// Between two looks at App Status.
  package static let appStatusMs: Int64 = 86_400_000
  /// The first wait after a look that failed; each failure doubles it.
  package static let firstRetryMs: Int64 = 60_000
  package static let longestRetryMs: Int64 = 21_600_000
  /// Until something that this machine could not keep or read is tried again.
  package static let localRetryMs: Int64 = 30_000
  /// Transient failures make at most one Diagnostic Event in this time.
  package static let diagnosticMs: Int64 = 3_600_000
  /// Rows that wait this long without any progress are called stale.
  package static let staleMs: Int64 = 1_200_000
  /// Samples stored within this time of each other are told once.
  package static let sampleMs: Int64 = 5_000

  /// The wait after so many failures in a row.
  static func retryMs(failures: Int) -> Int64 {
    min(firstRetryMs << Int64(min(max(failures - 1, 0), 16)), longestRetryMs)
  }
}
