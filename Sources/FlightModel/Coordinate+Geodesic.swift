import CMath

extension Coordinate {
  /// The length of the shortest line on the WGS84 ellipsoid, in metres; right to a millimetre.
  package func geodesicDistance(to other: Coordinate) -> Double {
    let from = GeodesicPlace(self)
    let to = GeodesicPlace(other)
    return from.distance(to: to) ?? from.distanceByWay(to: to)
  }
}

/// A place on WGS84, rad.
private struct GeodesicPlace {
  /// The equator's radius, m, and the flattening.
  private static let equatorRadius = 6_378_137.0
  private static let flattening = 1 / 298.257223563
  private static let polarRadius = equatorRadius * (1 - flattening)

  private var longitude: Double
  /// Of the reduced latitude: that of the ellipsoid stretched to a sphere.
  private var sine: Double
  private var cosine: Double

  init(_ position: Coordinate) {
    let radians = Double.pi / 180
    let latitude = position.latitude * radians
    let north = (1 - Self.flattening) * barograph_sin(latitude)
    let out = barograph_cos(latitude)
    let length = (north * north + out * out).squareRoot()
    longitude = position.longitude * radians
    sine = north / length
    cosine = out / length
  }

  private init(longitude: Double, sine: Double) {
    self.longitude = longitude
    self.sine = sine
    cosine = max(0, 1 - sine * sine).squareRoot()
  }

  /// The arc between two places on the stretched sphere at a difference of longitude.
  private struct Arc {
    var length: Double
    var sine: Double
    var cosine: Double
    /// The square of the cosine of the azimuth at the equator.
    var squaredCosine: Double
    /// The sine of the azimuth at the equator.
    var azimuth: Double
    /// The cosine of twice the arc from the equator to the middle.
    var middle: Double

    init(_ from: GeodesicPlace, _ to: GeodesicPlace, _ difference: Double) {
      let east = to.cosine * barograph_sin(difference)
      let turn = barograph_cos(difference)
      let north = from.cosine * to.sine - from.sine * to.cosine * turn
      sine = (east * east + north * north).squareRoot()
      cosine = from.sine * to.sine + from.cosine * to.cosine * turn
      length = barograph_atan2(sine, cosine)
      azimuth = sine > 0 ? from.cosine * east / sine : 0
      squaredCosine = max(0, 1 - azimuth * azimuth)
      middle = squaredCosine > 1e-15 ? cosine - 2 * from.sine * to.sine / squaredCosine : 0
    }

    /// How much the longitude on the stretched sphere differs from that on the ellipsoid.
    var longitudeCorrection: Double {
      let f = GeodesicPlace.flattening
      let c = f / 16 * squaredCosine * (4 + f * (4 - 3 * squaredCosine))
      let inner = middle + c * cosine * (2 * middle * middle - 1)
      return (1 - c) * f * azimuth * (length + c * sine * inner)
    }

    /// The length on the ellipsoid, m.
    var distance: Double {
      let a = GeodesicPlace.equatorRadius
      let b = GeodesicPlace.polarRadius
      let u = squaredCosine * (a * a - b * b) / (b * b)
      let stretch = 1 + u / 16_384 * (4_096 + u * (-768 + u * (320 - 175 * u)))
      let wave = u / 1_024 * (256 + u * (-128 + u * (74 - 47 * u)))
      let square = middle * middle
      let higher =
        cosine * (2 * square - 1)
        - wave / 6 * middle * (4 * sine * sine - 3) * (4 * square - 3)
      return b * stretch * (length - wave * sine * (middle + wave / 4 * higher))
    }
  }

  /// By Vincenty's inverse formula (Survey Review 176, 1975); nil where it does not settle, which is
  /// so between places that are nearly opposite each other.
  func distance(to other: GeodesicPlace) -> Double? {
    let difference = Self.turned(other.longitude - longitude)
    var onSphere = difference
    for _ in 0..<60 {
      let arc = Arc(self, other, onSphere)
      let next = difference + arc.longitudeCorrection
      guard abs(next) <= .pi else { return nil }
      if abs(next - onSphere) < 1e-13 { return arc.distance }
      onSphere = next
    }
    return nil
  }

  /// For places that are nearly opposite: the shortest way over a place half-way, of those a quarter
  /// of the circle away in every direction. Each half is far from what the formula cannot do.
  func distanceByWay(to other: GeodesicPlace) -> Double {
    let steps = 36
    let step = 2 * Double.pi / Double(steps)
    let lengths = (0..<steps).map { length(to: other, leaving: Double($0) * step) }
    let shortest = lengths.indices.min { lengths[$0] < lengths[$1] }!
    var low = Double(shortest - 1) * step
    var high = Double(shortest + 1) * step
    // The length has one minimum there; thirds close in on it.
    while high - low > 1e-7 {
      let third = (high - low) / 3
      let isLower =
        length(to: other, leaving: low + third) < length(to: other, leaving: high - third)
      if isLower { high -= third } else { low += third }
    }
    return length(to: other, leaving: (low + high) / 2)
  }

  /// The length over the place a quarter of a circle away in a direction, m.
  private func length(to other: GeodesicPlace, leaving azimuth: Double) -> Double {
    let sineThere = cosine * barograph_cos(azimuth)
    let turn = barograph_atan2(barograph_sin(azimuth), -sine * barograph_cos(azimuth))
    let half = GeodesicPlace(longitude: Self.turned(longitude + turn), sine: sineThere)
    guard let first = distance(to: half), let second = half.distance(to: other) else {
      return .infinity
    }
    return first + second
  }

  /// An angle between -π and π.
  private static func turned(_ angle: Double) -> Double {
    angle > .pi ? angle - 2 * .pi : angle < -.pi ? angle + 2 * .pi : angle
  }
}
