import Waypoints

/// Which fix, from any fix on, comes nearest to a task's point, or to its area's edge.
struct TaskApproach: Sendable {
  /// For every fix, of it and all later ones the nearest; of equal ones the first.
  private let nearest: [Int32]

  init(to zone: TaskZone, isArea: Bool, _ track: TaskTrack) {
    let squares = track.projected(zone.plane).map { place in
      let missing = place - (isArea ? zone.nearest(to: place) : SIMD2(0, 0))
      return (missing * missing).sum()
    }
    var nearest = [Int32](squares.indices.map { Int32(clamping: $0) })
    for index in squares.indices.reversed().dropFirst() {
      let later = nearest[index + 1]
      if squares[Int(later)] < squares[index] { nearest[index] = later }
    }
    self.nearest = nearest
  }

  /// The nearest fix not before an instant; the last one if there is none.
  func fix(from instant: TaskTrack.Instant) -> Int {
    Int(nearest[min(nearest.count - 1, Int(instant.rounded(.up)))])
  }
}
