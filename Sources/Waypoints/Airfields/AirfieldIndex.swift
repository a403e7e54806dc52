package import FlightModel

/// Airfields in the order of their latitudes, so that only those of a narrow band are looked at.
package struct AirfieldIndex: Sendable {
  /// Within which a take-off or landing is at an airfield, m: a long runway with its surroundings.
  package static let nearM = 5000.0

  private let airfields: [Airfield]

  package init(_ airfields: [Airfield]) {
    self.airfields = airfields.sorted { $0.position.latitudeE7 < $1.position.latitudeE7 }
  }

  package var count: Int { airfields.count }

  /// The airfield nearest to a place and not farther than `reachM`; nil without one. On the FAI
  /// sphere, over the date line and the poles.
  package func nearest(to place: Coordinate, within reachM: Double = nearM) -> Airfield? {
    // 1e-7 degrees of latitude for the metres, and one more for rounding.
    let band = reachM / (Double.pi * Coordinate.sphereRadius / 180) * 1e7 + 1
    var best: (airfield: Airfield, distance: Double)?
    var index = firstIndex(from: Double(place.latitudeE7) - band)
    while index < airfields.count {
      let airfield = airfields[index]
      if Double(airfield.position.latitudeE7) > Double(place.latitudeE7) + band { break }
      let distance = place.distance(to: airfield.position)
      if distance <= reachM, distance < best?.distance ?? .infinity {
        best = (airfield, distance)
      }
      index += 1
    }
    return best?.airfield
  }

  private func firstIndex(from latitudeE7: Double) -> Int {
    var low = 0
    var high = airfields.count
    while low < high {
      let middle = (low + high) / 2
      if Double(airfields[middle].position.latitudeE7) < latitudeE7 {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
