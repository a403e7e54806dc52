import FlightModel

/// Which altitudes of a track are looked at: never both, since they differ by tens of metres.
enum AltitudeSource {
  case pressure, gnss

  /// Altitudes beyond these are none, m.
  static let believable: ClosedRange<Int32> = -1000...30_000

  /// The pressure sensor's where it was there for nine tenths of the track and tells the same hills
  /// as GNSS; nil where neither tells of any.
  init?(of fixes: [TrackFix], _ indices: [Int]) {
    var pressure = AltitudeSpan()
    var gnss = AltitudeSpan()
    var offsets = Offsets()
    for index in indices {
      let high = Self.pressure.altitude(of: fixes[index])
      let wide = Self.gnss.altitude(of: fixes[index])
      if let high { pressure.take(high) }
      if let wide { gnss.take(wide) }
      if let high, let wide { offsets.take(high - wide) }
    }
    let isThere = pressure.count * 10 >= gnss.count * 9 && pressure.isMeasured
    if isThere, !gnss.isMeasured || offsets.agree(fixes, indices, within: gnss) {
      self = .pressure
    } else if gnss.isMeasured {
      self = .gnss
    } else {
      return nil
    }
  }

  /// Of one fix, m; nil where it has none that can be.
  @inline(__always)
  func altitude(of fix: TrackFix) -> Int32? {
    let altitude = self == .pressure ? fix.pressureAltitudeM : fix.gnssAltitudeM
    guard let altitude, Self.believable.contains(altitude) else { return nil }
    return altitude
  }
}

/// The range of a source's altitudes.
private struct AltitudeSpan {
  var count = 0
  var lowest = Int32.max
  var highest = Int32.min

  mutating func take(_ altitude: Int32) {
    count += 1
    lowest = min(lowest, altitude)
    highest = max(highest, altitude)
  }

  /// A column that never changes is a sensor that is not there.
  var isMeasured: Bool { count > 0 && highest > lowest }
  var height: Int32 { count > 0 ? highest - lowest : 0 }
}

/// Pressure altitude less GNSS altitude.
private struct Offsets {
  private var count: Int64 = 0
  private var sum: Int64 = 0

  mutating func take(_ offset: Int32) {
    count += 1
    sum += Int64(offset)
  }

  /// Whether nine tenths of them lie near their mean: weather and a warm day move it by a tenth of
  /// the height at most.
  func agree(_ fixes: [TrackFix], _ indices: [Int], within gnss: AltitudeSpan) -> Bool {
    guard count > 0 else { return true }
    let mean = Int32(clamping: sum / count)
    let limit = max(200, gnss.height / 6)
    var far: Int64 = 0
    for index in indices {
      guard let high = AltitudeSource.pressure.altitude(of: fixes[index]),
        let wide = AltitudeSource.gnss.altitude(of: fixes[index])
      else { continue }
      if abs(high - wide - mean) > limit { far += 1 }
    }
    return far * 10 <= count
  }
}
