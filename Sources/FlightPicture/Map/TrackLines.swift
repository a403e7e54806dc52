import FlightModel

/// The thinned track as paths: one for each class of climb, one of all for the rim below them, and
/// the gaps.
struct TrackLines {
  private(set) var layers = [SVGPath](repeating: SVGPath(), count: ClimbScale.colors.count)
  private(set) var whole = SVGPath()
  private(set) var gaps = SVGPath()

  private let flight: DrawnFlight
  private let places: [PlanePoint]
  private let climb: ClimbRate
  private var lastClass: Int?

  /// At most `limit` points, beside those where a gap begins or ends and where climb turns to sink.
  init(_ flight: DrawnFlight, _ places: [PlanePoint], limit: Int) {
    self.flight = flight
    self.places = places
    climb = ClimbRate(flight.points)
    let turns = climb.turningPoints(of: flight.points)
    let forced = places.indices.map { index in
      isGap(before: index) || isGap(before: index + 1) || turns.contains(index)
    }
    let kept = PolylineThinning.kept(places, limit: limit, forced: forced)
    for (from, to) in zip(kept, kept.dropFirst()) { draw(from, to) }
  }

  private func isGap(before index: Int) -> Bool {
    guard index > 0, index < places.count else { return false }
    let pause = flight.points[index].time.milliseconds(since: flight.points[index - 1].time)
    return pause > flight.gapMs
  }

  private mutating func draw(_ from: Int, _ to: Int) {
    if isGap(before: to) {
      gaps.segment(places[from], places[to], continues: false)
      lastClass = nil
      return
    }
    let start = flight.points[0].time
    let seconds = [from, to].map {
      Double(flight.points[$0].time.milliseconds(since: start)) / 1000
    }
    let shade = ClimbScale.classOf(climb.mean(from: seconds[0], to: seconds[1]))
    layers[shade].segment(places[from], places[to], continues: shade == lastClass)
    whole.segment(places[from], places[to], continues: lastClass != nil)
    lastClass = shade
  }
}
