import ControlAPI
import FlightModel
import FlightPicture
import IGC
import Linux
import RecordingModel

/// Draws a flight from its file, so that the picture shows what others read.
enum FlightPictureFile {
  /// Reads the file in blocks and keeps a point a second, so that a day at 10 Hz takes a few
  /// megabytes.
  static func draw(_ entry: FlightEntry, igcPath: String) throws(ControlError) -> [UInt8] {
    var track = PictureTrack()
    var reader = IGCReader()
    do {
      try Files.forEachBlock(of: igcPath) { reader.feed($0) { track.take($0) } }
    } catch {
      throw ControlError(
        .storageFailed, message: "the flight's file cannot be read: \(error)",
        hint: "check the disk")
    }
    reader.finish { track.take($0) }
    let facts = PictureFacts(
      declaration: entry.declaration, takeoffAt: entry.takeoffAt, landingAt: entry.landingAt,
      heightGainM: entry.heightGainedM)
    return FlightDrawing.svg(track: track.finished(), facts: facts)
  }
}

/// The valid fixes of a file, one a second at most.
private struct PictureTrack {
  private var points: [PicturePoint] = []
  private var hasPressure = false

  /// Void fixes have no altitude and repeat a position: they are left out.
  mutating func take(_ record: IGCRecord) {
    guard case .fix(let fix) = record, fix.isValid, let time = fix.time else { return }
    if let last = points.last, abs(time.milliseconds(since: last.time)) < 1000 { return }
    hasPressure = hasPressure || fix.pressureAltitudeM != 0
    points.append(
      PicturePoint(
        time: time, position: fix.position, gnssAltitudeCm: fix.gnssAltitudeM &* 100,
        pressureAltitudeCm: fix.pressureAltitudeM &* 100))
  }

  /// Without a sensor every pressure altitude is zero, and none is drawn.
  consuming func finished() -> [PicturePoint] {
    if !hasPressure {
      for index in points.indices { points[index].pressureAltitudeCm = nil }
    }
    return points
  }
}
