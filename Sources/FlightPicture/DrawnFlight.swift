import FlightModel

/// The points that are drawn and what is derived from them for the head and both panels.
struct DrawnFlight {
  let points: [PicturePoint]
  let facts: PictureFacts
  /// A pause between two points longer than this, in ms, is drawn as a gap.
  let gapMs: Int64
  /// Index of the point with the greatest altitude.
  let highest: Int?

  static let drawableMs: ClosedRange<Int64> = 0...253_402_300_799_999

  init(_ track: [PicturePoint], _ facts: PictureFacts) {
    var kept: [PicturePoint] = []
    kept.reserveCapacity(track.count)
    for point in track where Self.drawableMs.contains(point.time.milliseconds) {
      if let last = kept.last, last.time >= point.time { continue }
      kept.append(point)
    }
    points = kept
    self.facts = facts
    gapMs = Self.gap(in: kept)
    let sources = Self.sources(facts)
    highest =
      Self.highest(of: kept, sources.first) ?? Self.highest(of: kept, sources.second)
  }

  /// The altitude that is asked for first, and what stands in for it.
  private static func sources(
    _ facts: PictureFacts
  ) -> (first: KeyPath<PicturePoint, Int32?>, second: KeyPath<PicturePoint, Int32?>) {
    let (gnss, pressure) = (\PicturePoint.gnssAltitudeCm, \PicturePoint.pressureAltitudeCm)
    return facts.prefersPressure ? (pressure, gnss) : (gnss, pressure)
  }

  /// Sixty seconds, or more where the recording itself is so sparse that it would be all gaps.
  private static func gap(in points: [PicturePoint]) -> Int64 {
    var gapMs: Int64 = 60_000
    let steps = zip(points.dropFirst(), points).map { $0.time.milliseconds(since: $1.time) }
    while steps.count(where: { $0 > gapMs }) > 100 { gapMs *= 2 }
    return gapMs
  }

  private static func highest(
    of points: [PicturePoint], _ altitude: KeyPath<PicturePoint, Int32?>
  ) -> Int? {
    points.indices.filter { points[$0][keyPath: altitude] != nil }
      .max { points[$0][keyPath: altitude]! < points[$1][keyPath: altitude]! }
  }

  /// The altitude that the highest point, the ground and the map's label use, cm.
  func altitudeCm(at index: Int) -> Int32? {
    let sources = Self.sources(facts)
    return points[index][keyPath: sources.first] ?? points[index][keyPath: sources.second]
  }

  /// The highest altitude in the reader's unit: "1840 m"; nil where none is known.
  var highestText: String? {
    let unit = facts.units.altitude
    return highest.flatMap { altitudeCm(at: $0) }.map {
      "\(Int(unit.value(Double($0) / 100).rounded())) \(unit.name)"
    }
  }

  /// The index of the last point not later than a time; nil outside the track.
  func index(at time: UTCInstant?) -> Int? {
    guard let time, let first = points.first, let last = points.last, first.time <= time,
      time <= last.time.advanced(byMilliseconds: 1_000)
    else { return nil }
    var (low, high) = (0, points.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].time <= time { low = middle } else { high = middle }
    }
    return low
  }

  /// Whether a day begins within the track.
  var crossesMidnight: Bool {
    guard let first = points.first, let last = points.last else { return false }
    return first.time.date != last.time.date
  }

  var takeoff: Int? { index(at: facts.takeoffAt) }
  var landing: Int? { index(at: facts.landingAt) }

  /// Title and date: "Flight, 4 July 2026".
  var headline: String {
    let title = facts.title.flatMap { $0.isEmpty ? nil : $0 } ?? "Flight"
    guard let time = facts.takeoffAt ?? points.first?.time,
      Self.drawableMs.contains(time.milliseconds)
    else { return title }
    return "\(title), \(CalendarText.date(time))"
  }
}
