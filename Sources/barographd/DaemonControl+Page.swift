import ControlAPI
import Recorder
import RecordingModel
import Store
import SyncContract

/// What pages are made of besides.
extension DaemonControl {
  func events() throws(ControlError) -> ByteStream { try hub.stream(watchers) }

  func track() throws(ControlError) -> TrackDocument {
    let service = service
    let snapshot = blockingCall(on: service.loop) { await service.snapshot }
    if let recording = snapshot.recorder.recording, recording.progress.end == nil {
      return try live.track(of: recording.id)
    }
    // While its file is being written the reader is busy.
    if snapshot.filing > 0, let known = live.known { return known }
    guard let flight = try flights(.newestRecorded).first else {
      return TrackDocument(subject: nil, track: ThinnedTrack())
    }
    return try live.track(of: flight.id)
  }

  func report(flight id: String) throws(ControlError) -> ByteStream {
    let flight = try found(id)
    let page = try reports.page(of: flight)
    // A box that does not know the time shows it all the same.
    _ = try? open(.flights, id: flight.entry.id)
    return ByteStream(page)
  }

  func page() throws(ControlError) -> PageFacts { door.facts() }

  func newPageToken() throws(ControlError) -> PageFacts { door.renewToken() }
}
