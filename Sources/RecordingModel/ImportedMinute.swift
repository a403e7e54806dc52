package import Telemetry

/// A minute of a ride that was recorded elsewhere: stored whole or not at all. Its first frame is a
/// keyframe, so that it stands between any others.
package struct ImportedMinute: Equatable, Sendable {
  package var bucket: MinuteBucket
  package var frames: [TelemetryFrame]
  package var markers: [TelemetryMarker]

  package init(
    bucket: MinuteBucket, frames: [TelemetryFrame] = [], markers: [TelemetryMarker] = []
  ) {
    self.bucket = bucket
    self.frames = frames
    self.markers = markers
  }
}
