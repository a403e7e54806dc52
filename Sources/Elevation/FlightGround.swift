package import FlightModel

/// The ground below a flight, and the aircraft's height above it.
package struct FlightGround: Equatable, Sendable {
  /// What the heights above ground are measured with.
  package enum Source: Equatable, Sendable {
    /// The receiver's altitude, above the ellipsoid or above the sea.
    case ellipsoid, sea
    /// Pressure altitude, set to the ground where the aircraft stood.
    case pressure
  }

  /// A height above ground at a fix.
  package struct Mark: Equatable, Sendable {
    /// Index of the fix.
    package var index: Int
    /// m.
    package var heightM: Double
  }

  /// Below this, in m, a flight has not really left the ground.
  package static let leftGroundM = 150.0

  package let source: Source?
  /// Squares that were not there.
  package var missing: [TileName] { line.missing }
  private let line: GroundLine
  private let level: SeaLevel
  private let fixes: [TrackFix]
  private let flights: [ClosedRange<Int>]

  /// Nil where no ground is known. `stands` are the fixes of take-offs and landings, `flights` the
  /// fixes between them; `isEllipsoid` is what the file says of its altitudes.
  package init?(
    _ fixes: [TrackFix], line: GroundLine, stands: [Int], flights: [ClosedRange<Int>],
    isEllipsoid: Bool?
  ) {
    guard !line.isEmpty else { return nil }
    let stands = stands.filter { fixes.indices.contains($0) }
    level = SeaLevel(fixes, line, stands: stands, isEllipsoid: isEllipsoid)
    self.fixes = fixes
    self.line = line
    self.flights = flights.filter {
      fixes.indices.contains($0.lowerBound) && fixes.indices.contains($0.upperBound)
    }
    source = Self.source(fixes, level)
  }

  /// The ground below a fix, m above mean sea level (EGM96).
  package func elevation(_ index: Int) -> Double? { line[index] }

  /// The aircraft above the ground at a fix, m; a little below 0 where it stands, by the errors of
  /// both. Nil where one of them is not known.
  package func height(_ index: Int) -> Double? {
    guard let ground = line[index], let sea = altitude(index) else { return nil }
    return sea - ground
  }

  /// The ground below a fix in the scale of its receiver's altitudes, m, to be drawn with them.
  package func onGNSS(_ index: Int) -> Double? {
    line[index].map { $0 + level.gnss(at: fixes[index].position) }
  }

  /// Likewise in that of its pressure altitudes.
  package func onPressure(_ index: Int) -> Double? {
    guard let ground = line[index], let offset = level.pressure(at: fixes[index].time) else {
      return nil
    }
    return ground + offset
  }

  /// The greatest height above ground. One fix alone that is higher, or lower, than both beside it
  /// does not count, here and below.
  package var highest: Mark? {
    marks.lazy.flatMap(\.self).max { $0.heightM < $1.heightM }
  }

  /// The least height above ground on the way: after a flight has first been 150 m above it, and
  /// before it last was.
  package var lowest: Mark? {
    marks.lazy.compactMap { marks -> Mark? in
      guard let first = marks.firstIndex(where: { $0.heightM >= Self.leftGroundM }),
        let last = marks.lastIndex(where: { $0.heightM >= Self.leftGroundM })
      else { return nil }
      return marks[first...last].min { $0.heightM < $1.heightM }
    }.min { $0.heightM < $1.heightM }
  }

  /// The heights of each flight, each the middle one of three.
  private var marks: [[Mark]] {
    flights.map { flight in
      let known = flight.compactMap { index in
        height(index).map { Mark(index: index, heightM: $0) }
      }
      return known.indices.dropFirst().dropLast().map { place in
        known[place - 1...place + 1].sorted { $0.heightM < $1.heightM }[1]
      }
    }
  }

  /// The aircraft's altitude above mean sea level, m.
  private func altitude(_ index: Int) -> Double? {
    let fix = fixes[index]
    switch source {
    case .ellipsoid, .sea:
      return fix.gnssAltitudeM.map { Double($0) - level.gnss(at: fix.position) }
    case .pressure:
      guard let altitude = fix.pressureAltitudeM, let offset = level.pressure(at: fix.time) else {
        return nil
      }
      return Double(altitude) - offset
    case nil: return nil
    }
  }

  /// The receiver's altitude where it gave one at nine of ten fixes, and not the same throughout.
  private static func source(_ fixes: [TrackFix], _ level: SeaLevel) -> Source? {
    let valid = fixes.lazy.filter(\.isValid)
    let gnss = valid.compactMap(\.gnssAltitudeM)
    if gnss.count * 10 >= valid.count * 9, gnss.contains(where: { $0 != gnss.first }) {
      return level.datum == .ellipsoid ? .ellipsoid : .sea
    }
    let isMeasured = valid.contains { $0.pressureAltitudeM != nil }
    return isMeasured && level.pressure(at: fixes[0].time) != nil ? .pressure : nil
  }
}
