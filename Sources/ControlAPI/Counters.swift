import JSON

/// What was counted since the start.
package struct Counters: Equatable, Sendable {
  package var fixesReceived: Int64 = 0
  package var fixesStored: Int64 = 0
  /// By reason: `duplicate-time`, `implausible-date`.
  package var fixesRejected: [String: Int64] = [:]
  /// Fixes that were left out because a ride was in a privacy zone.
  package var fixesHidden: Int64 = 0
  /// Telemetry on the disk: frames, minutes, markers.
  package var frames: Int64 = 0
  package var buckets: Int64 = 0
  package var markers: Int64 = 0
  package var commits: Int64 = 0
  /// Frames that were given up because too much waited for the disk.
  package var framesShed: Int64 = 0
  /// Rows of telemetry outside their bounds, which the database left out.
  package var rowsRefused: Int64 = 0

  package init() {}
}

extension Counters {
  var json: JSONValue {
    [
      "fixes_received": .integer(fixesReceived), "fixes_stored": .integer(fixesStored),
      "fixes_rejected": JSONValue(fixesRejected), "fixes_hidden": .integer(fixesHidden),
      "frames": .integer(frames), "buckets": .integer(buckets), "markers": .integer(markers),
      "commits": .integer(commits), "frames_shed": .integer(framesShed),
      "rows_refused": .integer(rowsRefused),
    ]
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init()
    fixesReceived = try reader.integer("fixes_received")
    fixesStored = try reader.integer("fixes_stored")
    fixesRejected = try reader.counts("fixes_rejected")
    fixesHidden = try reader.integerIfAny("fixes_hidden") ?? 0
    frames = try reader.integer("frames")
    buckets = try reader.integer("buckets")
    markers = try reader.integerIfAny("markers") ?? 0
    commits = try reader.integer("commits")
    framesShed = try reader.integerIfAny("frames_shed") ?? 0
    rowsRefused = try reader.integerIfAny("rows_refused") ?? 0
  }
}
