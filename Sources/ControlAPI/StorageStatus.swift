import JSON

/// How far the check of the whole database has come, which each start begins.
package enum DatabaseCheck: String, Sendable, CaseIterable {
  /// The disk is the recorder's own so soon after the start.
  case waiting
  case running
  case sound
  case damaged
}

/// Where recordings are kept, and whether they get there.
package struct StorageStatus: Equatable, Sendable {
  package var directory: String
  package var freeBytes: Int64?
  package var totalBytes: Int64?
  package var databaseBytes: Int64?
  /// Of the two sizes above.
  package var ageS: Double?
  /// Since the last commit that is on the disk.
  package var lastDurableAgeS: Double?
  /// Since the start.
  package var failedCommits: Int64
  /// Failures since the last success; not zero means that fixes wait in memory now.
  package var consecutiveFailures: Int64
  package var lastFailure: String?
  /// Fixes that wait for a commit.
  package var pendingFixes: Int64
  /// What they and their telemetry take in memory, and the most that they may take.
  package var pendingBytes: Int64?
  package var pendingBytesLimit: Int64?
  /// Fixes that were given up because too many waited.
  package var shedFixes: Int64
  package var slowestCommitMs: Int64?
  /// Of each commit since the start, until it was on the disk.
  package var commitDurations: DurationHistogram?
  package var databaseCheck: DatabaseCheck?
  /// At the present rate.
  package var hoursLeft: Double?

  package init(directory: String) {
    self.directory = directory
    failedCommits = 0
    consecutiveFailures = 0
    pendingFixes = 0
    shedFixes = 0
  }
}

extension StorageStatus {
  var json: JSONValue {
    [
      "directory": .string(directory), "free_bytes": JSONValue(freeBytes),
      "total_bytes": JSONValue(totalBytes), "database_bytes": JSONValue(databaseBytes),
      "age_s": JSONValue(ageS, places: 1),
      "last_durable_age_s": JSONValue(lastDurableAgeS, places: 2),
      "failed_commits": .integer(failedCommits),
      "consecutive_failures": .integer(consecutiveFailures),
      "last_failure": JSONValue(lastFailure), "pending_fixes": .integer(pendingFixes),
      "shed_fixes": .integer(shedFixes), "slowest_commit_ms": JSONValue(slowestCommitMs),
      "hours_left": JSONValue(hoursLeft, places: 1),
      "pending_bytes": JSONValue(pendingBytes),
      "pending_bytes_limit": JSONValue(pendingBytesLimit),
      "commit_durations": commitDurations?.json ?? .null,
      "database_check": JSONValue(databaseCheck?.rawValue),
    ]
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(directory: try reader.text("directory"))
    freeBytes = try reader.integerIfAny("free_bytes")
    totalBytes = try reader.integerIfAny("total_bytes")
    databaseBytes = try reader.integerIfAny("database_bytes")
    ageS = try reader.numberIfAny("age_s")
    lastDurableAgeS = try reader.numberIfAny("last_durable_age_s")
    failedCommits = try reader.integer("failed_commits")
    consecutiveFailures = try reader.integer("consecutive_failures")
    lastFailure = try reader.textIfAny("last_failure")
    pendingFixes = try reader.integer("pending_fixes")
    shedFixes = try reader.integer("shed_fixes")
    slowestCommitMs = try reader.integerIfAny("slowest_commit_ms")
    hoursLeft = try reader.numberIfAny("hours_left")
    pendingBytes = try reader.integerIfAny("pending_bytes")
    pendingBytesLimit = try reader.integerIfAny("pending_bytes_limit")
    if let item = try reader.objectIfAny("commit_durations") {
      commitDurations = try DurationHistogram(item)
    }
    databaseCheck = try reader.textIfAny("database_check").flatMap(DatabaseCheck.init(rawValue:))
  }
}
