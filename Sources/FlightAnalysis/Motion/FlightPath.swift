import CMath
import FlightModel

/// A fix in metres and seconds, as the analysis looks at it.
struct Moment {
  /// Of its fix.
  var index: Int
  /// Since the first moment.
  var seconds: Double
  /// Along the way from the first moment, m: their differences hold between moments that are near
  /// each other.
  var east: Double
  var north: Double
  /// Of one source, the last known where this fix has none, m.
  var altitude: Double
  /// Over the five seconds that follow, m/s over the ground.
  var speed = 0.0
  /// Moments of two stretches have a jump of place or height between them.
  var stretch = 0

  @inline(__always)
  func distance(to other: Moment) -> Double {
    let east = other.east - east
    let north = other.north - north
    return (east * east + north * north).squareRoot()
  }
}

/// The believable fixes of a track, at most one a second.
struct FlightPath {
  /// Nearer moments are left out, s: a faster receiver tells no more of a flight's parts.
  static let shortestStep = 0.95
  /// Speed is measured over so long, s: one fix's noise is a large part of a shorter way.
  static let speedWindow = 5.0

  let moments: [Moment]
  /// Nil where no altitude is known: `Moment.altitude` is 0 then.
  let source: AltitudeSource?

  init(_ fixes: [TrackFix]) {
    let indices = fixes.scoringIndices
    source = AltitudeSource(of: fixes, indices)
    var builder = PathBuilder(source: source)
    builder.moments.reserveCapacity(indices.count)
    for index in indices { builder.take(fixes[index], index) }
    builder.fillAltitudes()
    builder.measureSpeeds()
    moments = builder.moments
  }

  var count: Int { moments.count }
  var hasAltitude: Bool { source != nil }

  subscript(position: Int) -> Moment {
    @inline(__always) get { moments[position] }
  }

  /// From one moment to another, s.
  func seconds(_ first: Int, _ last: Int) -> Double {
    moments[last].seconds - moments[first].seconds
  }

  /// The first moment that is not before a fix, by the fix's index.
  func position(of index: Int) -> Int { moments.firstPlace { $0.index >= index } }

  /// What the height changes from one moment to another, m; nothing over a jump.
  @inline(__always)
  func rise(_ first: Int, _ last: Int) -> Double {
    moments[first].stretch == moments[last].stretch
      ? moments[last].altitude - moments[first].altitude : 0
  }

  /// For each moment the first that is at least so much later, the last one where none is.
  func ahead(_ seconds: Double) -> [Int] {
    var later = 0
    return moments.map { moment in
      while later < count - 1, moments[later].seconds - moment.seconds < seconds { later += 1 }
      return later
    }
  }

  /// For each moment the last that is at least so much earlier, the first one where none is.
  func behind(_ seconds: Double) -> [Int] {
    var earlier = 0
    return moments.map { moment in
      while earlier < count - 1, moment.seconds - moments[earlier + 1].seconds >= seconds {
        earlier += 1
      }
      return earlier
    }
  }
}

extension Array {
  /// The first place from which on a condition holds, by halving; the end where it never does.
  func firstPlace(where holds: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
