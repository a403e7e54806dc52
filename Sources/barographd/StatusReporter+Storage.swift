import ControlAPI
import FlightModel
import Linux
import Recorder
import RecordingModel

/// The disk, and what was counted on the way to it.
extension StatusReporter {
  /// Commits are due each second.
  private static let usualCommitAgeS = 5.0

  func storage(_ inputs: Inputs, _ now: MonotonicInstant) -> StorageStatus {
    let service = inputs.service
    var status = StorageStatus(directory: folder.path)
    if let space = try? Files.space(at: folder.path) {
      (status.freeBytes, status.totalBytes, status.ageS) = (space.free, space.total, 0)
      status.hoursLeft =
        Double(space.free) / (max(1, inputs.fixesPerSecond ?? 1) * 3600 * Self.bytesAFix)
    }
    status.databaseBytes = Files.size(folder.database).map {
      $0 + (Files.size(folder.database + "-wal") ?? 0)
    }
    let commits = service.commits
    status.lastDurableAgeS = commits.lastDurableAt.map { seconds(since: $0, now) }
    // A ride whose board is off, and that sees no sky, has nothing to store.
    if service.recorder.recording?.kind == .ride, service.recorder.pendingBytes == 0,
      (status.lastDurableAgeS ?? 0) > Self.usualCommitAgeS
    {
      status.lastDurableAgeS = nil
    }
    status.failedCommits = Int64(commits.failed)
    status.consecutiveFailures = Int64(commits.consecutiveFailures)
    status.lastFailure = commits.consecutiveFailures > 0 ? commits.lastFailure : nil
    status.pendingFixes = Int64(service.recorder.pendingFixes)
    status.shedFixes = Int64(service.recorder.commits.shedFixes)
    status.slowestCommitMs = commits.stored > 0 ? commits.slowestMs : nil
    status.commitDurations = commits.durations
    status.pendingBytes = Int64(service.recorder.pendingBytes)
    status.pendingBytesLimit = Int64(service.recorder.pendingBytesLimit)
    status.databaseCheck = inputs.observed.databaseCheck
    return status
  }

  /// All tables together, measured (`docs/database.md`).
  private static let bytesAFix = 90.0

  func counters(_ inputs: Inputs) -> Counters {
    let recorder = inputs.service.recorder
    let (fixes, positions) = (recorder.fixes, recorder.positions)
    var counters = Counters()
    counters.fixesReceived = Int64(fixes.received)
    counters.fixesStored = Int64(recorder.commits.committedFixes)
    counters.fixesRejected = [
      "standby-receiver": fixes.standby, "without-time": fixes.withoutTime,
      "without-position": fixes.withoutPosition, "duplicate-time": fixes.duplicates,
      "implausible-date": fixes.implausibleDate, "backward-time": fixes.backward,
      "time-jump": fixes.jumpedAhead, "position-zero": positions.zero,
      "position-out-of-range": positions.outOfRange, "position-jump": positions.teleports,
    ].mapValues(Int64.init)
    counters.frames = inputs.service.commits.frames
    counters.buckets = inputs.service.commits.buckets
    counters.commits = Int64(inputs.service.commits.stored)
    counters.markers = inputs.service.commits.markers
    counters.rowsRefused = inputs.service.commits.refusedRows
    counters.fixesHidden = Int64(positions.inPrivacyZone)
    counters.framesShed = Int64(recorder.commits.shedFrames)
    return counters
  }
}
