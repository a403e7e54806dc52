import CMath

extension SpherePoint {
  /// The angle under a chord, from its square, rad; exact to the last digits.
  ///
  /// Chords below 0.2 (1,270 km) take the series of the arc sine, which a processor computes in a
  /// fraction of the time of the C library's.
  @inline(__always)
  static func arc(squaredChord: Double) -> Double {
    guard squaredChord < 0.04 else {
      return 2 * barograph_asin(min(1, squaredChord.squareRoot() / 2))
    }
    let s = squaredChord / 4
    var sum = 231.0 / 13_312
    sum = sum * s + 63.0 / 2_816
    sum = sum * s + 35.0 / 1_152
    sum = sum * s + 5.0 / 112
    sum = sum * s + 3.0 / 40
    sum = sum * s + 1.0 / 6
    return squaredChord.squareRoot() * (1 + s * sum)
  }

  /// The angle to another place, rad.
  @inline(__always)
  func arc(to other: SpherePoint) -> Double {
    Self.arc(squaredChord: squaredChord(to: other))
  }

  /// The square of the greatest ratio of an arc to its chord among arcs up to `span`, rad; rounded up.
  static func squaredStretch(upTo span: Double) -> Double {
    let half = min(span, .pi) / 2
    let ratio = half > 1e-6 ? half / barograph_sin(half) : 1
    return ratio * ratio * (1 + 1e-12)
  }
}
