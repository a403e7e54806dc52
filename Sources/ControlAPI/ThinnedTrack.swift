package import FlightModel

/// A point of a track for drawing.
package struct TrackPoint: Equatable, Sendable {
  /// Since the track's start, ms.
  package var offsetMs: Int64
  package var position: Coordinate
  /// By satellite, cm.
  package var gnssAltitudeCm: Int32?
  /// Above 1013.25 hPa, cm.
  package var pressureAltitudeCm: Int32?

  package init(
    offsetMs: Int64, position: Coordinate, gnssAltitudeCm: Int32?, pressureAltitudeCm: Int32?
  ) {
    self.offsetMs = offsetMs
    self.position = position
    self.gnssAltitudeCm = gnssAltitudeCm
    self.pressureAltitudeCm = pressureAltitudeCm
  }
}

/// A track that grows, thinned evenly in time so that it never has more than `capacity` points:
/// when it is full, the time between two points doubles.
package struct ThinnedTrack: Equatable, Sendable {
  package static let capacity = 4000

  /// The time of the first point.
  package private(set) var start: UTCInstant?
  package private(set) var points: [TrackPoint] = []
  /// The time in which one point is kept, ms; 0 keeps all.
  private var slotMs: Int64 = 0

  package init() {}

  /// Whether points were left out.
  package var isThinned: Bool { slotMs > 0 }

  /// Adds the next point; one that is not later than the last is left out.
  package mutating func add(
    at time: UTCInstant, _ position: Coordinate, gnssAltitudeCm: Int32?, pressureAltitudeCm: Int32?
  ) {
    let offset = start.map { time.milliseconds(since: $0) } ?? 0
    if let last = points.last, !isWanted(offset, after: last.offsetMs) { return }
    start = start ?? time
    points.append(
      TrackPoint(
        offsetMs: offset, position: position, gnssAltitudeCm: gnssAltitudeCm,
        pressureAltitudeCm: pressureAltitudeCm))
    while points.count > Self.capacity { thin() }
  }

  /// Forgets pressure altitudes that are all zero: a file without a sensor has such.
  package mutating func leaveOutZeroPressure() {
    guard points.allSatisfy({ $0.pressureAltitudeCm == 0 }) else { return }
    for index in points.indices { points[index].pressureAltitudeCm = nil }
  }

  private func isWanted(_ offset: Int64, after last: Int64) -> Bool {
    offset > last && (slotMs == 0 || offset / slotMs != last / slotMs)
  }

  private mutating func thin() {
    slotMs = slotMs == 0 ? 500 : slotMs &* 2
    var kept: [TrackPoint] = []
    for point in points {
      guard kept.last.map({ isWanted(point.offsetMs, after: $0.offsetMs) }) ?? true else {
        continue
      }
      kept.append(point)
    }
    points = kept
  }
}
