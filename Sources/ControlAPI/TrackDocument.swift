import FlightModel
package import JSON

/// What a track is of.
package enum TrackSubject: Hashable, Sendable {
  case recording(Int64)
  /// The id of a flight.
  case flight(String)
}

/// A track, or what came to it since a client asked last.
package struct TrackDocument: Equatable, Sendable {
  /// Nil where there is neither a recording nor a flight.
  package var subject: TrackSubject?
  package var track: ThinnedTrack

  package init(subject: TrackSubject?, track: ThinnedTrack) {
    self.subject = subject
    self.track = track
  }

  /// The document for a client that has everything up to `since`: `next` of the one before, 0 for
  /// none. A `since` of another track counts as 0.
  package func json(since: Int64) -> JSONValue {
    let known = TrackCursor(since)
    let seen = known.tag == tag ? known.offsetMs : -1
    let points = track.points.drop { $0.offsetMs <= seen }
    let last = track.points.last.map { TrackCursor(tag: tag, offsetMs: $0.offsetMs).number }
    return [
      "recording": subject?.recordingID.map { .integer($0) } ?? .null,
      "flight": JSONValue(subject?.flightID),
      "start": JSONValue(track.start),
      "points": .array(points.map(\.json)),
      "next": .integer(last ?? 0),
      "truncated": .bool(track.isThinned),
    ]
  }

  /// Tells tracks apart: 20 bits, never 0.
  private var tag: Int64 {
    switch subject {
    case .recording(let id): 0x8_0000 | id & 0x7_FFFF
    case .flight(let id): max(1, (Int64(id.prefix(5), radix: 16) ?? 0) & 0x7_FFFF)
    case nil: 0
    }
  }
}

/// Up to where a client has a track, as one number that every JSON reader keeps exact: the track's
/// tag above 32 bits of milliseconds since its start.
private struct TrackCursor {
  let tag: Int64
  let offsetMs: Int64

  init(_ number: Int64) {
    tag = number >> 32
    offsetMs = number & 0xFFFF_FFFF
  }

  init(tag: Int64, offsetMs: Int64) {
    self.tag = tag
    self.offsetMs = min(offsetMs, 0xFFFF_FFFF)
  }

  var number: Int64 { tag << 32 | offsetMs }
}

extension TrackSubject {
  fileprivate var recordingID: Int64? { if case .recording(let id) = self { id } else { nil } }
  fileprivate var flightID: String? { if case .flight(let id) = self { id } else { nil } }
}

extension TrackPoint {
  /// `[seconds since the start, latitude, longitude, altitude by satellite, pressure altitude]`.
  fileprivate var json: JSONValue {
    [
      JSONValue(Double(offsetMs) / 1000, places: 1),
      JSONValue(Double(position.latitudeE7) / 1e7, places: 6),
      JSONValue(Double(position.longitudeE7) / 1e7, places: 6),
      JSONValue(gnssAltitudeCm.map { Double($0) / 100 }, places: 1),
      JSONValue(pressureAltitudeCm.map { Double($0) / 100 }, places: 1),
    ]
  }
}
