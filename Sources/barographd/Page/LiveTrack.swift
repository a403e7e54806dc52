import ControlAPI
import FlightModel
import IGC
import Linux
import RecordingModel
import Store
import Synchronization

/// The track for everyone who looks: what was read once is kept thinned, so that each asks the
/// database for no more than what has come since the last did.
final class LiveTrack: Sendable {
  private struct State {
    var subject: TrackSubject?
    var track = ThinnedTrack()
    /// The newest fix that was read.
    var lastRow: Int64 = 0
    var readAt: MonotonicInstant?

    mutating func begin(_ subject: TrackSubject) {
      guard self.subject != subject else { return }
      self = State()
      self.subject = subject
    }
  }

  /// Fixes that are read at a time; other readers take their turn between.
  private static let slice = 20_000
  /// The track is read again after so long.
  private static let freshMs: Int64 = 900

  private let archive: Archive
  private let folder: StateFolder
  private let state = Mutex(State())

  init(archive: Archive, folder: StateFolder) {
    self.archive = archive
    self.folder = folder
  }

  /// The track of a recording that is going on.
  func track(of recording: RecordingID) throws(ControlError) -> TrackDocument {
    try state.withLock { (state) throws(ControlError) in
      state.begin(.recording(recording.rawValue))
      let now = SystemClock.monotonic()
      let isFresh = state.readAt.map { now.milliseconds(since: $0) < Self.freshMs } ?? false
      if !isFresh {
        try read(recording, into: &state)
        state.readAt = SystemClock.monotonic()
      }
      return TrackDocument(subject: state.subject, track: state.track)
    }
  }

  /// The track of a flight's file, which does not change.
  func track(of flight: String) throws(ControlError) -> TrackDocument {
    try state.withLock { (state) throws(ControlError) in
      if state.subject != .flight(flight) {
        let track = try Self.read(folder.blob(flight))
        state.begin(.flight(flight))
        state.track = track
      }
      return TrackDocument(subject: state.subject, track: state.track)
    }
  }

  /// What is known of a recording's track, without a look at the database.
  var known: TrackDocument? {
    state.withLock { state in
      guard case .recording = state.subject else { return nil }
      return TrackDocument(subject: state.subject, track: state.track)
    }
  }

  private func read(_ recording: RecordingID, into state: inout State) throws(ControlError) {
    var rows: [StoredFix] = []
    repeat {
      let last = state.lastRow
      rows = try blockingQuery(archive) { (contents) throws(StoreError) in
        try contents.fixes(of: recording, after: last, limit: Self.slice)
      }
      for row in rows {
        state.lastRow = row.rowID
        state.track.add(row.fix)
      }
    } while rows.count == Self.slice
  }

  private static func read(_ path: String) throws(ControlError) -> ThinnedTrack {
    var track = ThinnedTrack()
    var reader = IGCReader()
    do {
      try Files.forEachBlock(of: path) { reader.feed($0) { track.add($0) } }
    } catch {
      throw ControlError(
        .storageFailed, message: "the flight's file cannot be read: \(error)",
        hint: "check the disk")
    }
    reader.finish { track.add($0) }
    track.leaveOutZeroPressure()
    return track
  }
}

extension ThinnedTrack {
  /// Void fixes repeat a position: they are left out.
  fileprivate mutating func add(_ fix: FixRecord) {
    guard fix.mode != .none else { return }
    add(
      at: fix.recordedAt, fix.position, gnssAltitudeCm: fix.gnssAltitudeCm,
      pressureAltitudeCm: fix.pressureAltitudeCm)
  }

  fileprivate mutating func add(_ record: IGCRecord) {
    guard case .fix(let fix) = record, fix.isValid, let time = fix.time else { return }
    add(
      at: time, fix.position, gnssAltitudeCm: fix.gnssAltitudeM &* 100,
      pressureAltitudeCm: fix.pressureAltitudeM &* 100)
  }
}
