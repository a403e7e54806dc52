import FlightModel

/// Where mean sea level (EGM96) lies in the altitudes of a flight: at the geoid in heights above the
/// ellipsoid, at 0 in heights above the sea, and in pressure altitudes at what the weather made of it.
struct SeaLevel: Equatable {
  /// What the receiver's altitudes are above.
  enum Datum: Equatable { case ellipsoid, sea }

  /// So much better the other datum must fit the ground to be believed against the file, m.
  private static let margin = 20.0

  let datum: Datum
  /// Of the pressure altitude, in the order of time: straight between them.
  private var pressure: [(at: UTCInstant, offsetM: Double)] = []

  /// `stands` are fixes on the ground; what the file says of its datum is tried against them.
  init(_ fixes: [TrackFix], _ ground: GroundLine, stands: [Int], isEllipsoid: Bool?) {
    datum = Self.datum(fixes, ground, stands, isEllipsoid)
    pressure = stands.sorted().compactMap { index in
      guard let height = ground[index], let altitude = fixes[index].pressureAltitudeM else {
        return nil
      }
      return (fixes[index].time, Double(altitude) - height)
    }
    if pressure.isEmpty, let offset = medianOffset(fixes) { pressure = [(fixes[0].time, offset)] }
  }

  static func == (left: SeaLevel, right: SeaLevel) -> Bool {
    left.datum == right.datum
      && left.pressure.elementsEqual(right.pressure) { $0.at == $1.at && $0.offsetM == $1.offsetM }
  }

  /// In the receiver's altitudes at a place, m.
  func gnss(at place: Coordinate) -> Double {
    datum == .ellipsoid ? Geoid.undulation(at: place) : 0
  }

  /// In pressure altitudes at a time, m; nil where nothing tells.
  func pressure(at time: UTCInstant) -> Double? {
    guard let next = pressure.firstIndex(where: { $0.at >= time }) else {
      return pressure.last?.offsetM
    }
    guard next > 0 else { return pressure[0].offsetM }
    let (first, second) = (pressure[next - 1], pressure[next])
    let span = Double(second.at.milliseconds(since: first.at))
    let share = span > 0 ? Double(time.milliseconds(since: first.at)) / span : 1
    return first.offsetM + (second.offsetM - first.offsetM) * share
  }

  /// IGC files are above the ellipsoid unless they say otherwise; many loggers say nothing and mean
  /// the sea, or are wrong. On the ground it shows.
  private static func datum(
    _ fixes: [TrackFix], _ ground: GroundLine, _ stands: [Int], _ isEllipsoid: Bool?
  ) -> Datum {
    let told: Datum = isEllipsoid == false ? .sea : .ellipsoid
    var (ellipsoid, sea, count) = (0.0, 0.0, 0.0)
    for index in stands {
      guard let height = ground[index], let altitude = fixes[index].gnssAltitudeM else { continue }
      let above = Double(altitude) - height
      ellipsoid += abs(above - Geoid.undulation(at: fixes[index].position))
      sea += abs(above)
      count += 1
    }
    let (error, other) = told == .ellipsoid ? (ellipsoid, sea) : (sea, ellipsoid)
    guard count > 0, other / count + margin < error / count else { return told }
    return told == .ellipsoid ? .sea : .ellipsoid
  }

  /// Of a flight that is never seen on the ground: how the two altitudes differ in the middle.
  private func medianOffset(_ fixes: [TrackFix]) -> Double? {
    let offsets = fixes.compactMap { fix -> Double? in
      guard fix.isValid, let high = fix.pressureAltitudeM, let wide = fix.gnssAltitudeM else {
        return nil
      }
      return Double(high) - (Double(wide) - gnss(at: fix.position))
    }
    return offsets.isEmpty ? nil : offsets.sorted()[offsets.count / 2]
  }
}
