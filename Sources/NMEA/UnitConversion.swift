/// From the units of the wire to SI.
enum Unit {
  /// m/s in a knot.
  static let knot = 1852.0 / 3600
  /// m/s in a km/h.
  static let kilometrePerHour = 1 / 3.6
  /// Metres in a foot.
  static let foot = 0.3048
  /// m/s² of one g.
  static let standardGravity = 9.80665
}

extension Double {
  /// This many metres in centimetres, or m/s in cm/s; nil if it does not fit.
  package var hundredths: Int32? { Int32(exactly: (self * 100).rounded()) }
}
