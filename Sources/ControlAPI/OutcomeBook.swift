package import RecordingModel

/// How the recordings that ended came out, each counted once.
package struct OutcomeBook: Sendable {
  /// What became of a recording.
  package enum Outcome: Sendable {
    /// Its file is written.
    case kept
    /// There was nothing to keep.
    case empty
    /// Its file could not be written; that is tried again, so another outcome follows.
    case failed
  }

  package private(set) var tally = RecordingTally()
  /// Recordings that an earlier start left.
  private var interrupted: Set<RecordingID>
  private var failed: Set<RecordingID> = []

  package init(interrupted: Set<RecordingID>) { self.interrupted = interrupted }

  /// Counts what became of a recording; a failure counts once, however often it is tried again.
  package mutating func note(_ outcome: Outcome, of id: RecordingID) {
    switch outcome {
    case .kept:
      if interrupted.remove(id) != nil { tally.recovered += 1 } else { tally.clean += 1 }
    case .empty: tally.discarded += 1
    case .failed:
      if failed.insert(id).inserted { tally.failed += 1 }
    }
  }
}
