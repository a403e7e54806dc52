import ControlAPI
import FlightPicture
import IGC
import Linux
import RecordingModel

/// Draws a flight from its file, so that the picture shows what others read.
enum FlightPictureFile {
  /// A day at 10 Hz has 80 MB.
  private static let largestFile = 128 << 20

  static func draw(_ entry: FlightEntry, igcPath: String) throws(ControlError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Files.read(igcPath, limit: largestFile)
    } catch {
      throw ControlError(
        .storageFailed, message: "the flight's file cannot be read: \(error)",
        hint: "check the disk")
    }
    let file = IGCFile(reading: bytes)
    let hasPressure = file.fixes.contains { $0.pressureAltitudeM != 0 }
    let track = file.fixes.compactMap { $0.picturePoint(hasPressure: hasPressure) }
    let facts = PictureFacts(
      declaration: entry.declaration, takeoffAt: entry.takeoffAt, landingAt: entry.landingAt,
      heightGainM: entry.heightGainedM)
    return FlightDrawing.svg(track: track, facts: facts)
  }
}

extension TrackPoint {
  /// A valid point; a void one has no altitude and repeats a position.
  fileprivate func picturePoint(hasPressure: Bool) -> PicturePoint? {
    guard isValid, let time else { return nil }
    return PicturePoint(
      time: time, position: position, gnssAltitudeCm: gnssAltitudeM &* 100,
      pressureAltitudeCm: hasPressure ? pressureAltitudeM &* 100 : nil)
  }
}
