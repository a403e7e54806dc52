import FlightModel

/// Turns measured facts into problems and an exit code. Pure: the same facts give the same verdict
/// in the daemon, in a test and in a replay.
package struct HealthRules: Equatable, Sendable {
  /// After the start, silence is not yet a fault.
  package var graceS = 30.0
  /// A box in a hangar may look for satellites for this long before anyone is told.
  package var noFixWarningS = 300.0
  /// While recording, the newest fix on the disk is at most this old: commits are due every second,
  /// and a card may stall for twenty.
  package var durableLimitS = 25.0
  /// Two hours of flight are left.
  package var hoursLeftLimit = 2.0
  /// Below this a commit may fail at any moment.
  package var freeBytesLimit: Int64 = 50 << 20
  /// Below this the alarm is raised (`storage.minimum-free`); nothing is deleted.
  package var freeBytesAlarm: Int64 = 256 << 20
  /// Percent of its partition that the database may take (`storage.database-share`).
  package var databaseShareAlarm: Int64 = 50
  /// A supply that was too low is told of for this long.
  package var supplyMemoryS = 600.0
  /// A system clock this far from GNSS is told.
  package var clockOffsetLimitS = 2.0

  package init() {}

  /// The worst first, then in the order of the checks.
  package func problems(of facts: StatusFacts) -> [Problem] {
    let found =
      facts.reported + storageProblems(facts) + sourceProblems(facts) + fixProblems(facts)
      + otherProblems(facts)
    return found.filter { $0.severity == .critical } + found.filter { $0.severity == .warning }
  }

  /// 0, 1 or 2: a daemon that can answer is running.
  package func code(for problems: [Problem]) -> HealthCode {
    if problems.contains(where: { $0.severity == .critical }) { return .notSafelyRecording }
    return problems.isEmpty ? .healthy : .warnings
  }

  func isRecording(_ facts: StatusFacts) -> Bool { facts.recording != nil }

  private func storageProblems(_ facts: StatusFacts) -> [Problem] {
    let storage = facts.storage
    var found: [Problem] = []
    if storage.consecutiveFailures > 0 {
      found.append(
        Problem(
          id: "storage-failing", severity: .critical,
          message: "fixes cannot be written to \(storage.directory): "
            + "\(storage.lastFailure ?? "unknown cause"); \(storage.pendingFixes) wait in memory",
          fix: "free space there or replace the card; do not switch off before this clears"))
    } else if isRecording(facts), let age = storage.lastDurableAgeS, age > durableLimitS {
      found.append(
        Problem(
          id: "storage-slow", severity: .critical,
          message: "nothing has reached the disk for \(Int(age)) s",
          fix: "the card may be failing: do not switch off now, replace it after landing"))
    }
    if storage.shedFixes > 0 {
      found.append(
        Problem(
          id: "fixes-shed", severity: .warning,
          message: "\(storage.shedFixes) fixes were given up because the disk took none",
          fix: "replace the card; the gaps are marked in the recording"))
    }
    if let free = storage.freeBytes, free < freeBytesLimit {
      found.append(
        Problem(
          id: "disk-full", severity: .critical,
          message: "\(free / 1_000_000) MB are free in \(storage.directory)",
          fix: "copy flights away and delete files there"))
    } else if let free = storage.freeBytes, free < freeBytesAlarm {
      let room = storage.hoursLeft.map { ", room for about \(Decimal.span(seconds: $0 * 3600))" }
      found.append(
        Problem(
          id: "disk-low", severity: .warning,
          message: "only \(free / 1_000_000) MB are free in \(storage.directory)\(room ?? "")",
          fix: "copy flights away and delete files there, or lower storage.minimum-free"))
    } else if let hours = storage.hoursLeft, hours < hoursLeftLimit {
      found.append(
        Problem(
          id: "disk-low", severity: .warning,
          message: "space for about \(Int(hours * 60)) minutes is left in \(storage.directory)",
          fix: "copy flights away and delete files there"))
    }
    return found + shareProblems(storage)
  }

  private func shareProblems(_ storage: StorageStatus) -> [Problem] {
    guard let bytes = storage.databaseBytes, let total = storage.totalBytes, total > 0,
      bytes / max(1, total / 100) >= databaseShareAlarm
    else { return [] }
    return [
      Problem(
        id: "database-share", severity: .warning,
        message: "the database takes \(bytes / max(1, total / 100)) % of its partition",
        fix: "let the server catch up (barograph sync status), or shorten [retention]")
    ]
  }

  private func fixProblems(_ facts: StatusFacts) -> [Problem] {
    // The cause is told, not its symptom: without a source there can be no fix.
    guard facts.sources.contains(where: { $0.givesPosition && $0.state == .ok }) else { return [] }
    let fix = facts.fix
    let isLost = fix.state == .lost || fix.state == .absent || fix.mode == Fix.Mode.none
    guard isLost else { return [] }
    if isRecording(facts) {
      let age = fix.ageS.map { " for \(Int($0)) s" } ?? ""
      return [
        Problem(
          // A ride has its board's samples.
          id: "fix-lost", severity: facts.recording?.kind == "ride" ? .warning : .critical,
          message: "recording, but the receiver has had no position\(age)",
          fix: "see that the antenna has a free view of the sky")
      ]
    }
    guard facts.uptimeS > noFixWarningS else { return [] }
    return [
      Problem(
        id: "no-fix", severity: .warning, message: "the receiver has no position yet",
        fix: "give the antenna a free view of the sky; in a hangar this is normal")
    ]
  }

  private func otherProblems(_ facts: StatusFacts) -> [Problem] {
    var found: [Problem] = []
    if let offset = facts.clock.offsetS, abs(offset) > clockOffsetLimitS {
      found.append(
        Problem(
          id: "clock-wrong", severity: .warning,
          message: "the box's clock is off by \(Decimal.span(seconds: abs(offset))); "
            + "recordings use GNSS time and are right",
          fix: "let chrony or systemd-timesyncd set the clock"))
    }
    found += boxProblems(facts) + syncProblems(facts.sync) + importProblems(facts.imports)
    if facts.unfinishedRecordings > 0, facts.state != .finishing {
      found.append(
        Problem(
          id: "igc-pending", severity: .warning,
          message: "\(facts.unfinishedRecordings) ended recordings have no IGC file yet",
          fix: "see the daemon's log (journalctl -u barographd); the fixes are kept"))
    }
    return found
  }

  /// Waiting for a network is no problem; what waits for a person is.
  private func syncProblems(_ sync: SyncFacts) -> [Problem] {
    switch sync.state {
    case .paused:
      [
        Problem(
          id: "sync-paused", severity: .warning,
          message: "uploads are paused (\(sync.pause?.reason ?? "unknown reason"))",
          fix: sync.pause?.remedy ?? "see barograph sync status")
      ]
    case .blocked:
      [
        Problem(
          id: "sync-blocked", severity: .warning,
          message: "the server takes nothing from this version; recording goes on",
          fix: "update barograph")
      ]
    case .waitingForUnmetered where !sync.isMeteringKnown:
      [
        Problem(
          id: "sync-metering-unknown", severity: .warning,
          message: "uploads wait because nothing tells whether the network is metered",
          fix: "set sync.metering in barograph.conf, or allow metered networks")
      ]
    default:
      sync.isStale
        ? [
          Problem(
            id: "sync-stale", severity: .warning,
            message: "rows have waited for the server for too long",
            fix: "see barograph sync status and journalctl -u barographd")
        ] : []
    }
  }
}
